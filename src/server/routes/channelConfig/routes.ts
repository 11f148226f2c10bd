import type { FastifyInstance } from 'fastify';
import {
  getChannelConfig,
  getChannelPermission,
  listNonIntegratedFromCountries,
  listServiceTypes,
  listWarehouses,
  setChannelPermission,
  type ChannelModel,
  type Warehouse,
} from '../../../contract/channelConfigReads.ts';
import { channelConfig, type ChannelConfigRow } from '../../../contract/resources/channelConfig.ts';
import { warehouseIds } from '../../../domain/channelConfig/channel.ts';
import { settingsProblem } from '../../../domain/channelConfig/problem.ts';
import { extraOfSettings } from '../../../domain/channelConfig/settings.ts';
import { CHANNEL_TAGS, CHANNEL_TYPE, SERVICE_TYPES } from '../../../domain/channelConfig/choices.ts';
import type { Country } from '../../../domain/country.ts';
import { toWords } from '../../../domain/flags.ts';
import { NO, YES } from '../../../domain/serviceableChoices.ts';
import type { Person } from '../../auth/person.ts';
import type { ServerContext } from '../../context.ts';
import type { Queryable } from '../../db/transaction.ts';
import type { Effect } from '../../writes/write.ts';
import { requireRight } from '../../http/call.ts';
import { badRequest, notFound } from '../../base/envelope.ts';
import { registerRead, registerWrite } from '../../http/registrar.ts';
import { servedOf } from '../../resources/all.ts';
import { findRecord } from '../../resources/records.ts';
import { changeRecord, lockedRecord } from '../../resources/write.ts';
import { countryOfOwner } from '../../resources/owners.ts';
import { withChannel } from '../../resources/channelConfig/follow.ts';
import { flagsOf, settingsAfter } from '../../resources/channelConfig/values.ts';

/**
 * Registers the calls about integrated channels that are not derived from a declaration (channels spec 7.1; CHC-39,
 * CHC-41, CHC-42).
 */
export function channelConfigRoutes(app: FastifyInstance, context: ServerContext): void {
  const { pool } = context.database;

  /** @throws ApiError 404 or 400 if the channel is not in a country in which the person works */
  const rowOf = async (
    db: Queryable,
    channelId: number,
    person: Person,
    find: typeof findRecord = findRecord,
  ): Promise<ChannelConfigRow> => {
    const country = await countryOfOwner(db, { channelId }, person);
    const row = await find(db, channelConfig, { country, channelId });
    if (!row) throw notFound(`There is no channel ${channelId} in this country. Check the ID.`);
    return row as unknown as ChannelConfigRow;
  };

  registerRead(app, context, getChannelConfig, async ({ person }, { channelId }) => {
    const row = await rowOf(pool, channelId, person);
    requireRight(person, row.country, channelConfig.feature);
    const { rows } = await pool.query<{ flag: string; extra_data: Record<string, unknown> }>(
      'SELECT flag::text AS flag, extra_data FROM channels WHERE channel_id = $1',
      [channelId],
    );
    return modelOf(row, BigInt(rows[0]?.flag ?? 0), rows[0]?.extra_data ?? {});
  });

  registerRead(app, context, listServiceTypes, () => Promise.resolve({ list: [...SERVICE_TYPES] }));

  registerRead(app, context, listNonIntegratedFromCountries, async ({ entity }) => {
    const { rows } = await pool.query<{ from_country: Country }>(
      `SELECT DISTINCT from_country FROM channel_configs WHERE country = $1 AND channel_type = $2
        UNION SELECT $1 ORDER BY from_country`,
      [entity, CHANNEL_TYPE.nonIntegrate],
    );
    return { list: rows.map(row => row.from_country) };
  });

  registerRead(app, context, listWarehouses, async (_, { from_country: country }) => {
    const { rows } = await pool.query<Warehouse & { wms: boolean }>(
      'SELECT id, name, region, city, wms FROM warehouses WHERE country = $1 ORDER BY region, city, name, id',
      [country],
    );
    const of = (wanted: boolean) => rows.filter(({ wms }) => wms === wanted).map(({ wms: _wms, ...own }) => own);
    return { seller_location_list: of(false), warehouse_location_list: of(true) };
  });

  registerRead(app, context, getChannelPermission, async ({ person }, { channelId }) => {
    const row = await rowOf(pool, channelId, person);
    requireRight(person, row.country, channelConfig.feature);
    return { channelId, permission: Number(flagsOf(row).permission) };
  });

  registerWrite(app, context, setChannelPermission, {
    entityOf: countryOfOwner,
    apply: async (db, { channelId, changes }, scope) => {
      const row = await rowOf(db, channelId, scope.person, lockedRecord);
      const after = settingsAfter(row, { changes });
      const isOn = after['shop_cod_blacklist'] === YES;
      // CHC-25: blacklist and whitelist are mutually exclusive, whichever call turns one of them on.
      const set = {
        shop_cod_blacklist: isOn ? YES : NO,
        shop_cod_whitelist: isOn ? NO : row.shop_cod_whitelist,
      };
      const found = settingsProblem({ ...row, ...set }, scope.entity);
      if (found) throw badRequest(`${found.field}: ${found.problem}`);
      const key = { country: scope.entity, channelId };
      const effect = await changeRecord(db, servedOf(channelConfig), key, row.version, set, {
        ...scope,
        callId: setChannelPermission.id,
      });
      const output = { channelId, permission: Number(flagsOf({ ...row, ...set }).permission) };
      if ('unchanged' in effect) return { ...effect, output };
      return { ...((await withChannel(db, effect, scope.entity)) satisfies Effect), output };
    },
  });
}

function modelOf(row: ChannelConfigRow, flag: bigint, extra: Record<string, unknown>): ChannelModel {
  const { delivery } = flagsOf(row);
  return {
    channelId: row.channelId,
    channelName: row.channelName,
    display_name: row.display_name,
    type: row.channel_type,
    from_country: row.from_country as Country,
    status: row.status,
    priority: row.priority,
    country: row.country,
    flag: [...toWords(flag)],
    deliveryFlag: delivery,
    channel_tag: CHANNEL_TAGS.find(({ value }) => value === row.channel_tag)?.label ?? '',
    cashless: row.cashless,
    require_pickup_geo: row.require_pickup_geo,
    require_deliver_geo: row.require_deliver_geo,
    display_sequence: row.display_sequence,
    seller_location: warehouseIds(row.seller_location),
    warehouse_location: warehouseIds(row.warehouse_location),
    maintenance: row.maintenance,
    return_flag: row.return_flag,
    extraData: { ...extra, ...extraOfSettings(row) },
    version: row.version,
  };
}

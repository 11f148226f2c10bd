import type { FastifyInstance } from 'fastify';
import {
  askLeadTime,
  countLeadTimes,
  exportChannelCdts,
  getChannelCdt,
  listCdtChannels,
  listChannelIds,
  listChannelNames,
} from '../../../contract/cdtCalls.ts';
import { channelCdt } from '../../../contract/resources/channelCdt.ts';
import { locationCdt } from '../../../contract/resources/locationCdt.ts';
import type { Country } from '../../../domain/country.ts';
import type { ServerContext } from '../../context.ts';
import type { Queryable } from '../../db/transaction.ts';
import { notFound } from '../../base/envelope.ts';
import { registerRaw, registerRead } from '../../http/registrar.ts';
import { createPlaceResolver } from '../../resources/placeResolver.ts';
import { servedOf } from '../../resources/all.ts';
import { exportHandler } from '../../resources/export.ts';
import { recordBatches } from '../../resources/list.ts';
import { findRecord } from '../../resources/records.ts';
import { nameOfOwner } from '../../resources/owners.ts';
import { leadTimeOf } from './leadTime.ts';
import { leadTimesOf } from './leadTimes.ts';

/**
 * Registers the calls about delivery lead times that are not derived from a declaration (CDT-8, CDT-9, CDT-14, CDT-15).
 */
export function cdtRoutes(app: FastifyInstance, context: ServerContext): void {
  const { pool } = context.database;
  const places = createPlaceResolver(pool);

  registerRead(app, context, listCdtChannels, async ({ entity }) => ({ list: await namesOf(pool, entity) }));
  registerRead(app, context, listChannelNames, async ({ entity }) => ({
    list: (await namesOf(pool, entity)).map(({ id, name }) => ({ channelId: id, name })),
  }));
  registerRead(app, context, listChannelIds, async ({ entity }) => ({
    list: (await namesOf(pool, entity)).map(({ id }) => id),
  }));

  registerRead(app, context, getChannelCdt, async ({ entity }, { id }) => {
    const found = await findRecord(pool, channelCdt, { country: entity, channelId: id });
    if (!found) throw notFound(`Channel ${id} has no delivery times in this country.`);
    return found as never;
  });

  registerRead(app, context, countLeadTimes, async ({ entity }, { channelIds }) => ({
    channels: await leadTimesOf(pool, entity, channelIds),
  }));
  registerRead(app, context, askLeadTime, ({ entity }, input) => leadTimeOf(pool, entity, input));
  const exporting = exportHandler(context, servedOf(locationCdt).sheet, (entity, filters, size) =>
    recordBatches(pool, places, locationCdt, entity, filters, size),
  );
  registerRaw(app, context, exportChannelCdts, async (call, input) => {
    if ((await nameOfOwner(pool, call.entity, { kind: 'channel', id: input.channelId })) === null)
      throw notFound(`There is no channel ${input.channelId} in this country. Check the ID.`);
    return exporting(call, input);
  });
}

async function namesOf(db: Queryable, entity: Country): Promise<{ id: number; name: string }[]> {
  const { rows } = await db.query<{ id: number; name: string }>({
    name: 'channel-names',
    text: 'SELECT channel_id AS id, name FROM channels WHERE country = $1 ORDER BY channel_id',
    values: [entity],
  });
  return rows;
}

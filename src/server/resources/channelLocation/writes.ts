import type { FastifyInstance } from 'fastify';
import {
  addChannelLocation,
  channelLocationKey,
  deleteChannelLocation,
  updateChannelLocation,
  type ChannelLocationRow,
} from '../../../contract/channelLocation.ts';
import { COUNTRIES, type Country } from '../../../domain/country.ts';
import { FEATURE } from '../../../domain/permission.ts';
import type { SupportFlags } from '../../../domain/serviceable.ts';
import type { ServerContext } from '../../context.ts';
import type { Queryable } from '../../db/transaction.ts';
import { firstVersion, lockKey } from '../../db/versions.ts';
import { changesNothing, type Effect } from '../../db/write.ts';
import { badRequest, conflict, notFound } from '../../http/envelope.ts';
import { registerWrite } from '../../http/registrar.ts';
import { countryOfOwner } from '../owners.ts';
import { findRecord, whoDeletedRecord, type RecordKey } from './rows.ts';

const describe = (key: RecordKey): string =>
  `location ${key.locationId} in channel ${key.channelId} (applicable type ${key.type})`;

/**
 * Locks a record and checks the version that the write was made from (OB8).
 * @returns the present row
 * @throws ApiError 409 with the row of now when the version is another, or with null when the record is gone; 404 when it
 *   is gone and no version was given
 */
async function lockRecord(
  db: Queryable,
  entity: Country,
  key: RecordKey,
  version: number | undefined,
): Promise<ChannelLocationRow> {
  const row = await findRecord(db, key, true);
  if (!row) {
    if (version === undefined) throw notFound(`There is no record of ${describe(key)}.`);
    const gone = await whoDeletedRecord(db, entity, key);
    throw conflict(`The record of ${describe(key)} was deleted by ${gone?.by ?? 'someone'} meanwhile.`, null, gone);
  }
  if (version !== undefined && version !== row.version) {
    throw conflict(`The record of ${describe(key)} was changed by ${row.updatedBy || 'someone'} meanwhile.`, row);
  }
  return row;
}

/** Effect of a write on one record. */
function effectOf(
  operator: Effect['operator'],
  before: ChannelLocationRow | null,
  after: ChannelLocationRow | null,
): Effect {
  const row = (after ?? before) as ChannelLocationRow;
  const version = after ? after.version : row.version + 1;
  return {
    feature: FEATURE.serviceableArea,
    operator,
    channelId: row.channelId,
    tplId: null,
    before,
    after,
    changes: [{ collection: 'channelLocations', key: channelLocationKey(row), version, row: after }],
    revision: { collection: 'channelLocations', scope: row.channelId },
    output: after,
  };
}

const flagValues = (flags: SupportFlags) => [flags.canDeliver, flags.canCOD, flags.canPickup, flags.canCODPickup];

/** Add, update and delete of serviceable locations (SAL-23, SAL-24). */
export function channelLocationWrites(app: FastifyInstance, context: ServerContext): void {
  registerWrite(app, context, addChannelLocation, {
    entityOf: (db, input) => countryOfOwner(db, { channelId: input.channelId }),
    apply: async (db, input, { person, entity, at }) => {
      // The place columns are copied from the location, in one statement with the insert.
      const place = await db.query({
        name: 'location-country',
        text: 'SELECT 1 FROM locations WHERE location_id = $1 AND country = $2',
        values: [input.locationId, entity],
      });
      if (place.rowCount === 0) {
        throw badRequest(`locationId: ${input.locationId} is not a location of ${COUNTRIES[entity].name}`);
      }
      await lockKey(db, 'channelLocations', channelLocationKey(input));
      const version = await firstVersion(db, 'channelLocations', channelLocationKey(input));
      const added = await db.query({
        name: 'channel-location-add',
        text: `INSERT INTO channel_locations (channel_id, type, location_id, country, state_id, city_id, district_id,
                      can_deliver, can_cod, can_pickup, can_cod_pickup, version, updated_by, updated_at)
               SELECT $1, $2, l.location_id, l.country, l.state_id, l.city_id, l.district_id, $4, $5, $6, $7, $10, $8, $9
                 FROM locations l WHERE l.location_id = $3
               ON CONFLICT DO NOTHING`,
        values: [input.channelId, input.type, input.locationId, ...flagValues(input), person.email, at, version],
      });
      const row = await findRecord(db, input);
      if (added.rowCount === 0) throw conflict(`The record of ${describe(input)} exists already.`, row);
      return effectOf('Create', null, row);
    },
  });

  registerWrite(app, context, updateChannelLocation, {
    entityOf: (db, input) => countryOfOwner(db, { channelId: input.channelId }),
    apply: async (db, input, { person, entity, at }) => {
      const before = await lockRecord(db, entity, input, input.version);
      const { canDeliver, canCOD, canPickup, canCODPickup } = input;
      const flags = { canDeliver, canCOD, canPickup, canCODPickup };
      if (changesNothing({ ...before }, flags)) return { unchanged: true, output: before };
      await db.query({
        name: 'channel-location-update',
        text: `UPDATE channel_locations SET can_deliver = $4, can_cod = $5, can_pickup = $6, can_cod_pickup = $7,
                      version = version + 1, updated_by = $8, updated_at = $9
                WHERE channel_id = $1 AND type = $2 AND location_id = $3`,
        values: [input.channelId, input.type, input.locationId, ...flagValues(input), person.email, at],
      });
      // It is locked: what it is now need not be asked again.
      const after = { ...before, ...flags, version: before.version + 1, updatedBy: person.email, updatedAt: at };
      return effectOf('Edit', before, after);
    },
  });

  registerWrite(app, context, deleteChannelLocation, {
    entityOf: (db, input) => countryOfOwner(db, { channelId: input.channel_id }),
    apply: async (db, input, { entity }) => {
      const key = { channelId: input.channel_id, type: input.applicable_type, locationId: input.location_id };
      await lockKey(db, 'channelLocations', channelLocationKey(key));
      const before = await lockRecord(db, entity, key, input.version);
      await db.query({
        name: 'channel-location-delete',
        text: 'DELETE FROM channel_locations WHERE channel_id = $1 AND type = $2 AND location_id = $3',
        values: [key.channelId, key.type, key.locationId],
      });
      return effectOf('Delete', before, null);
    },
  });
}

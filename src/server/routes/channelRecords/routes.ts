import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import type { CallDefinition } from '../../../contract/call.ts';
import {
  addChannelPostcode,
  channelPostcodeChannels,
  deleteChannelPostcode,
  listChannelPostcodes,
  updateChannelPostcode,
} from '../../../contract/channelPostcode.ts';
import {
  addChannelRoute,
  channelRouteChannels,
  channelRouteId,
  deleteChannelRoute,
  listChannelRoutes,
} from '../../../contract/channelRoute.ts';
import {
  addChannelZone,
  channelZoneChannels,
  channelZoneId,
  deleteChannelZone,
  listChannelZones,
  updateChannelZone,
} from '../../../contract/channelZone.ts';
import { resolvePage } from '../../../contract/common.ts';
import { HELD } from '../../../contract/held.ts';
import { fold } from '../../../domain/fold.ts';
import { readSort } from '../../../domain/listQuery.ts';
import type { ServerContext } from '../../context.ts';
import type { Queryable } from '../../db/transaction.ts';
import { registerRead, registerWrite } from '../../http/registrar.ts';
import { createPlaceResolver } from '../channelLocation/places.ts';
import { channelChoicesOf, countryOfChannel } from '../channels/rows.ts';
import { listRecords } from './list.ts';
import { areaByNames, requireArea } from './places.ts';
import type { RecordCollection } from './records.ts';
import { addRecord, changeRecord, deleteRecord } from './write.ts';

/** Postcodes, routes and zones of channels (channels spec 7.2; SAP-5, SAP-6, SAR-5, SAR-6, SAZ-5, SAZ-6). */
export function channelRecordRoutes(app: FastifyInstance, context: ServerContext): void {
  const { pool } = context.database;
  const places = createPlaceResolver(pool);
  const entityOf = (db: Queryable, { channelId }: { channelId: number }) => countryOfChannel(db, channelId);

  for (const choices of [channelPostcodeChannels, channelRouteChannels, channelZoneChannels]) {
    registerRead(app, context, choices, ({ entity }) => channelChoicesOf(pool, entity));
  }

  const registerList = <I extends z.ZodMiniType<Listed>, O extends z.ZodMiniType>(
    collection: RecordCollection,
    definition: CallDefinition<I, O>,
  ) =>
    registerRead(app, context, definition, async ({ entity }, input) => {
      const { page, count, offset } = resolvePage(input);
      const sort = readSort(input.sort, HELD[collection].sorts);
      const { rows, total } = await listRecords(pool, places, collection, entity, input, { offset, count, sort });
      return { list: rows, page, count, total } as z.input<O>;
    });
  registerList('channelPostcodes', listChannelPostcodes);
  registerList('channelRoutes', listChannelRoutes);
  registerList('channelZones', listChannelZones);

  registerWrite(app, context, addChannelPostcode, {
    entityOf,
    apply: (db, input, scope) => addRecord(db, 'channelPostcodes', input, scope),
  });
  registerWrite(app, context, updateChannelPostcode, {
    entityOf,
    apply: (db, { channelId, zipcode, type, version, ...flags }, scope) =>
      changeRecord(db, 'channelPostcodes', { channelId, zipcode, type }, version, flags, scope),
  });
  registerWrite(app, context, deleteChannelPostcode, {
    entityOf: (db, { channel_id }) => countryOfChannel(db, channel_id),
    apply: (db, { channel_id: channelId, zipcode, applicable_type: type, version }) =>
      deleteRecord(db, 'channelPostcodes', { channelId, zipcode, type }, version),
  });

  registerWrite(app, context, addChannelRoute, {
    entityOf,
    apply: async (db, { channelId, applicableType, ...ends }, scope) => {
      const endOf = async (side: 'from' | 'to'): Promise<number> => {
        const own = ends[`${side}LocationId`];
        if (own !== undefined) {
          await requireArea(db, scope.entity, `${side}LocationId`, own);
          return own;
        }
        const names = { state: ends[`${side}State`], city: ends[`${side}City`], district: ends[`${side}District`] };
        return areaByNames(db, scope.entity, side, names);
      };
      const route = { channelId, applicableType, fromLocationId: await endOf('from'), toLocationId: await endOf('to') };
      return addRecord(db, 'channelRoutes', { ...route, id: channelRouteId(route) }, scope);
    },
  });
  registerWrite(app, context, deleteChannelRoute, {
    entityOf,
    apply: (db, { channelId, id, version }) => deleteRecord(db, 'channelRoutes', { channelId, id }, version),
  });

  registerWrite(app, context, addChannelZone, {
    entityOf,
    apply: async (db, input, scope) => {
      await requireArea(db, scope.entity, 'locationId', input.locationId);
      const values = { ...input, id: channelZoneId(input), zoneFolded: fold(input.zone) };
      return addRecord(db, 'channelZones', values, scope);
    },
  });
  registerWrite(app, context, updateChannelZone, {
    entityOf,
    apply: (db, { channelId, id, zone, version }, scope) =>
      changeRecord(db, 'channelZones', { channelId, id }, version, { zone, zoneFolded: fold(zone) }, scope),
  });
  registerWrite(app, context, deleteChannelZone, {
    entityOf,
    apply: (db, { channelId, id, version }) => deleteRecord(db, 'channelZones', { channelId, id }, version),
  });
}

/** What the three list calls have in common. */
type Listed = Readonly<Record<string, unknown>> & {
  page?: number | undefined;
  count?: number | undefined;
  offset?: number | undefined;
  size?: number | undefined;
  sort?: string | undefined;
};

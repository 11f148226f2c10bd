import type { FastifyInstance } from 'fastify';
import {
  channelLocationAddresses,
  channelLocationById,
  channelLocationChannels,
  listChannelLocations,
} from '../../../contract/channelLocation.ts';
import { resolvePage } from '../../../contract/common.ts';
import { sortsOf } from '../../../contract/resource.ts';
import { channelLocation } from '../../../contract/resources/channelLocation.ts';
import { readSort } from '../../../domain/listQuery.ts';
import type { ServerContext } from '../../context.ts';
import { registerRead } from '../../http/registrar.ts';
import { channelChoicesOf } from '../channelRows.ts';
import type { Listing } from './list.ts';
import { namesContaining } from '../placeResolver.ts';
import { NAME_JOINS, RECORD_COLUMNS, toChannelLocationRow, type ChannelLocationRecord } from './rows.ts';

/** Lists and choices of the Location screen (SAL-20 to SAL-22). */
export function channelLocationReads(app: FastifyInstance, context: ServerContext, listing: Listing): void {
  const { pool } = context.database;

  registerRead(app, context, listChannelLocations, async ({ entity }, input) => {
    const { page, count, offset } = resolvePage(input);
    const { rows, total } = await listing.page(entity, input, {
      offset,
      count,
      sort: readSort(input.sort, sortsOf(channelLocation)),
    });
    return { list: rows, page, count, total };
  });

  registerRead(app, context, channelLocationChannels, ({ entity }) => channelChoicesOf(pool, entity));

  registerRead(app, context, channelLocationAddresses, async ({ entity }, input) => ({
    list: await namesContaining(pool, entity, input.type, input.str),
  }));

  registerRead(app, context, channelLocationById, async ({ entity }, input) => {
    const { rows } = await pool.query<ChannelLocationRecord>(
      `SELECT ${RECORD_COLUMNS} FROM channel_locations p ${NAME_JOINS}
        WHERE p.location_id = $1 AND c.country = $2 ORDER BY p.channel_id, p.type LIMIT 1000`,
      [input.location_id, entity],
    );
    return { list: rows.map(toChannelLocationRow) };
  });
}

import type { FastifyInstance } from 'fastify';
import { channelFlag, listChannels } from '../../../contract/channels.ts';
import { resolvePage } from '../../../contract/common.ts';
import type { Country } from '../../../domain/country.ts';
import type { ServerContext } from '../../context.ts';
import { requireRight, worksIn } from '../../http/call.ts';
import { notFound } from '../../base/envelope.ts';
import { registerRead } from '../../http/registrar.ts';
import {
  CHANNEL_COLUMNS,
  CHANNEL_TABLES,
  flagWords,
  toChannelRow,
  type ChannelRecord,
} from '../../resources/channelRows.ts';

/**
 * Registers the calls that return the channels of the entity (shell spec 7, G86) and the flag of a channel (SAL-27).
 */
export function channelRoutes(app: FastifyInstance, context: ServerContext): void {
  const { pool } = context.database;

  registerRead(app, context, listChannels, async ({ person, entity }, input) => {
    const country = input.country ?? entity;
    if (country !== entity) requireRight(person, country, 'signedIn');
    const { page, count, offset } = resolvePage(input);
    const { rows } = await pool.query<ChannelRecord>(
      `SELECT ${CHANNEL_COLUMNS} FROM ${CHANNEL_TABLES} WHERE c.country = $1 ORDER BY c.channel_id LIMIT $2 OFFSET $3`,
      [country, count, offset],
    );
    const total = await pool.query<{ total: number }>('SELECT count(*) AS total FROM channels WHERE country = $1', [
      country,
    ]);
    return { list: rows.map(toChannelRow), page, count, total: total.rows[0]?.total ?? 0 };
  });

  registerRead(app, context, channelFlag, async ({ person }, input) => {
    const { rows } = await pool.query<{ flag: string; country: Country }>(
      'SELECT flag::text AS flag, country FROM channels WHERE channel_id = $1',
      [input.channelId],
    );
    const found = rows[0];
    if (!found || !worksIn(person, found.country))
      throw notFound(`There is no channel ${input.channelId} in your countries. Check the ID.`);
    return { channelId: input.channelId, country: found.country, flag: flagWords(found.flag) };
  });
}

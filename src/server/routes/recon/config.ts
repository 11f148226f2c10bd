import type { FastifyInstance } from 'fastify';
import { CHANNEL_GROUPS_PAGE, resolvePage } from '../../../contract/common.ts';
import {
  allSuppliers,
  channelGroups,
  reconActionStatus,
  reconChannelName,
  reconChannelStatus,
  reconFreeChannels,
  reconLogisticsStatus,
  reconSlsStatus,
  ruleChannelInfo,
  ruleTypes,
  searchReconChannels,
} from '../../../contract/recon.ts';
import { fold } from '../../../domain/fold.ts';
import { STATUS } from '../../../domain/permission.ts';
import { FEE_RULE_TYPES } from '../../../domain/recon/rules.ts';
import { billableStatuses, LOGISTICS_ACTIONS, LOGISTICS_STATUSES } from '../../../domain/recon/shipments.ts';
import type { ServerContext } from '../../context.ts';
import { containsFolded } from '../../db/foldSql.ts';
import { pageOf } from '../../db/page.ts';
import { notFound } from '../../base/envelope.ts';
import { registerRead } from '../../http/registrar.ts';
import { pageOut, reconPage } from './support.ts';

const named = LOGISTICS_STATUSES.map(({ value, label }) => ({ id: value, name: label }));

function parsed(text: string | null): unknown {
  try {
    return text === null ? null : (JSON.parse(text) as unknown);
  } catch {
    return null;
  }
}

const WRITES = /^\/api\/(v2\/sls\/forward\/)?recon\/channel-config\/channel\/(add|edit)\/?(\?|$)/;

/** Converts a recon channel from the documented form, with channel_id, lm_info, and the statuses as JSON (REC-2). */
function asRecord(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { channel_id, lm_info, ...rest } = body;
  const statuses = rest['launch_logistics_status'];
  return {
    ...(channel_id === undefined ? {} : { channelId: channel_id }),
    ...(typeof lm_info === 'object' ? lm_info : {}),
    ...rest,
    ...(typeof statuses === 'object' && statuses !== null ? { launch_logistics_status: JSON.stringify(statuses) } : {}),
  };
}

/**
 * Registers the calls for channel configuration, suppliers, groups and rules, in their documented form (REC-1, REC-2,
 * REC-9, REC-12, REC-13).
 */
export function reconConfigRoutes(app: FastifyInstance, context: ServerContext): void {
  const { pool } = context.database;

  app.addHook('preValidation', async request => {
    const { body } = request;
    if (WRITES.test(request.url) && typeof body === 'object' && body !== null && !Array.isArray(body))
      request.body = asRecord(body as Record<string, unknown>);
  });

  registerRead(app, context, reconChannelName, async ({ entity }, { channel_id }) => {
    const { rows } = await pool.query<{ name: string }>(
      'SELECT name FROM channels WHERE country = $1 AND channel_id = $2',
      [entity, channel_id],
    );
    if (!rows[0]) throw notFound(`There is no channel ${channel_id} in this country. Check the ID.`);
    return { channel_id, channel_name: rows[0].name };
  });

  registerRead(app, context, reconFreeChannels, async ({ entity }, input) => {
    const { page_no, page_size, offset } = reconPage(input);
    const rows = await pageOf<{ channel_id: number; channel_name: string; configured: boolean }>(
      pool,
      `SELECT c.channel_id, c.name AS channel_name, r.channel_id IS NOT NULL AS configured, count(*) OVER ()::int4 AS total
         FROM channels c LEFT JOIN recon_channels r ON r.country = c.country AND r.channel_id = c.channel_id
        WHERE c.country = $1 ORDER BY c.channel_id`,
      [entity],
      { count: page_size, offset },
    );
    return { ...rows, ...pageOut(page_no, page_size) };
  });

  registerRead(app, context, reconLogisticsStatus, async () => ({ list: named }));
  registerRead(app, context, reconActionStatus, async () => ({ list: [...LOGISTICS_ACTIONS] }));
  registerRead(app, context, reconSlsStatus, async () => ({
    list: LOGISTICS_STATUSES.map(({ value, sls }) => ({ sls_status: sls, status: value })),
  }));

  registerRead(app, context, reconChannelStatus, async ({ entity }, { channel_id }) => {
    const { rows } = await pool.query<{ text: string | null }>(
      'SELECT launch_logistics_status AS text FROM recon_channels WHERE country = $1 AND channel_id = $2',
      [entity, channel_id],
    );
    const own = billableStatuses(rows[0]?.text ?? null);
    return { channel_id, list: named.filter(({ id }) => own.includes(id)) };
  });

  registerRead(app, context, searchReconChannels, async ({ entity }, input) => {
    const { page_no, page_size, offset } = reconPage(input);
    const { list: rows, total } = await pageOf<{
      channel_id: number;
      channel_name: string;
      category: number;
      lm_id: number;
      lm_name: string;
      text: string | null;
    }>(
      pool,
      `SELECT channel_id, channel_name, category, lm_id, lm_name, launch_logistics_status AS text, count(*) OVER ()::int4 AS total
         FROM recon_channels WHERE country = $1 AND ($2::int8 IS NULL OR channel_id = $2) AND ${containsFolded('channel_name', '$3')}
        ORDER BY channel_id`,
      [entity, input.channel_id ?? null, fold(input.channel_name ?? '')],
      { count: page_size, offset },
    );
    const list = rows.map(({ channel_id, channel_name, category, lm_id, lm_name, text }) => ({
      channel_id,
      channel_name,
      category,
      lm_info: { lm_id, lm_name },
      launch_logistics_status: parsed(text),
    }));
    return { list, ...pageOut(page_no, page_size), total };
  });

  registerRead(app, context, ruleChannelInfo, async ({ entity }, { supplier_id }) => {
    const { rows } = await pool.query<{
      channel_id: number;
      channel_name: string;
      supplier_id: number;
      supplier_name: string;
    }>(
      `SELECT channel_id, channel_name, lm_id AS supplier_id, lm_name AS supplier_name FROM recon_channels
        WHERE country = $1 AND ($2::int8 IS NULL OR lm_id = $2) ORDER BY channel_id`,
      [entity, supplier_id ?? null],
    );
    return { list: rows };
  });

  registerRead(app, context, ruleTypes, async () => ({
    list: FEE_RULE_TYPES.map(({ value, label }) => ({ id: value, name: label })),
  }));

  registerRead(app, context, allSuppliers, async ({ entity }) => {
    const { rows } = await pool.query<{ supplier_id: number; supplier_name: string }>(
      'SELECT supplier_id, supplier_name FROM recon_suppliers WHERE country = $1 AND status = $2 ORDER BY supplier_id',
      [entity, STATUS.normal],
    );
    return { list: rows };
  });

  registerRead(app, context, channelGroups, async ({ entity }, input) => {
    const asked =
      input.count === undefined && input.size === undefined ? { ...input, count: CHANNEL_GROUPS_PAGE } : input;
    const { page, count, offset } = resolvePage(asked);
    const { list: rows, total } = await pageOf<{ group_id: number; group_name: string; channel_ids: string[] }>(
      pool,
      `SELECT group_id, min(group_name) AS group_name, array_agg(channel_id::text ORDER BY channel_id) AS channel_ids, count(*) OVER ()::int4 AS total
         FROM channel_groups WHERE country = $1 GROUP BY group_id ORDER BY group_id`,
      [entity],
      { count, offset },
    );
    const list = rows.map(({ group_id, group_name, channel_ids }) => ({
      group_id,
      group_name,
      channel_ids: channel_ids.map(Number),
    }));
    return { list, page, count, total };
  });
}

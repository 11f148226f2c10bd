import type { FastifyInstance } from 'fastify';
import { listShippingFeeRules } from '../../../contract/feeRuleCalls.ts';
import { shippingFeeRule } from '../../../contract/resources/shippingFeeRule.ts';
import type { ServerContext } from '../../context.ts';
import { registerRead } from '../../http/registrar.ts';
import { recordsByKey } from '../../resources/records.ts';
import { keyOf } from '../../../contract/resource.ts';

interface Channel {
  id: string;
  name: string;
  rules: string[];
  total: string;
}

/** Registers the list of shipping fee rules in the documented form (RULE-1). */
export function feeRuleRoutes(app: FastifyInstance, context: ServerContext): void {
  const { pool } = context.database;
  const find = recordsByKey(shippingFeeRule);

  registerRead(app, context, listShippingFeeRules, async ({ entity }, input) => {
    const { channel_id: channelId = null, page_no: page, page_size: size } = input;
    const where = 'country = $1 AND ($2::int8 IS NULL OR channel_id = $2)';
    const [{ rows }, counted] = await Promise.all([
      pool.query<Channel>({
        name: 'fee-rules-by-channel',
        text: `SELECT channel_id AS id, min(name) AS name, array_agg(id::text ORDER BY shop_group) AS rules
                 FROM shipping_fee_rules WHERE ${where} GROUP BY channel_id ORDER BY channel_id LIMIT $3 OFFSET $4`,
        values: [entity, channelId, size, (page - 1) * size],
      }),
      pool.query<{ total: string }>({
        name: 'fee-rules-channels',
        text: `SELECT count(DISTINCT channel_id) AS total FROM shipping_fee_rules WHERE ${where}`,
        values: [entity, channelId],
      }),
    ]);
    const keyed = (id: string) => keyOf(shippingFeeRule, { country: entity, id: Number(id) });
    const found = await find(pool, entity, rows.flatMap(({ rules }) => rules).map(keyed));
    return {
      channel_list: rows.map(({ id, name, rules }) => ({
        channel_id: Number(id),
        channel_name: name,
        shipping_fee_rules: rules.flatMap(rule => found.get(keyed(rule)) ?? []) as never[],
      })),
      page_no: page,
      page_size: size,
      total_size: Number(counted.rows[0]?.total ?? 0),
    };
  });
}

import type { FastifyInstance } from 'fastify';
import { shop } from '../../../contract/resources/shop.ts';
import { listShopGroups, massDeleteShops } from '../../../contract/shopCalls.ts';
import { STATUS } from '../../../domain/permission.ts';
import { SPECIAL_SHOP_GROUPS } from '../../../domain/shops.ts';
import type { ServerContext } from '../../context.ts';
import { writeAudit } from '../../writes/audit.ts';
import type { Effect } from '../../writes/write.ts';
import { registerRead, registerWrite } from '../../http/registrar.ts';
import { servedOf } from '../../resources/all.ts';
import { deleteRecord } from '../../resources/write.ts';

/** Registers the calls about shops and shop groups that are not derived from a declaration (RULE-4, RULE-5). */
export function shopRoutes(app: FastifyInstance, context: ServerContext): void {
  const { pool } = context.database;
  const served = servedOf(shop);

  registerRead(app, context, listShopGroups, async ({ entity }) => {
    const { rows } = await pool.query<{ id: number; name: string }>({
      name: 'shop-group-choices',
      text: 'SELECT group_id AS id, name FROM shop_groups WHERE country = $1 AND status = $2 ORDER BY group_id',
      values: [entity, STATUS.normal],
    });
    return { list: [...SPECIAL_SHOP_GROUPS, ...rows.map(({ id, name }) => ({ id: Number(id), name }))] };
  });

  registerWrite(app, context, massDeleteShops, {
    apply: async (db, input, scope) => {
      // The ids are sorted, so that two calls cannot deadlock.
      const ids = [...new Set(input.shopIds as number[])].toSorted((a, b) => a - b);
      const effects: Effect[] = [];
      for (const shopId of ids) {
        const effect = await deleteRecord(db, served, { country: scope.entity, shopId }, undefined, scope);
        // Each shop gets a separate entry in history and log, as if it had been deleted individually.
        const request = { url: '/api/shop_type/shop/delete', input: { shopId }, person: scope.person };
        await writeAudit(db, request, scope.entity, effect, scope.at);
        effects.push(effect);
      }
      const [first] = effects as [Effect, ...Effect[]];
      return {
        ...first,
        before: null,
        changes: effects.flatMap(({ changes }) => changes),
        output: { deleted: ids.length },
      };
    },
  });
}

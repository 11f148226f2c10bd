import type { FastifyInstance } from 'fastify';
import { resolvePage } from '../../../contract/common.ts';
import { RATE_TABLE_CALLS } from '../../../contract/rateTable/calls.ts';
import type { Family, RateChannelRow } from '../../../contract/rateTable/versions.ts';
import type { Country } from '../../../domain/country.ts';
import { fold } from '../../../domain/fold.ts';
import { isOfCategory, productCategory, type Category } from '../../../domain/permission.ts';
import { stateOf } from '../../../domain/rates/versions.ts';
import { nowSeconds } from '../../base/clock.ts';
import type { ServerContext } from '../../context.ts';
import { registerRead } from '../../http/registrar.ts';
import { productsOf, type Product } from '../../rates/products.ts';
import { familyNo, windowsOf } from '../../rates/versions.ts';

/** Registers the calls for channels that have a rate table or could have one (RATE-11, RATE-18). */
export function rateChannelRoutes(app: FastifyInstance, context: ServerContext, family: Family): void {
  const { pool } = context.database;
  const calls = RATE_TABLE_CALLS[family];

  /** Returns the channels with versions, and when the most recent version changed. */
  const withTable = async (entity: Country) => {
    const { rows } = await pool.query<{ channel_id: number; name: string | null; updated_at: number }>({
      name: 'rate-channels',
      text: `SELECT v.channel_id, c.name, max(v.updated_at) AS updated_at
               FROM rate_versions v LEFT JOIN channels c ON c.channel_id = v.channel_id
              WHERE v.family = $1 AND v.country = $2 GROUP BY v.channel_id, c.name ORDER BY v.channel_id`,
      values: [familyNo(family), entity],
    });
    return rows.map(row => ({ channelId: row.channel_id, channelName: row.name ?? '', updatedAt: row.updated_at }));
  };

  /**
   * Returns the channels of products and the channels with a rate table, but only the latter if the product service is
   * down. Channels of products in a category that the person may not see are omitted (PERM-17).
   */
  const allChannels = async (entity: Country, category: Category) => {
    const own = await withTable(entity);
    const asked = await productsOf(context.config.productService, entity);
    const byChannel = new Map<number, { channelName: string; updatedAt: number | null; product: Product | null }>(
      own.map(({ channelId, channelName, updatedAt }) => [channelId, { channelName, updatedAt, product: null }]),
    );
    for (const product of asked.products) {
      const known = byChannel.get(product.channel_id);
      byChannel.set(product.channel_id, {
        channelName: known?.channelName || product.channel_name,
        updatedAt: known?.updatedAt ?? null,
        product,
      });
    }
    const list = [...byChannel].flatMap(([channelId, rest]) => {
      const own = rest.product && productCategory(rest.product.entity);
      return own === null || isOfCategory(category, own) ? [{ channelId, ...rest, category: own }] : [];
    });
    return { list: list.toSorted((a, b) => a.channelId - b.channelId), missing: asked.missing };
  };

  registerRead(app, context, calls.queryChannels, async ({ entity, person }, input) => {
    const { page, count, offset } = resolvePage(input);
    const { list, missing } = await allChannels(entity, person.category);
    const name = fold(input.name ?? '');
    const wanted = list.filter(
      ({ channelId, channelName, product, updatedAt }) =>
        (input.channelId === undefined || channelId === input.channelId) &&
        (input.hasRateTable === undefined || (updatedAt !== null) === input.hasRateTable) &&
        (fold(channelName).includes(name) || fold(product?.seller_display_name ?? '').includes(name)),
    );
    const shown = wanted.slice(offset, offset + count);
    const at = nowSeconds(context);
    const windows = await windowsOf(
      pool,
      family,
      shown.map(({ channelId }) => channelId),
    );
    return {
      list: shown.map(({ channelId, channelName, product, category, updatedAt }): RateChannelRow => {
        const versions = (windows.get(channelId) ?? []).map(version => ({
          ...version,
          status: stateOf(version, windows.get(channelId) ?? [], at),
        }));
        const of = (status: string) => versions.filter(version => version.status === status);
        const active = of('Active')[0];
        const next = of('Scheduled').map(({ activeFrom }) => activeFrom as number);
        return {
          channelId,
          channelName,
          productId: product?.product_id ?? null,
          productName: product?.seller_display_name ?? null,
          category,
          isMasking: product?.is_masking_product ?? false,
          hasRateTable: updatedAt !== null,
          drafts: of('Draft').length,
          submitted: of('Submitted').length,
          scheduled: next.length,
          expired: of('Expired').length,
          activeVersionNo: active?.versionNo ?? null,
          activeVersionId: active?.id ?? null,
          nextFrom: next.length > 0 ? Math.min(...next) : null,
          updatedAt,
        };
      }),
      page,
      count,
      total: wanted.length,
      missing,
    };
  });

  registerRead(app, context, calls.channelIds, async ({ entity, person }) => ({
    channelIds: (await allChannels(entity, person.category)).list.map(({ channelId }) => channelId),
  }));

  registerRead(app, context, calls.listRateChannels, async ({ entity }) => ({
    list: (await withTable(entity)).map(({ channelId, channelName }) => ({ channelId, channelName })),
  }));
}

import type { CallOutput } from '../../contract/call.ts';
import type { RATE_TABLE_CALLS } from '../../contract/rateTable/calls.ts';
import type { Family } from '../../contract/rateTable/versions.ts';
import type { Country } from '../../domain/country.ts';
import { currencyOf } from '../../domain/currency.ts';
import type { Parcel, Quote } from '../../domain/rates/quote.ts';
import { versionAt } from '../../domain/rates/versions.ts';
import type { RateTable } from '../../domain/rates/table.ts';
import type { Queryable } from '../db/transaction.ts';
import { Turns } from '../base/turns.ts';
import { badRequest } from '../base/envelope.ts';
import { findEnds } from './ends.ts';
import { quoteOf, tableOf } from './quotes.ts';
import type { SealedTables } from './sealedFiles.ts';
import { findVersion, windowsOf, type KnownVersion, type VersionScope } from './versions.ts';

/**
 * Answers "What would this draft do?": a month of orders, priced both with the draft and with the version that was in
 * effect (issue 29, 4).
 */

type Answer = CallOutput<(typeof RATE_TABLE_CALLS)[Family]['whatIf']>;

interface Order {
  orderId: string;
  at: number;
  originId: number;
  destinationId: number;
  cep: string;
  grams: number;
  length: number;
  width: number;
  height: number;
  orderValue: number;
  cod: number | null;
  shopGroup: number | null;
}

const DAY = 86_400;
/** Number of days of orders on which the draft is tested. */
const DAYS = 31;
/** Maximum number of orders. If there are more, only the newest are used. */
const ORDERS_MOST = 200_000;
/** Maximum number of parcels in the response. */
const SHOWN = 100;
/** Number of orders that are read at a time; other requests run in between. */
const PAGE = 5_000;

interface ZoneSum {
  name: string;
  orders: number;
  before: bigint;
  after: bigint;
  missing: number;
}

/**
 * @param against the version to compare with; if omitted, each order is compared with the version in effect at its
 *   time. Both sides are ASF, based on measured values, since those are charged.
 */
export async function whatIf(
  db: Queryable,
  tables: SealedTables,
  scope: VersionScope,
  { id, against }: { id: number; against?: number | undefined },
): Promise<Answer> {
  const draft = await findVersion(db, scope, id);
  const after = await tableOf(db, tables, draft);
  const before = await tablesBefore(db, tables, scope, draft, against);
  const sums = new Sums(after);
  const turns = new Turns();
  const since = await firstOrder(db, draft.channelId);
  for (let cursor = { at: since, orderId: '' }, size = PAGE; size === PAGE;) {
    const orders = await ordersAfter(db, draft.channelId, cursor);
    const ends = await findEnds(
      db,
      scope.entity,
      orders.flatMap(({ originId, destinationId }) => [{ locationId: originId }, { locationId: destinationId }]),
    );
    const words = { placeLabel: ends.placeLabel, lines: false };
    for (const order of orders) {
      const parcel = parcelOf(order, scope.entity, ends);
      const table = before(order.at);
      sums.add(order, table && quoteOf(table, 'asf', parcel, null), quoteOf(after, 'asf', parcel, words), table);
      if (turns.isOver) await turns.next();
    }
    size = orders.length;
    cursor = orders.at(-1) ?? cursor;
  }
  return sums.answer(draft.settings.currency);
}

function parcelOf(order: Order, entity: Country, ends: Awaited<ReturnType<typeof findEnds>>): Parcel {
  const declared = { grams: order.grams, sides: [order.length, order.width, order.height] as [number, number, number] };
  const parcel = ends.parcel({
    origin: { locationId: order.originId },
    destination: { locationId: order.destinationId, ...(order.cep === '' ? {} : { cep: order.cep }) },
    declared,
    orderValue: order.orderValue,
    cod: order.cod,
    shopGroup: order.shopGroup,
  });
  // Orders are paid in the currency of their country, whatever the currency of the version.
  return { ...parcel, currency: currencyOf(entity) };
}

/** Returns the table with which an order was charged, depending on the time of the order. */
async function tablesBefore(
  db: Queryable,
  tables: SealedTables,
  scope: VersionScope,
  { channelId, id, settings: { currency } }: KnownVersion,
  against: number | undefined,
): Promise<(at: number) => RateTable | null> {
  if (against !== undefined) {
    const other = await findVersion(db, scope, against);
    if (other.settings.currency !== currency)
      throw badRequest(
        `against: version ${other.versionNo} is in ${other.settings.currency} and the draft in ${currency}, so their fees cannot be compared`,
      );
    const table = await tableOf(db, tables, other);
    return () => table;
  }
  const versions = ((await windowsOf(db, scope.family, [channelId])).get(channelId) ?? []).filter(
    one => one.id !== id && one.activeFrom !== null,
  );
  const known = new Map<number, RateTable>();
  for (const { id: own } of versions) {
    const version = await findVersion(db, scope, own);
    // Fees in another currency are not comparable: their orders count as orders without an earlier fee.
    if (version.settings.currency === currency) known.set(own, await tableOf(db, tables, version));
  }
  return at => {
    const version = versionAt(versions, at);
    return version ? (known.get(version.id) ?? null) : null;
  };
}

/** The time from which orders are used: the last month of orders, or the newest ones if those are too many. */
async function firstOrder(db: Queryable, channelId: number): Promise<number> {
  const { rows } = await db.query<{ since: number }>({
    name: 'rate-first-order',
    text: `SELECT coalesce(greatest(max(at) - $2::int8,
                    (SELECT at + 1 FROM rate_orders WHERE channel_id = $1 ORDER BY at DESC OFFSET $3 LIMIT 1)), 0)::int8 AS since
             FROM rate_orders WHERE channel_id = $1`,
    values: [channelId, DAYS * DAY, ORDERS_MOST],
  });
  return rows[0]?.since ?? 0;
}

async function ordersAfter(
  db: Queryable,
  channelId: number,
  { at, orderId }: { at: number; orderId: string },
): Promise<Order[]> {
  const { rows } = await db.query<Order>({
    name: 'rate-orders',
    text: `SELECT order_id AS "orderId", at, origin_id AS "originId", destination_id AS "destinationId", cep, grams, length, width, height,
                  order_value AS "orderValue", cod, shop_group AS "shopGroup"
             FROM rate_orders WHERE channel_id = $1 AND (at, order_id) > ($2::int8, $3) ORDER BY at, order_id LIMIT ${PAGE}`,
    values: [channelId, at, orderId],
  });
  return rows;
}

type Most = Answer['most'][number];
const change = ({ before, after }: Pick<Most, 'before' | 'after'>): number => Math.abs(after - before);

/** The name of a zone or route by which a table computes ASF; '' if it has none. */
const nameIn = (table: RateTable | null, code: string): string =>
  table?.columns.areas.find(area => area.kind === table.settings.asfArea && area.code === code)?.name ?? '';

class Sums {
  private readonly zones = new Map<string, ZoneSum>();
  private most: Most[] = [];
  private readonly without: Answer['without'] = [];
  private orders = 0;
  private missing = 0;
  private unpriced = 0;
  private from: number | null = null;
  private until: number | null = null;

  constructor(private readonly draft: RateTable) {}

  /** @param table the table of `before`, which may name a zone that the draft does not have */
  add({ orderId, at, destinationId, grams }: Order, before: Quote | null, after: Quote, table: RateTable | null): void {
    this.orders += 1;
    this.from = Math.min(this.from ?? at, at);
    this.until = Math.max(this.until ?? at, at);
    const area = after.area ?? before?.area ?? null;
    const zone = this.zones.get(area ?? '') ?? {
      name: area === null ? '' : nameIn(this.draft, area) || nameIn(table, area),
      orders: 0,
      before: 0n,
      after: 0n,
      missing: 0,
    };
    this.zones.set(area ?? '', zone);
    zone.orders += 1;
    const was = before?.total ?? null;
    if (after.total === null) {
      zone.missing += 1;
      this.missing += 1;
      if (this.without.length < SHOWN)
        this.without.push({ orderId, at, destinationId, grams, before: was, text: after.missing?.text ?? '' });
      return;
    }
    // Without a previous fee, there is no difference, so the order is included in neither sum.
    if (was === null) {
      this.unpriced += 1;
      return;
    }
    zone.before += BigInt(was);
    zone.after += BigInt(after.total);
    if (after.total !== was) this.keep({ orderId, at, destinationId, grams, area, before: was, after: after.total });
  }

  /**
   * Keeps the largest changes. The list is truncated only once it has grown to several times its size, so that it is
   * rarely sorted.
   */
  private keep(one: Most): void {
    this.most.push(one);
    if (this.most.length > SHOWN * 20) this.most = this.largest();
  }

  private largest(): Most[] {
    return this.most.toSorted((a, b) => change(b) - change(a) || (a.orderId < b.orderId ? -1 : 1)).slice(0, SHOWN);
  }

  answer(currency: string): Answer {
    const zones = [...this.zones].sort(([a], [b]) => (a < b ? -1 : 1));
    const sum = (of: 'before' | 'after') => String(zones.reduce((all, [, zone]) => all + zone[of], 0n));
    return {
      currency,
      orders: this.orders,
      from: this.from,
      until: this.until,
      zones: zones.map(([area, { name, orders, before, after, missing }]) => ({
        area,
        name,
        orders,
        before: String(before),
        after: String(after),
        missing,
      })),
      before: sum('before'),
      after: sum('after'),
      unpriced: this.unpriced,
      most: this.largest(),
      missing: this.missing,
      without: this.without,
    };
  }
}

import type { ComparedBill } from '../../contract/recon.ts';
import { RECON_STATUS } from '../../domain/recon/status.ts';
import type { Queryable } from '../db/transaction.ts';
import type { StoredResult } from './compare.ts';
import { CounterChanges } from './counters.ts';
import { markOutdatedBy } from './outdated.ts';
import { countedOf, type ParcelRecord } from './parcels.ts';
import type { QuoteLine } from './quotes.ts';

/**
 * Ids of stored quote lines. Those that a transaction adds count only once it has committed, because it may be rolled
 * back.
 */
export class KeptQuotes {
  private readonly ids = new WeakMap<readonly QuoteLine[], number>();
  private fresh: (readonly [readonly QuoteLine[], number])[] = [];

  idOf(lines: readonly QuoteLine[]): number | undefined {
    return this.ids.get(lines);
  }

  add(lines: readonly QuoteLine[], id: number): void {
    this.fresh.push([lines, id]);
  }

  committed(): void {
    for (const [lines, id] of this.fresh) this.ids.set(lines, id);
    this.fresh = [];
  }
}

/** Maximum number of bills that are listed as compared with another one. */
const COMPARED_SHOWN = 100;

/**
 * Writes results to parcels and updates the counters. Parcels that somebody has changed since they were compared are
 * skipped.
 * @returns ids of the parcels that were written
 */
export async function storeResults(
  db: Queryable,
  parcels: readonly ParcelRecord[],
  results: ReadonlyMap<number, StoredResult>,
  kept: KeptQuotes = new KeptQuotes(),
): Promise<Set<number>> {
  const chosen = parcels.flatMap(parcel => {
    const result = results.get(parcel.id);
    return result ? [{ parcel, result }] : [];
  });
  if (chosen.length === 0) return new Set();
  const of = <T>(value: (result: StoredResult) => T): T[] => chosen.map(({ result }) => value(result));
  const quoteIds = await keepQuotes(
    db,
    chosen.map(({ result }) => result),
    kept,
  );
  const { rows } = await db.query<{ id: number }>(
    `UPDATE recon_parcels p SET status = r.status, reason = r.reason, side = r.side, earlier = r.earlier, expected = r.expected,
            difference = r.difference, shipment = r.shipment, channel_id = r.channel_id, quote_id = r.quote_id, rate_hash = r.rate_hash,
            version = p.version + 1
       FROM unnest($1::int8[], $2::int4[], $3::int2[], $4::text[], $5::text[], $6::numeric[], $7::numeric[], $8::numeric[], $9::text[], $10::int8[], $11::int4[], $12::text[])
            AS r (id, version, status, reason, side, earlier, expected, difference, shipment, channel_id, quote_id, rate_hash)
      WHERE p.id = r.id AND p.version = r.version
     RETURNING p.id`,
    [
      chosen.map(({ parcel }) => parcel.id),
      chosen.map(({ parcel }) => parcel.version),
      of(({ status }) => status),
      of(({ reason }) => reason),
      of(({ side }) => side),
      of(({ earlier }) => earlier),
      of(({ expected }) => expected),
      of(({ difference }) => difference),
      of(({ shipment }) => shipment),
      of(({ channelId }) => channelId),
      quoteIds,
      of(({ rateHash }) => rateHash),
    ],
  );
  const written = new Set(rows.map(({ id }) => id));
  const counters = new CounterChanges();
  const pairs = new Map<string, Pair>();
  const addPair = (billId: number, otherId: number, isMissed = false) =>
    pairs.set(`${otherId} ${billId}`, { billId, otherId, isMissed });
  for (const { parcel, result } of chosen) {
    if (!written.has(parcel.id)) continue;
    for (const otherId of result.otherBills ?? []) addPair(parcel.billId, otherId);
    // A later bill that was compared before this one was read has not taken it into account.
    for (const laterId of result.laterBills ?? []) addPair(laterId, parcel.billId, true);
    const { status, reason, channelId, expected, difference } = result;
    counters.move(countedOf(parcel), countedOf({ ...parcel, status, reason, channelId, expected, difference }));
  }
  await counters.apply(db);
  await keepPairs(db, [...pairs.values()]);
  await markOutdatedBy(
    db,
    chosen.flatMap(({ parcel }) => (parcel.status === RECON_STATUS.deleted && written.has(parcel.id) ? [parcel] : [])),
  );
  return written;
}

/** A bill that was compared with another one, or that missed it because it was compared before. */
interface Pair {
  billId: number;
  otherId: number;
  isMissed: boolean;
}

/**
 * Stores which bills were compared with which others, in a fixed order so that two transactions cannot deadlock. A bill
 * that was already compared and missed the other one is outdated.
 */
async function keepPairs(db: Queryable, pairs: Pair[]): Promise<void> {
  if (pairs.length === 0) return;
  pairs.sort((a, b) => a.otherId - b.otherId || a.billId - b.billId);
  await db.query(
    `INSERT INTO recon_comparisons (bill_id, other_id, outdated)
     SELECT n.bill, n.other, (n.missed AND EXISTS (SELECT 1 FROM recon_bills b WHERE b.id = n.bill AND b.state = 'ready'))::int4
       FROM unnest($1::int4[], $2::int4[], $3::boolean[]) AS n (bill, other, missed) ON CONFLICT DO NOTHING`,
    [pairs.map(({ billId }) => billId), pairs.map(({ otherId }) => otherId), pairs.map(({ isMissed }) => isMissed)],
  );
}

/** Returns the bills that were compared with a given one, so their results may change if it is deleted or changed. */
export async function comparedWith(db: Queryable, id: number): Promise<ComparedBill[]> {
  const { rows } = await db.query<ComparedBill>(
    `SELECT b.id, b.bill_no FROM recon_comparisons c JOIN recon_bills b ON b.id = c.bill_id
      WHERE c.other_id = $1 AND NOT b.deleted ORDER BY b.id LIMIT ${COMPARED_SHOWN}`,
    [id],
  );
  return rows;
}

/**
 * Stores those quote lines that are not stored yet; many parcels share the same lines.
 * @returns the id of the lines of each result, or null for a result without a quote
 */
async function keepQuotes(
  db: Queryable,
  results: readonly StoredResult[],
  kept: KeptQuotes,
): Promise<(number | null)[]> {
  const texts = new Map<string, number>();
  /** The index of each quote among the distinct quotes. */
  const places = new Map<readonly QuoteLine[], number>();
  for (const { quote } of results) {
    if (quote === null || places.has(quote) || kept.idOf(quote) !== undefined) continue;
    const text = JSON.stringify(quote);
    const place = texts.get(text) ?? texts.size;
    texts.set(text, place);
    places.set(quote, place);
  }
  const ids = texts.size === 0 ? [] : await idsOfQuotes(db, [...texts.keys()]);
  for (const [lines, place] of places) kept.add(lines, ids[place] as number);
  return results.map(({ quote }) =>
    quote === null ? null : (kept.idOf(quote) ?? (ids[places.get(quote) as number] as number)),
  );
}

/** SQL: the lines of quotes in $1, a list, each with its hash and its place in the list. */
const GIVEN_QUOTES = `(SELECT place::int4, encode(sha256(convert_to(lines::text, 'UTF8')), 'hex') AS hash, lines
    FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY AS t (lines, place)) given`;
const listOfQuotes = (texts: readonly string[]): string[] => [`[${texts.join(',')}]`];

/** Returns the ids of those quotes that are stored, each with its place in the list, which starts at 1. */
async function findQuotes(db: Queryable, texts: readonly string[]): Promise<{ id: number; place: number }[]> {
  const { rows } = await db.query<{ id: number; place: number }>(
    `SELECT q.id, given.place FROM ${GIVEN_QUOTES} JOIN recon_quotes q ON q.hash = given.hash ORDER BY given.place`,
    listOfQuotes(texts),
  );
  return rows;
}

/** Returns the id of the quote lines of each result: null if it has no quote, undefined if they are not stored. */
export async function storedQuotes(
  db: Queryable,
  results: readonly Pick<StoredResult, 'quote'>[],
): Promise<(number | null | undefined)[]> {
  const texts = results.map(({ quote }) => (quote === null ? null : JSON.stringify(quote)));
  const distinct = [...new Set(texts.flatMap(text => text ?? []))];
  if (distinct.length === 0) return results.map(() => null);
  const ids = new Map((await findQuotes(db, distinct)).map(({ id, place }) => [distinct[place - 1], id]));
  return texts.map(text => (text === null ? null : ids.get(text)));
}

async function idsOfQuotes(db: Queryable, texts: readonly string[]): Promise<number[]> {
  const find = async () => (await findQuotes(db, texts)).map(({ id }) => id);
  const found = await find();
  if (found.length === texts.length) return found;
  // Inserted in the order of their hashes, so that two bills cannot deadlock.
  await db.query(
    `INSERT INTO recon_quotes (hash, lines) SELECT DISTINCT ON (hash) hash, lines FROM ${GIVEN_QUOTES} ORDER BY hash ON CONFLICT (hash) DO NOTHING`,
    listOfQuotes(texts),
  );
  return find();
}

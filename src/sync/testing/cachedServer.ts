import type { Change } from '../../contract/feed.ts';
import { columnsOf, DECLARED, declaredKey } from '../../contract/cached.ts';
import type { ResourceCollection } from '../../contract/resources/all.ts';
import { unpackFlags } from '../../domain/serviceable.ts';
import type { Transport } from '../network/transport.ts';
import type { Outcome, Row } from '../types.ts';
import { sampleRow } from './sampleRow.ts';
import { columnValue, inListOrder, segmentOf } from './segments.ts';
import { rowOf } from './writes.ts';

/** The channel whose records the tests cache. */
export const CACHED_CHANNEL = 10021;

/**
 * Generates a record from a small number, which determines its key, and from `bits`, which determine its other values.
 * Records of other collections are generated from their declarations.
 */
const ROWS: Readonly<Partial<Record<ResourceCollection, (id: number, bits: number) => Row>>> = {
  channelLocations: (id, bits) => ({ ...rowOf(id), ...unpackFlags(bits) }),
};

/**
 * A server with the records of one collection of a channel or of the entity: an ordered feed, and segments that may be
 * older than the feed.
 */
export class CachedServer {
  readonly now = new Map<number, Row>();
  readonly feed: Change[] = [];
  readonly collection: ResourceCollection;
  private readonly versions = new Map<number, number>();
  private cut: { at: number; rows: Row[] } | null = null;
  answer: ((id: string, input: Row) => Outcome | null) | null = null;
  asked: string[] = [];

  constructor(collection: ResourceCollection = 'channelLocations') {
    this.collection = collection;
  }

  private note(id: number, row: Row, gone: boolean): void {
    const version = (this.versions.get(id) ?? 0) + 1;
    this.versions.set(id, version);
    const next = { ...row, version };
    if (gone) this.now.delete(id);
    else this.now.set(id, next);
    const { collection } = this;
    this.feed.push({ collection, key: declaredKey(DECLARED[collection], row), version, row: gone ? null : next });
  }
  put(id: number, bits: number): void {
    const { collection } = this;
    this.note(id, ROWS[collection]?.(id, bits) ?? sampleRow(collection, CACHED_CHANNEL, id, bits), false);
  }
  remove(id: number): void {
    const row = this.now.get(id);
    if (row) this.note(id, row, true);
  }
  /** Creates segments; the same ones are delivered until the next call. */
  slice(): void {
    this.cut = { at: this.feed.length, rows: inListOrder(DECLARED[this.collection], this.now.values()) };
  }
  readonly call: Transport['call'] = (async (definition: { id: string }, input: Record<string, unknown>) => {
    await Promise.resolve();
    this.asked.push(definition.id === 'feed.segments' ? String(input['collection']) : definition.id);
    const other = this.answer?.(definition.id, input);
    if (other) return other;
    if (!this.cut) this.slice();
    const { at, rows } = this.cut as { at: number; rows: Row[] };
    const parts = [];
    for (let from = 0; from < rows.length; from += 2) parts.push(rows.slice(from, from + 2));
    const idOf = (part: Row[]) =>
      JSON.stringify(part.map(row => [declaredKey(DECLARED[this.collection], row), row['version']]));
    if (definition.id === 'feed.segments') {
      const own = input['collection'] === this.collection ? parts : [];
      const segments = own.map(part => ({ id: idOf(part), rows: part.length, bytes: 1 }));
      return { kind: 'ok', data: { cursor: String(at), total: own.flat().length, segments } };
    }
    if (definition.id === 'feed.segment') {
      const part = parts.find(candidate => idOf(candidate) === input['id']) ?? [];
      const columns = segmentOf(DECLARED[this.collection], part);
      return { kind: 'ok', data: { collection: this.collection, entity: 'ID', columns } };
    }
    const since = Number(input['since']);
    const changes = this.feed.slice(since, since + 2);
    const more = since + changes.length < this.feed.length;
    return { kind: 'ok', data: { changes, cursor: String(since + changes.length), more, reset: false } };
  }) as unknown as Transport['call'];
}

/** Every column of every row, in the list's order. */
export const truth = ({ collection, now }: CachedServer) =>
  inListOrder(DECLARED[collection], now.values()).map(row =>
    Object.fromEntries(
      Object.keys(columnsOf(DECLARED[collection])).map(name => [
        name,
        DECLARED[collection].empties.includes(name) ? row[name] : columnValue(DECLARED[collection], name, row),
      ]),
    ),
  );

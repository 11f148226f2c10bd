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
  /** The id of each content of the collection, as returned together with others. */
  private readonly ids = new Map<string, string>();
  private cut: { at: number; rows: Row[] } | null = null;
  /** Whether the collection is too large to be returned together with others. */
  large = false;
  /** Number of changes by which the cursor of collections returned together is older than their rows. */
  lag = 0;
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
  private wholeId(content: string): string {
    const id = this.ids.get(content) ?? this.ids.size.toString(16).padStart(20, '0');
    this.ids.set(content, id);
    return id;
  }
  /** Collections returned together: always the current rows; all collections except one are empty. */
  private sets({ collections, known }: Record<string, unknown>) {
    const declaration = DECLARED[this.collection];
    const all = String(collections)
      .split(',')
      .map(collection => {
        if (collection !== this.collection || this.now.size === 0) return { collection, rows: 0, id: '' };
        const columns = segmentOf(declaration, inListOrder(declaration, this.now.values()));
        const id = this.wholeId(JSON.stringify(columns));
        const head = { collection, rows: this.now.size, id };
        return String(known).split(',').includes(id) ? head : { ...head, columns };
      });
    const isLarge = ({ collection }: { collection: string }) => this.large && collection === this.collection;
    return {
      cursor: String(Math.max(0, this.feed.length - this.lag)),
      sets: all.filter(set => !isLarge(set)),
      large: all.filter(isLarge).map(({ collection }) => collection),
    };
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
    if (definition.id === 'feed.sets') return { kind: 'ok', data: this.sets(input) };
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

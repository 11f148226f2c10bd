import type { Change } from '../../contract/feed.ts';
import { columnsOf, DECLARED, declaredKey } from '../../contract/cached.ts';
import type { ResourceCollection } from '../../contract/resources/all.ts';
import { newConfig } from '../../domain/serviceableConfig.ts';
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
  channelPostcodes: (id, bits) => ({
    channelId: CACHED_CHANNEL,
    type: id % 2,
    zipcode: `${40_000 - id}`,
    updatedBy: `p${bits % 3}`,
    updatedAt: bits,
    ...unpackFlags(bits),
  }),
  // When sorted by number, these records are not in the list's order.
  channelRoutes: (id, bits) => ({
    channelId: CACHED_CHANNEL,
    id: ((id * 7919) % 101) + 1,
    applicableType: id % 2,
    fromLocationId: 20 - id,
    toLocationId: id,
    updatedBy: '',
    updatedAt: bits,
  }),
  // Cached with the entity; the key is a single string.
  serviceCodes: (id, bits) => ({
    country: 'ID',
    code: `C${((id * 7919) % 101) + 1}`,
    shipping_channel_id: CACHED_CHANNEL,
    name: `Code ${bits % 4}`,
    status: bits % 2,
    updatedBy: '',
    updatedAt: bits,
  }),
  // Cached with the entity; the key is its channel. Its levels may be empty.
  channelServiceConfs: (id, bits) => ({
    ...newConfig(),
    country: 'ID',
    channelId: 10_000 + ((id * 7919) % 101),
    name: `Channel ${id}`,
    zoneLevel: bits % 4,
    shop_level: bits % 4 === 0 ? null : bits % 4,
    updatedBy: '',
    updatedAt: bits,
  }),
  // Cached with the entity; the key consists of its channel and a string.
  nonWorkingDays: (id, bits) => ({
    country: 'ID',
    channelId: 10_000 + ((id * 7919) % 101),
    channelName: `Channel ${id}`,
    channelType1: 1,
    channelType2: 2,
    serviceType: id % 2 === 0 ? 'FL' : 'LM',
    WeekendsSetting: bits % 2 === 0 ? 'Sun' : 'Sat, Sun',
    HolidaysSetting: `2026-01-${10 + (bits % 9)}`,
    isMaskChannel: id % 2,
    status: bits % 2,
    updatedBy: '',
    updatedAt: bits,
  }),
  channelZones: (id, bits) => ({
    channelId: CACHED_CHANNEL,
    id: ((id * 7919) % 101) + 1,
    applicableType: 0,
    locationId: id,
    zone: `Z${bits % 4}`,
    updatedBy: '',
    updatedAt: bits,
  }),
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

import { DECLARED, declaredKey } from '../../contract/cached.ts';
import { OWNERS, type Owner } from '../../contract/owner.ts';
import { SERVICE_LISTS } from '../../contract/serviceLists.ts';
import type { ResourceCollection } from '../../contract/resources/all.ts';
import type { Country } from '../../domain/country.ts';
import { unpackFlags, type ApplicableType, type SupportFlags } from '../../domain/serviceable.ts';
import { RouteParts, type RoutePaths } from '../../domain/routeParts.ts';
import type { ServiceRecords } from '../../domain/serviceability.ts';
import type { ServiceConfig } from '../../domain/serviceableConfig.ts';
import { afterBulks, type WaitingBulk } from './afterBulks.ts';
import { overlay } from './overlay.ts';
import type { StoredEntry } from '../outbox/entry.ts';
import type { Row } from '../types.ts';
import type { CachedColumns, ColumnChange } from '../mirror/cachedColumns.ts';

/** A person's writes to a collection, which are applied to its records (MR1), in the format of list/overlay. */
export interface PendingWrites {
  settledAt: number;
  entries: readonly StoredEntry[];
  /** The person's bulk changes, in order. */
  bulks?: readonly WaitingBulk[];
}
export type Pending = Readonly<Partial<Record<ResourceCollection, PendingWrites>>>;

/** The records' owner in its country. */
export interface RecordOwner extends Owner {
  country: Country;
}

/** Columns of an owner's collections; undefined for collections not required by its configuration. */
export type OwnerColumns = Readonly<Partial<Record<ResourceCollection, CachedColumns>>>;

/** One collection with the person's writes applied; a record is found by the columns of its order. */
class DrawnRecords {
  private readonly columns: CachedColumns | undefined;
  private readonly collection: ResourceCollection;
  private readonly owner: Row;
  private readonly settledAt: number;
  private readonly bulks: readonly WaitingBulk[];
  /** Entries by the values of the order columns. */
  private readonly entries = new Map<string, StoredEntry[]>();
  /** Positions of these writes' records in the order. */
  private readonly places: (readonly (number | string)[])[] = [];

  constructor(
    collection: ResourceCollection,
    columns: CachedColumns | undefined,
    { kind, id, country }: RecordOwner,
    pending: PendingWrites | undefined,
  ) {
    this.collection = collection;
    this.columns = columns;
    const declaration = DECLARED[collection];
    this.owner = declaration.ofEntity ? { country } : { [OWNERS[kind].field]: id, country };
    this.settledAt = pending?.settledAt ?? 0;
    this.bulks = pending?.bulks ?? [];
    for (const entry of pending?.entries ?? []) {
      const row = { ...entry.base, ...entry.optimistic };
      if (!declaration.ofEntity && row[OWNERS[kind].field] !== id) continue;
      const place = declaration.order.map(column => row[column] as number | string);
      const known = this.entries.get(place.join('/'));
      if (known) known.push(entry);
      else {
        this.entries.set(place.join('/'), [entry]);
        this.places.push(place);
      }
    }
  }

  /** A record after the person's writes: its position in the columns if unchanged, null if missing. */
  find(place: readonly (number | string)[]): Row | number | null {
    const found = this.written(place);
    if (this.bulks.length === 0 || found === null) return found;
    const row = typeof found === 'number' ? this.row(found) : found;
    const after = afterBulks(this.bulks, declaredKey(DECLARED[this.collection], row), row);
    if (!after) return found;
    return after.last.set === null ? null : { ...row, ...after.values };
  }

  /** Finds a record with single writes applied, but without bulk changes. */
  private written(place: readonly (number | string)[]): Row | number | null {
    const at = this.columns?.positionOf(place) ?? -1;
    const entries = this.entries.size === 0 ? undefined : this.entries.get(place.join('/'));
    if (!entries) return at < 0 ? null : at;
    const page = { rows: at < 0 ? [] : [this.row(at)], total: 0, page: 1, settledAt: this.settledAt };
    const rowKey = (row: Row): string => declaredKey(DECLARED[this.collection], row);
    const [drawn] = overlay<Row, Row>(page, entries, { rowKey, matches: () => true }, {}).rows;
    if (!drawn) return null;
    const { effect, state } = drawn.pending ?? {};
    // The server refused to add the record, or the person has deleted it.
    if (effect === 'create' && (state === 'refused' || state === 'conflict')) return null;
    return effect === 'delete' && state !== 'refused' ? null : drawn.row;
  }

  /** Returns the columns with all pending writes applied; the original columns if there are none. */
  drawn(): CachedColumns | undefined {
    const { columns } = this;
    if (!columns || (this.places.length === 0 && this.bulks.length === 0)) return columns;
    const declaration = DECLARED[this.collection];
    const keys = this.bulks.flatMap(({ versions }) => [...versions.keys()]);
    const changed = [...columns.positionsOf(keys)].flatMap(at => (at < 0 ? [] : [this.placeAt(at)]));
    const changes = [...this.places, ...changed].flatMap((place, number): ColumnChange[] => {
      const at = columns.positionOf(place);
      const found = this.find(place);
      if (typeof found === 'number') return [];
      const version = Number.MAX_SAFE_INTEGER;
      if (at >= 0) return [{ key: declaredKey(declaration, this.row(at)), version, row: found }];
      // An added record may not have a number yet.
      return found ? [{ key: `${declaredKey(declaration, found)}/${number}`, version, row: found }] : [];
    });
    if (changes.length === 0) return columns;
    const copy = columns.copy();
    copy.apply(changes);
    return copy;
  }

  private placeAt(at: number): (number | string)[] {
    const row = this.columns?.at(at) ?? {};
    return DECLARED[this.collection].order.map(column => row[column] as number | string);
  }

  number(found: Row | number, column: string): number {
    return typeof found === 'number' ? (this.columns?.numbers(column)[found] ?? 0) : Number(found[column]);
  }

  text(found: Row | number, column: string): string {
    if (typeof found !== 'number') return String(found[column]);
    return this.columns?.texts(column)[this.number(found, column)] ?? '';
  }

  support(found: Row | number): SupportFlags {
    if (typeof found === 'number') return unpackFlags(this.number(found, 'flags'));
    const { canDeliver, canCOD, canPickup, canCODPickup } = found;
    return {
      canDeliver: canDeliver === true,
      canCOD: canCOD === true,
      canPickup: canPickup === true,
      canCODPickup: canCODPickup === true,
    };
  }

  /** Returns a record in the format of its list call, without place names. */
  row(at: number): Row {
    const cached = this.columns?.at(at) ?? {};
    const row: Row = { ...this.owner, ...cached };
    for (const [field, view] of Object.entries(DECLARED[this.collection].views)) {
      if (!('mask' in view)) continue;
      row[field] = (Number(cached[view.of]) & view.mask) !== 0;
      delete row[view.of];
    }
    return row;
  }
}

/** Returns an owner's configuration with the person's writes applied; null if it is missing. */
export function readConfig(
  columns: CachedColumns | undefined,
  owner: RecordOwner,
  pending: Pending,
): ServiceConfig | null {
  const { configuration } = SERVICE_LISTS[owner.kind];
  if (!configuration) return null;
  const records = new DrawnRecords(configuration, columns, owner, pending[configuration]);
  const found = records.find([owner.id]);
  if (found === null) return null;
  return (typeof found === 'number' ? records.row(found) : found) as unknown as ServiceConfig;
}

/** Returns the columns of an owner's collection with the person's pending writes applied; a copy if there are any. */
export const drawnColumns = (
  collection: ResourceCollection,
  columns: CachedColumns,
  owner: RecordOwner,
  pending: Pending,
): CachedColumns => new DrawnRecords(collection, columns, owner, pending[collection]).drawn() ?? columns;

/**
 * An owner's records from cached columns, with the person's pending writes applied.
 * @param pathOf the ids of a place and of those that contain it, from the place up
 */
export function ownerRecords(
  config: ServiceConfig | null,
  columns: OwnerColumns,
  owner: RecordOwner,
  pending: Pending,
  pathOf: (locationId: number) => readonly number[],
): ServiceRecords {
  const lists = SERVICE_LISTS[owner.kind];
  const of = (collection: ResourceCollection) =>
    new DrawnRecords(collection, columns[collection], owner, pending[collection]);
  const perEnd = ({ seller, buyer }: typeof lists.location) => {
    const ofSeller = of(seller);
    return { seller: ofSeller, buyer: buyer === seller ? ofSeller : of(buyer) };
  };
  const locations = perEnd(lists.location);
  const postcodes = perEnd(lists.postcode);
  const zones = of(lists.zone);
  const routes = of(lists.route);
  const parts: (RouteParts | undefined)[] = [];
  return {
    config,
    location: (end, locationId, type) => {
      const found = locations[end].find([type, locationId]);
      return found === null ? null : locations[end].support(found);
    },
    postcode: (end, zipcode, type) => {
      const found = postcodes[end].find([type, zipcode]);
      return found === null ? null : postcodes[end].support(found);
    },
    zone: (locationId, type) => {
      const found = zones.find([type, locationId]);
      return found === null ? null : { id: zones.number(found, 'id'), zone: zones.text(found, 'zone') };
    },
    route: (fromLocationId, toLocationId, type) => {
      const found = routes.find([type, fromLocationId, toLocationId]);
      return found === null ? null : { id: routes.number(found, 'id') };
    },
    routeParts: type => (parts[type] ??= new RouteParts(routePaths(routes.drawn(), type, pathOf))),
  };
}

/** The routes of a type in these columns, each with the places that contain its ends. */
function* routePaths(
  columns: CachedColumns | undefined,
  type: ApplicableType,
  pathOf: (locationId: number) => readonly number[],
): Generator<RoutePaths> {
  if (!columns) return;
  const from = columns.numbers('fromLocationId');
  const to = columns.numbers('toLocationId');
  const [start, end] = columns.within(type);
  for (let at = start; at < end; at++) yield { from: pathOf(from[at] as number), to: pathOf(to[at] as number) };
}

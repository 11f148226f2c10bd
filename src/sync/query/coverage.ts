import type { Country } from '../../domain/country.ts';
import {
  COVERED,
  countCoverage,
  coverageByLevel,
  lonelyPlaces,
  NO_RECORD,
  postcodeContradiction,
  type LevelCoverage,
} from '../../domain/coverage.ts';
import { packFlags, unpackFlags, type ApplicableType } from '../../domain/serviceable.ts';
import { AREA_TYPE, YES } from '../../domain/serviceableChoices.ts';
import type { ServiceConfig } from '../../domain/serviceableConfig.ts';
import { ownerIdOf, OF_ENTITY, scopeOfNumber } from '../../contract/owner.ts';
import type { ServiceableBefore } from '../../contract/serviceability.ts';
import { SERVICE_LISTS } from '../../contract/serviceLists.ts';
import type { ResourceCollection } from '../../contract/resources/all.ts';
import type { CachedColumns, ColumnChange } from './cachedColumns.ts';
import { drawnColumns, readConfig, type Pending } from './ownerRecords.ts';
import type { PlaceIndex } from './placeIndex.ts';
import type { ColumnSource } from './serviceChecks.ts';

/** How much of a country a channel or 3PL serves, from cached columns. */

export interface CoverageAsk {
  /** Number of the channel or 3PL (contract/owner). */
  owner: number;
  type: ApplicableType;
  /** Level whose places are counted, 0 to 3; null: that of checkout, else the deepest that records name. */
  level: number | null;
  /** Location whose places are listed; 0 for the country. */
  parent: number;
  pending: Pending;
  /** What was different on a past day, for the counts of that day. */
  past?: ServiceableBefore | undefined;
}

export interface CoverageNode {
  locationId: number;
  name: string;
  level: number;
  units: number;
  recorded: number;
  /** In the order of domain/coverage COVERED. */
  served: number[];
  /** Places right below it, in the order of their ids; of the places below these nothing is said. */
  below: CoverageNode[];
}

/** Something to look at. `names` from the state down. */
export type CoverageGap =
  | { is: 'lonely' | 'missing'; locationId: number; names: string[] }
  | { is: 'postcode'; zipcode: string; why: string }
  | { is: 'route'; id: number; fromLocationId: number; toLocationId: number; names: string[]; toNames: string[] };

export interface GapList {
  is: CoverageGap['is'];
  total: number;
  /** The first of them. */
  first: CoverageGap[];
}

export interface CoverageReply {
  config: ServiceConfig | null;
  /** Level that was counted. */
  level: number;
  levels: LevelCoverage[];
  /** Of the whole country. */
  all: { units: number; recorded: number; served: number[] };
  /** From the country down to the listed place. */
  path: { locationId: number; name: string; level: number }[];
  nodes: CoverageNode[];
  gaps: GapList[];
}

const GAPS_SHOWN = 100;

/** What a place without a record gets: everything where nothing is checked (SAC-13). */
function defaultFlags(config: ServiceConfig | null): number {
  if (config?.isCheckServiceable !== YES) return 15;
  return packFlags({
    canDeliver: config.defaultDeliverEnabled === YES,
    canCOD: config.defaultCodEnabled === YES,
    canPickup: config.defaultPickupEnabled === YES,
    canCODPickup: config.defaultCodPickupEnabled === YES,
  });
}

/** Flags of each place: those of its record, else of its postcode's, else the defaults with `NO_RECORD`. */
function flagsOfPlaces(
  places: PlaceIndex,
  config: ServiceConfig | null,
  type: ApplicableType,
  read: (list: 'location' | 'postcode') => readonly [columns: CachedColumns | undefined, mask: number][],
): Uint8Array {
  const { ids, postcodes, postcodeTexts } = places.tree;
  const flags = new Uint8Array(ids.length).fill(defaultFlags(config) | NO_RECORD);
  // Without a check nothing is looked up.
  if (config?.isCheckServiceable !== YES) return flags;
  const put = (place: number, bits: number, mask: number): void => {
    flags[place] = ((flags[place] as number) & ~mask & ~NO_RECORD) | (bits & mask);
  };
  if (config.serviceableType === AREA_TYPE.postcode) {
    for (const [columns, mask] of read('postcode')) {
      if (!columns) continue;
      const ofCode = postcodeTexts.map(code => (code === '' ? -1 : columns.positionOf([type, code])));
      const bits = columns.numbers('flags');
      for (let place = 0; place < ids.length; place++) {
        const at = ofCode[postcodes[place] as number] ?? -1;
        if (at >= 0) put(place, bits[at] as number, mask);
      }
    }
    return flags;
  }
  for (const [columns, mask] of read('location')) {
    if (!columns) continue;
    const [start, end] = columns.within(type);
    const found = places.placesOf(columns.numbers('locationId').subarray(start, end));
    const bits = columns.numbers('flags');
    for (let i = 0; i < found.length; i++) {
      const place = found[i] as number;
      if (place >= 0) put(place, bits[start + i] as number, mask);
    }
  }
  return flags;
}

/** The deepest level at which places have records. */
function deepestRecorded({ levels }: PlaceIndex['tree'], flags: Uint8Array): number {
  let deepest = 0;
  for (let place = 0; place < flags.length; place++) {
    if (((flags[place] as number) & NO_RECORD) === 0 && (levels[place] as number) > deepest)
      deepest = levels[place] as number;
  }
  return deepest;
}

/** Counts what an owner serves; null where not all that is needed is cached. */
export async function readCoverage(
  source: ColumnSource,
  entity: Country,
  places: PlaceIndex,
  ask: CoverageAsk,
): Promise<CoverageReply | null> {
  const scope = scopeOfNumber(ask.owner);
  if (scope === 'entity') return null;
  const lists = SERVICE_LISTS[scope];
  if (!lists.configuration) return null;
  const owner = { scope, id: Object.values(ownerIdOf(ask.owner))[0] as number, country: entity };
  const configs = await source.columns(entity, lists.configuration, OF_ENTITY);
  if (!configs) return null;
  const changed = ask.past?.configuration;
  const config = changed ? (changed.row as ServiceConfig | null) : readConfig(configs, owner, ask.pending);
  const columns: Record<string, CachedColumns> = {};
  for (const collection of new Set([
    ...Object.values(lists.location),
    ...Object.values(lists.postcode),
    lists.route,
    lists.zone,
  ])) {
    const found = await source.columns(entity, collection, ask.owner);
    if (!found) return null;
    columns[collection] = found;
  }
  // From here on nothing is awaited: one look at one state.
  for (const [collection, cached] of Object.entries(columns))
    columns[collection] = drawnColumns(collection as ResourceCollection, cached, owner, ask.pending);
  for (const then of ask.past?.lists ?? []) {
    const now = columns[then.collection];
    if (now) columns[then.collection] = columnsBefore(now, then);
  }
  const routes = columns[lists.route];
  if (routes && (ask.past?.routes.length ?? 0) > 0) columns[lists.route] = routesBefore(routes, ask.past?.routes ?? []);
  const type: ApplicableType = config?.isSbsSameAsStandard === YES ? 0 : ask.type;
  const { tree } = places;
  const flags = flagsOfPlaces(places, config, type, list => {
    const { seller, buyer } = lists[list];
    return seller === buyer
      ? [[columns[seller], 15]]
      : [
          [columns[buyer], 3],
          [columns[seller], 12],
        ];
  });
  const configured = config?.serviceableType === AREA_TYPE.location ? config.checkout_level : null;
  const level = ask.level ?? (configured === null ? deepestRecorded(tree, flags) : configured - 1);
  const counts = countCoverage(tree, flags, level);
  const ofTree = (place: number) => ({
    units: counts.units[place] as number,
    recorded: counts.recorded[place] as number,
    served: counts.served.map(of => of[place] as number),
  });
  const nodesBelow = (parent: number, depth: number): CoverageNode[] =>
    places.childPositions(parent).flatMap(place => {
      if (counts.units[place] === 0) return [];
      const locationId = tree.ids[place] as number;
      return {
        locationId,
        name: places.nameOf(place),
        level: tree.levels[place] as number,
        ...ofTree(place),
        below: depth > 1 ? nodesBelow(locationId, depth - 1) : [],
      };
    });
  const all = { units: 0, recorded: 0, served: COVERED.map(() => 0) };
  for (const place of places.childPositions(0)) {
    const own = ofTree(place);
    all.units += own.units;
    all.recorded += own.recorded;
    all.served = all.served.map((sum, at) => sum + (own.served[at] ?? 0));
  }
  return {
    config,
    level,
    levels: coverageByLevel(tree, counts, level),
    all,
    path: (ask.parent === 0 ? [] : (places.path(ask.parent) ?? [])).map(({ locationId, name, level: of }) => ({
      locationId,
      name,
      level: of,
    })),
    nodes: nodesBelow(ask.parent, 2),
    gaps: gapsOf(places, flags, counts, level, config, type, columns[lists.postcode.buyer], columns[lists.route]),
  };
}

/** Columns with records as they were: `flags` by `keys`, -1 where there was none. */
function columnsBefore(now: CachedColumns, { keys, flags }: ServiceableBefore['lists'][number]): CachedColumns {
  const { declaration } = now;
  const then = now.copy();
  then.apply(
    keys.map((key, at): ColumnChange => {
      const [, ...parts] = key.split('/');
      const named = declaration.key.map((name, i) => [name, now.kindOf(name) === 'text' ? parts[i] : Number(parts[i])]);
      const bits = flags[at] as number;
      const row = bits < 0 ? null : { ...Object.fromEntries(named), ...unpackFlags(bits) };
      return { key, version: Number.MAX_SAFE_INTEGER, row };
    }),
  );
  return then;
}

/** Route limits as they were. */
function routesBefore(now: CachedColumns, then: ServiceableBefore['routes']): CachedColumns {
  const copy = now.copy();
  copy.apply(
    then.map(({ key, row }): ColumnChange => ({
      key,
      version: Number.MAX_SAFE_INTEGER,
      row: row && { ...row, id: Number(key.slice(key.indexOf('/') + 1)) },
    })),
  );
  return copy;
}

function gapsOf(
  places: PlaceIndex,
  flags: Uint8Array,
  counts: ReturnType<typeof countCoverage>,
  level: number,
  config: ServiceConfig | null,
  type: ApplicableType,
  postcodes: CachedColumns | undefined,
  routes: CachedColumns | undefined,
): GapList[] {
  const { tree } = places;
  const namesOf = (locationId: number): string[] => (places.path(locationId) ?? []).map(({ name }) => name);
  const listed = (is: 'lonely' | 'missing', found: readonly number[]): GapList => ({
    is,
    total: found.length,
    first: found.slice(0, GAPS_SHOWN).map(place => {
      const locationId = tree.ids[place] as number;
      return { is, locationId, names: namesOf(locationId) };
    }),
  });
  const gaps: GapList[] = [listed('lonely', lonelyPlaces(tree, counts, level))];
  if (config?.isCheckServiceable === YES && config.serviceableType === AREA_TYPE.location) {
    const missing: number[] = [];
    for (let place = 0; place < flags.length; place++)
      if (tree.levels[place] === level && ((flags[place] as number) & NO_RECORD) !== 0) missing.push(place);
    gaps.push(listed('missing', missing));
  }
  if (postcodes) {
    const bits = postcodes.numbers('flags');
    const codes = postcodes.numbers('zipcode');
    const texts = postcodes.texts('zipcode');
    const [start, end] = postcodes.within(0);
    const sbs = new Map<number, number>();
    const [first, last] = postcodes.within(1);
    for (let at = first; at < last; at++) sbs.set(codes[at] as number, bits[at] as number);
    const found: CoverageGap[] = [];
    let total = 0;
    const look = (code: number, standard: number | null, other: number | null): void => {
      const why = postcodeContradiction(standard, other);
      if (why === null) return;
      total += 1;
      if (found.length < GAPS_SHOWN) found.push({ is: 'postcode', zipcode: texts[code] ?? '', why });
    };
    for (let at = start; at < end; at++) {
      const code = codes[at] as number;
      look(code, bits[at] as number, sbs.get(code) ?? null);
      sbs.delete(code);
    }
    for (const [code, other] of sbs) look(code, null, other);
    gaps.push({ is: 'postcode', total, first: found });
  }
  if (routes) {
    const [start, end] = routes.within(type);
    const to = routes.numbers('toLocationId');
    const found: CoverageGap[] = [];
    let total = 0;
    for (let at = start; at < end; at++) {
      const toLocationId = to[at] as number;
      const place = places.positionOf(toLocationId);
      if (place >= 0 && ((counts.units[place] as number) === 0 || (counts.served[0]?.[place] ?? 0) > 0)) continue;
      total += 1;
      if (found.length >= GAPS_SHOWN) continue;
      const fromLocationId = routes.numbers('fromLocationId')[at] as number;
      found.push({
        is: 'route',
        id: routes.numbers('id')[at] as number,
        fromLocationId,
        toLocationId,
        names: namesOf(fromLocationId),
        toNames: namesOf(toLocationId),
      });
    }
    gaps.push({ is: 'route', total, first: found });
  }
  return gaps;
}

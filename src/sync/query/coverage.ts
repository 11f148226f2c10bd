import type { Country } from '../../domain/country.ts';
import {
  COVERED,
  countCoverage,
  coverageBits,
  coverageByLevel,
  lonelyPlaces,
  RECORDED,
  postcodeContradiction,
  type LevelCoverage,
} from '../../domain/coverage.ts';
import { unpackFlags, type ApplicableType } from '../../domain/serviceable.ts';
import {
  checkEnd,
  isChecked,
  rowOf,
  type CheckScenario,
  type End,
  type ServiceRecords,
} from '../../domain/serviceability.ts';
import { AREA_TYPE, RESTRICTION, YES } from '../../domain/serviceableChoices.ts';
import type { ServiceConfig } from '../../domain/serviceableConfig.ts';
import { OF_ENTITY, ownerOfKey, type OwnerKey } from '../../contract/owner.ts';
import type { ServiceableBefore } from '../../contract/serviceability.ts';
import { SERVICE_LISTS } from '../../contract/serviceLists.ts';
import type { ResourceCollection } from '../../contract/resources/all.ts';
import type { CachedColumns, ColumnChange } from '../mirror/cachedColumns.ts';
import { drawnColumns, ownerRecords, readConfig, type Pending } from './ownerRecords.ts';
import type { PlaceIndex } from './placeIndex.ts';
import type { ColumnSource } from './serviceChecks.ts';

/** Computes how much of a country a channel or 3PL serves, from cached columns. */

export interface CoverageAsk {
  owner: OwnerKey;
  /** The seller's shop type. */
  type: ApplicableType;
  /** The scenario to check; checkout by default. */
  scenario?: CheckScenario | undefined;
  /**
   * Level whose places are counted, 0 to 3. If null, the level at which the scenario looks up addresses or, failing
   * that, the deepest level with any places.
   */
  level: number | null;
  /** Location whose child places are listed; 0 for the country. */
  parent: number;
  pending: Pending;
  /** The differences on a past day, if that day's coverage is counted. */
  past?: ServiceableBefore | undefined;
}

export interface CoverageNode {
  locationId: number;
  name: string;
  level: number;
  units: number;
  recorded: number;
  /** Number of served places, in the order of COVERED in domain/coverage. */
  served: number[];
  /** Number of places whose service depends on the other address, in the same order. */
  open: number[];
  /** The place's direct children, by id; deeper places are not listed. */
  below: CoverageNode[];
}

/** A finding to be checked by a person. `names` begins with the state. */
export type CoverageGap =
  | { is: 'lonely' | 'missing' | 'flags'; locationId: number; names: string[] }
  | { is: 'postcode'; end: End; zipcode: string; why: string }
  | { is: 'route'; id: number; fromLocationId: number; toLocationId: number; names: string[]; toNames: string[] };

export interface GapList {
  is: CoverageGap['is'];
  total: number;
  /** The first few findings of the list. */
  first: CoverageGap[];
}

/** Data missing from a count of places if addresses are looked up by postcode. */
export interface PostcodeCoverage {
  /** Number of records of the counted type. */
  records: number;
  /** Number of these records whose postcode belongs to no counted place. */
  elsewhere: number;
  /** Number of records with each service, in the order of COVERED in domain/coverage. */
  served: number[];
  /** Number of counted places without a postcode. */
  placesWithout: number;
}

export interface CoverageReply {
  config: ServiceConfig | null;
  scenario: CheckScenario;
  /** For each end, whether the scenario looks up its addresses. */
  checked: Record<End, boolean>;
  /** Null if addresses are not looked up by postcode. */
  postcodes: PostcodeCoverage | null;
  /** Level whose places were counted. */
  level: number;
  levels: LevelCoverage[];
  /** Totals for the whole country. */
  all: { units: number; recorded: number; served: number[]; open: number[] };
  /** The places on the path from the country down to the listed place. */
  path: { locationId: number; name: string; level: number }[];
  nodes: CoverageNode[];
  gaps: GapList[];
}

const GAPS_SHOWN = 100;

/** The number of levels of a location tree. */
const LINE_MOST = 4;

/** The text index of a place's postcode, which may be that of a place that contains it (postcodeOfPlace). */
function postcodeAt({ parents, postcodes, postcodeTexts }: PlaceIndex['tree'], place: number): number {
  for (let at = place, step = 0; at >= 0 && step < LINE_MOST; at = parents[at] as number, step++)
    if ((postcodeTexts[postcodes[at] as number] ?? '') !== '') return postcodes[at] as number;
  return postcodes[place] as number;
}

/** Computes the answer for each place at a level; see `countCoverage` for the bits. */
function answersOfPlaces(
  places: PlaceIndex,
  records: ServiceRecords,
  scenario: CheckScenario,
  shop: ApplicableType,
  level: number,
): Uint16Array {
  const { ids, parents, levels, postcodeTexts } = places.tree;
  const { config } = records;
  const answers = new Uint16Array(ids.length);
  const checkLevel = config?.serviceableType === AREA_TYPE.location ? config[rowOf(scenario).level] : null;
  const zoneLevel = config?.extraLimitType === RESTRICTION.sameZone ? config.zoneLevel : 0;
  const byPostcode = config?.serviceableType === AREA_TYPE.postcode;
  const chain = Array.from({ length: LINE_MOST }, () => -1);
  /** Answers memoized by all the values that they depend on: places with equal values have the same answer. */
  const known = new Map<number, number>();
  for (let place = 0; place < ids.length; place++) {
    if (levels[place] !== level) continue;
    for (let at = place, step = 0; at >= 0 && step < chain.length; at = parents[at] as number, step++)
      chain[levels[at] as number] = at;
    const postcode = postcodeAt(places.tree, place);
    const looked = byPostcode ? postcode : checkLevel === null ? -1 : (chain[checkLevel - 1] ?? -1);
    const zone = zoneLevel === 0 ? -1 : (chain[zoneLevel - 1] ?? -1);
    const key = (looked + 1) * (ids.length + 1) + zone + 1;
    let bits = known.get(key);
    if (bits === undefined) {
      const question = {
        address: {
          chain: chain.slice(0, level + 1).map(at => ids[at] ?? 0),
          postcode: postcodeTexts[postcode] ?? '',
        },
        other: null,
        scenario,
        shop,
      };
      const buyer = checkEnd('buyer', question, records);
      const seller = checkEnd('seller', question, records);
      const recorded = [...buyer.steps, ...seller.steps].some(({ is }) => is === 'record');
      bits = coverageBits([buyer.served, buyer.cod, seller.served, seller.cod], recorded);
      known.set(key, bits);
    }
    answers[place] = bits;
  }
  return answers;
}

/** The deepest level with a matching place; 0 if there is none. */
function deepestLevel({ levels }: PlaceIndex['tree'], passes: (place: number) => boolean): number {
  let deepest = 0;
  for (let place = 0; place < levels.length; place++)
    if ((levels[place] as number) > deepest && passes(place)) deepest = levels[place] as number;
  return deepest;
}

/** Counts an owner's records by postcode, including those that the places of a level do not cover. */
function postcodeCoverage(
  { tree }: PlaceIndex,
  lists: readonly CachedColumns[],
  type: ApplicableType,
  level: number,
): PostcodeCoverage {
  const shown = new Set<string>();
  let placesWithout = 0;
  for (let place = 0; place < tree.ids.length; place++) {
    if (tree.levels[place] !== level) continue;
    const code = tree.postcodeTexts[postcodeAt(tree, place)] ?? '';
    if (code === '') placesWithout += 1;
    else shown.add(code);
  }
  const found = { records: 0, elsewhere: 0, served: COVERED.map(() => 0), placesWithout };
  // A 3PL has one list per end: the first contains services for buyers, the second those for sellers.
  lists.forEach((columns, end) => {
    const bits = columns.numbers('flags');
    const codes = columns.numbers('zipcode');
    const texts = columns.texts('zipcode');
    const [from, to] = columns.within(type);
    const mask = lists.length === 1 ? 15 : end === 0 ? 3 : 12;
    for (let at = from; at < to; at++) {
      found.records += 1;
      if (!shown.has(texts[codes[at] as number] ?? '')) found.elsewhere += 1;
      const { canDeliver, canCOD, canPickup, canCODPickup } = unpackFlags((bits[at] as number) & mask);
      const has = [canDeliver, canDeliver && canCOD, canPickup, canPickup && canCODPickup];
      found.served = found.served.map((count, service) => count + (has[service] ? 1 : 0));
    }
  });
  return found;
}

/** Counts what an owner serves; null if not all required data is cached. */
export async function readCoverage(
  source: ColumnSource,
  entity: Country,
  places: PlaceIndex,
  ask: CoverageAsk,
): Promise<CoverageReply | null> {
  const owner = { ...ownerOfKey(ask.owner), country: entity };
  const lists = SERVICE_LISTS[owner.kind];
  if (!lists.configuration) return null;
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
  // Nothing is awaited from here on, so everything is read in a consistent state.
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
  const scenario = ask.scenario ?? 'checkout';
  // From here on, the columns include all pending writes.
  const records = ownerRecords(config, columns, owner, {}, id => places.idsUp(id));
  const checked = { buyer: isChecked('buyer', scenario, config), seller: isChecked('seller', scenario, config) };
  const byPostcode = config?.isCheckServiceable === YES && config.serviceableType === AREA_TYPE.postcode;
  const configured = config?.serviceableType === AREA_TYPE.location ? config[rowOf(scenario).level] : null;
  const level =
    ask.level ??
    (configured === null
      ? deepestLevel(tree, place => !byPostcode || (tree.postcodeTexts[tree.postcodes[place] as number] ?? '') !== '')
      : configured - 1);
  const answers = answersOfPlaces(places, records, scenario, ask.type, level);
  const counts = countCoverage(tree, answers, level);
  const { seller: ofSellers, buyer: ofBuyers } = lists.postcode;
  const postcodeLists = [...new Set([ofBuyers, ofSellers])].flatMap(name => columns[name] ?? []);
  const ofTree = (place: number) => ({
    units: counts.units[place] as number,
    recorded: counts.recorded[place] as number,
    served: counts.served.map(of => of[place] as number),
    open: counts.open.map(of => of[place] as number),
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
  const all = { units: 0, recorded: 0, served: COVERED.map(() => 0), open: COVERED.map(() => 0) };
  for (const place of places.childPositions(0)) {
    const own = ofTree(place);
    all.units += own.units;
    all.recorded += own.recorded;
    all.served = all.served.map((sum, at) => sum + (own.served[at] ?? 0));
    all.open = all.open.map((sum, at) => sum + (own.open[at] ?? 0));
  }
  return {
    config,
    scenario,
    checked,
    postcodes: byPostcode ? postcodeCoverage(places, postcodeLists, type, level) : null,
    level,
    levels: coverageByLevel(tree, counts, level),
    all,
    path: (ask.parent === 0 ? [] : (places.path(ask.parent) ?? [])).map(({ locationId, name, level: of }) => ({
      locationId,
      name,
      level: of,
    })),
    nodes: nodesBelow(ask.parent, 2),
    gaps: gapsOf(
      places,
      answers,
      counts,
      level,
      config,
      checked.buyer || checked.seller,
      type,
      perEnd(lists.location, columns),
      perEnd(lists.postcode, columns),
      columns[lists.route],
    ),
  };
}

/** Columns with earlier versions of some records: the `flags` by `keys`, -1 for a record that did not exist yet. */
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

/** Route limits as of that day. */
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

/** A list with flags, and the flags that count in it: those of one end for a 3PL, which has a list for each end. */
interface FlagList {
  end: End;
  columns: CachedColumns;
  mask: number;
}

function perEnd(
  { buyer, seller }: Readonly<Record<End, ResourceCollection>>,
  columns: Readonly<Record<string, CachedColumns>>,
): FlagList[] {
  const listed = (end: End, collection: ResourceCollection, mask: number): FlagList[] => {
    const own = columns[collection];
    return own ? [{ end, columns: own, mask }] : [];
  };
  return buyer === seller
    ? listed('buyer', buyer, 15)
    : [...listed('buyer', buyer, 3), ...listed('seller', seller, 12)];
}

function gapsOf(
  places: PlaceIndex,
  answers: Uint16Array,
  counts: ReturnType<typeof countCoverage>,
  level: number,
  config: ServiceConfig | null,
  checksAny: boolean,
  type: ApplicableType,
  locations: readonly FlagList[],
  postcodes: readonly FlagList[],
  routes: CachedColumns | undefined,
): GapList[] {
  const { tree } = places;
  const namesOf = (locationId: number): string[] => (places.path(locationId) ?? []).map(({ name }) => name);
  const listed = (is: 'lonely' | 'missing' | 'flags', found: readonly number[]): GapList => ({
    is,
    total: found.length,
    first: found.slice(0, GAPS_SHOWN).map(place => {
      const locationId = tree.ids[place] as number;
      return { is, locationId, names: namesOf(locationId) };
    }),
  });
  const gaps: GapList[] = [listed('lonely', lonelyPlaces(tree, counts, level))];
  if (checksAny && config?.serviceableType === AREA_TYPE.location) {
    const missing: number[] = [];
    for (let place = 0; place < answers.length; place++)
      if (tree.levels[place] === level && ((answers[place] as number) & RECORDED) === 0) missing.push(place);
    gaps.push(listed('missing', missing));
  }
  const areSame = config?.isSbsSameAsStandard === YES;
  const contradictions: GapList = { is: 'postcode', total: 0, first: [] };
  for (const { end: of, columns, mask } of postcodes) {
    const bits = columns.numbers('flags');
    const codes = columns.numbers('zipcode');
    const texts = columns.texts('zipcode');
    const [start, end] = columns.within(0);
    const sbs = new Map<number, number>();
    const [first, last] = columns.within(1);
    for (let at = first; at < last; at++) sbs.set(codes[at] as number, (bits[at] as number) & mask);
    const look = (code: number, standard: number | null, other: number | null): void => {
      const why = postcodeContradiction(standard, other, areSame);
      if (why === null) return;
      contradictions.total += 1;
      if (contradictions.first.length < GAPS_SHOWN)
        contradictions.first.push({ is: 'postcode', end: of, zipcode: texts[code] ?? '', why });
    };
    for (let at = start; at < end; at++) {
      const code = codes[at] as number;
      look(code, (bits[at] as number) & mask, sbs.get(code) ?? null);
      sbs.delete(code);
    }
    for (const [code, other] of sbs) look(code, null, other);
  }
  gaps.push(contradictions);
  if (routes) {
    const [start, end] = routes.within(type);
    const to = routes.numbers('toLocationId');
    const delivered = (place: number): boolean => (counts.served[0]?.[place] ?? 0) + (counts.open[0]?.[place] ?? 0) > 0;
    const found: CoverageGap[] = [];
    let total = 0;
    for (let at = start; at < end; at++) {
      const toLocationId = to[at] as number;
      const place = places.positionOf(toLocationId);
      if (place >= 0 && ((counts.units[place] as number) === 0 || delivered(place))) continue;
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
  const contradicting = new Set<number>();
  for (const { columns, mask } of locations) {
    const bits = columns.numbers('flags');
    const ids = columns.numbers('locationId');
    for (const [start, end] of [columns.within(0), columns.within(1)]) {
      for (let at = start; at < end; at++) {
        const place = places.positionOf(ids[at] as number);
        if (place >= 0 && postcodeContradiction((bits[at] as number) & mask, null, areSame) !== null)
          contradicting.add(place);
      }
    }
  }
  gaps.push(listed('flags', [...contradicting]));
  return gaps;
}

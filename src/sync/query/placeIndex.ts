import type { LocationRow, LocationTreeRow } from '../../contract/locations.ts';
import { LOCATION_TREE } from '../../contract/locationTree.ts';
import type { Country } from '../../domain/country.ts';
import type { ListSort } from '../../domain/listQuery.ts';
import type { PlaceSegment } from '../mirror/placeSegment.ts';
import { ColumnTable, type Column, type Condition } from './columnTable.ts';
import { linkChildren, linkParents, nameAt, placesById, type PlaceColumns } from './placeColumns.ts';
import { TextValues } from './textValues.ts';

export interface PlaceParents {
  state?: string;
  city?: string;
  district?: string;
}

/** Who last changed a place, and when; missing if unknown. */
export type PlaceStamp = { [K in 'updatedAt' | 'updatedBy']?: LocationTreeRow[K] | undefined };

/** A location's newest change since the segments were created; `row` is null if it was deleted. */
export interface PlaceChange {
  version: number;
  row: (LocationRow & PlaceStamp) | null;
}

/** The state of the mirror represented by an index. */
export interface PlacesAsOf {
  /** The mirror's counter of place changes up to which the index is current. */
  rev: number;
  /** Time at which that mirror last caught up, in epoch milliseconds. */
  asOf: number;
}

/** The distinct names at one level, and each place's code among them (-1 if the place is at another level). */
export interface LevelNames {
  texts: TextValues;
  codes: Int32Array;
}

const LEVELS = 4;
/** Number of names processed between two pauses. */
const SLICE = 10_000;

/**
 * The location tree of one entity in memory, by column and by id: type-ahead by level within selected parents,
 * children, paths, and names for other tables. Built once per change of the tree; expensive parts that are not needed
 * immediately (names to search, children) are built on first use or by `prepare`.
 */
export class PlaceIndex {
  readonly asOf: PlacesAsOf;
  private readonly entity: Country;
  private readonly columns: PlaceColumns;
  /** For each of the levels 0 to 2, the position of each place's ancestor-or-self; -1 for places above that level. */
  private readonly ancestors: readonly Int32Array[];
  private readonly levelNames: (LevelNames | undefined)[] = [];
  private allNames: LevelNames | undefined;
  private readonly table: ColumnTable;
  private childPlaces: { starts: Int32Array; places: Int32Array } | undefined;

  private constructor(entity: Country, columns: PlaceColumns, asOf: PlacesAsOf) {
    this.entity = entity;
    this.columns = columns;
    this.asOf = asOf;
    this.ancestors = linkParents(columns, LEVELS - 1);
    this.table = new ColumnTable({ length: columns.ids.length, column: name => this.column(name) });
  }

  static async build(
    entity: Country,
    segments: readonly PlaceSegment[],
    changed: ReadonlyMap<string, PlaceChange>,
    pause: () => Promise<void>,
    asOf: PlacesAsOf = { rev: 0, asOf: 0 },
  ): Promise<PlaceIndex> {
    return new PlaceIndex(entity, await placesById(segments, changed, pause), asOf);
  }

  get size(): number {
    return this.columns.ids.length;
  }

  /** Builds the parts that the first queries would otherwise wait for, pausing after each part. */
  async prepare(pause: () => Promise<void>): Promise<void> {
    for (let level = 0; level < LEVELS; level++) {
      const making = this.gatherNames(level);
      // A query that cannot wait builds these parts synchronously.
      while (!this.levelNames[level] && !making.next().done) await pause();
      const { texts } = this.namesAt(level);
      await pause();
      // Streets are suggested only once someone types one, so their order is built on demand.
      if (level < LEVELS - 1) texts.sorted();
    }
  }

  /** Makes searching many names faster. */
  async learnWords(pause: () => Promise<void>): Promise<void> {
    for (let level = 0; level < LEVELS; level++) await this.namesAt(level).texts.learnWords(pause);
  }

  /** Distinct names at a level that match the text, prefix matches first. */
  suggest(level: number, text: string, within: PlaceParents, limit: number): string[] {
    const { texts, codes } = this.namesAt(level);
    const chosen = [within.state, within.city, within.district]
      .map((name, at) => ({ at, name: name?.trim() ?? '' }))
      .filter(({ at, name }) => name !== '' && at < level);
    if (chosen.length === 0) return texts.suggest(text, limit);
    const parents = chosen.map(({ at, name }) => {
      const names = this.namesAt(at);
      return { column: this.ancestors[at] as Int32Array, codes: names.codes, marks: names.texts.marks('equal', name) };
    });
    const allowed = new Uint8Array(texts.size);
    for (let place = 0; place < codes.length; place++) {
      const code = codes[place] as number;
      if (code < 0) continue;
      const inside = parents.every(({ column, codes: own, marks }) => {
        const parent = column[place] as number;
        return parent >= 0 && marks[own[parent] as number] === 1;
      });
      if (inside) allowed[code] = 1;
    }
    return texts.suggest(text, limit, code => allowed[code] === 1);
  }

  /** A page of the tree's list (contract/locationTree), by id or sorted, and the exact number of matches. */
  page(
    where: readonly Condition[],
    sort: ListSort | null,
    offset: number,
    count: number,
  ): { rows: LocationTreeRow[]; total: number } {
    const { positions, total } = this.table.page(where, sort, offset, count);
    return { rows: positions.map(place => this.treeRow(place)), total };
  }

  /** The tree itself, for counting. */
  get tree(): Readonly<Pick<PlaceColumns, 'ids' | 'parents' | 'levels' | 'postcodes' | 'postcodeTexts'>> {
    return this.columns;
  }

  /** Returns a place's name by its position in the tree. */
  nameOf(place: number): string {
    return nameAt(this.columns, place);
  }

  /** The ids of a location and of those that contain it, from the location up; empty for an unknown one. */
  idsUp(locationId: number): number[] {
    const { ids, parents } = this.columns;
    const up: number[] = [];
    for (let place = this.placeOf(locationId); place >= 0 && up.length < LEVELS; place = parents[place] as number)
      up.push(ids[place] as number);
    return up;
  }

  /** Returns a location's position in the tree; -1 for an unknown one. */
  positionOf(locationId: number): number {
    return this.placeOf(locationId);
  }

  /** Returns every place, by id. */
  *all(): Generator<LocationRow, void> {
    for (let place = 0; place < this.size; place++) yield this.row(place);
  }

  /** Returns a location's children in id order; for 0, the roots. */
  children(parentId: number): LocationRow[] {
    this.childPlaces ??= linkChildren(this.columns);
    const { starts, places } = this.childPlaces;
    const parent = this.placeOf(parentId);
    if (parent < 0 && parentId !== 0) return [];
    const rows: LocationRow[] = [];
    for (let i = starts[parent + 1] as number; i < (starts[parent + 2] as number); i++) {
      const row = this.row(places[i] as number);
      if (row.parentId === parentId) rows.push(row);
    }
    return rows;
  }

  /** Returns the positions of a location's children in id order; for 0, those of the roots. */
  childPositions(parentId: number): number[] {
    this.childPlaces ??= linkChildren(this.columns);
    const { starts, places } = this.childPlaces;
    const parent = this.placeOf(parentId);
    if (parent < 0 && parentId !== 0) return [];
    return [...places.subarray(starts[parent + 1] as number, starts[parent + 2] as number)];
  }

  /** Returns the places from the root to the given one; null for an unknown id. */
  path(locationId: number): LocationRow[] | null {
    const path: LocationRow[] = [];
    for (let place = this.placeOf(locationId); place >= 0 && path.length <= LEVELS;) {
      path.unshift(this.row(place));
      place = this.columns.parents[place] as number;
    }
    return path.length > 0 ? path : null;
  }

  /** Returns the names of a location and its ancestors by level; empty if the location is missing. */
  namesOf(locationId: number): { state: string; city: string; district: string; street: string } {
    const names = ['', '', '', ''];
    let place = this.placeOf(locationId);
    for (let step = 0; place >= 0 && step < LEVELS; step++) {
      names[this.columns.levels[place] as number] = nameAt(this.columns, place);
      place = this.columns.parents[place] as number;
    }
    const [state = '', city = '', district = '', street = ''] = names;
    return { state, city, district, street };
  }

  /**
   * Returns, for each given location, the code of its own or its ancestor's name at a level; -1 if it has none there.
   */
  codesAt(level: number, places: Int32Array): Int32Array {
    const { codes } = this.namesAt(level);
    const ancestors = this.ancestors[level];
    const found = new Int32Array(places.length);
    for (let i = 0; i < places.length; i++) {
      const place = places[i] as number;
      const at = place < 0 || ancestors === undefined ? place : (ancestors[place] as number);
      found[i] = at < 0 ? -1 : (codes[at] as number);
    }
    return found;
  }

  /** Returns the positions of location ids; -1 for unknown ones. Fast if the ids ascend. */
  placesOf(locationIds: ArrayLike<number>): Int32Array {
    const { ids } = this.columns;
    const places = new Int32Array(locationIds.length);
    let next = 0;
    for (let i = 0; i < locationIds.length; i++) {
      const id = locationIds[i] as number;
      // The next id is usually only a few places ahead.
      for (let step = 0; step < 8 && next < ids.length && (ids[next] as number) < id; step++) next += 1;
      const place = ids[next] === id ? next : this.placeOf(id);
      places[i] = place;
      next = place < 0 ? next : place + 1;
    }
    return places;
  }

  /** The names at one level, for searching and sorting. */
  namesAt(level: number): LevelNames {
    if (!this.levelNames[level]) for (const _ of this.gatherNames(level));
    return this.levelNames[level] as LevelNames;
  }

  /** A column of the tree's list. */
  private column(name: string): Column | undefined {
    const { ids, levels, updatedAt } = this.columns;
    if (name === 'locationId') return { kind: 'number', values: ids };
    if (name === 'level') return { kind: 'number', values: levels };
    if (name === 'updatedAt') return { kind: 'number', values: updatedAt };
    if (name === 'name') return { kind: 'text', ...this.everyName() };
    const level = Object.entries(LOCATION_TREE.views).find(([view]) => view === name)?.[1].level;
    if (level === undefined) return undefined;
    const { texts, codes } = this.namesAt(level);
    const above = (this.ancestors[level] as Int32Array).map(at => (at < 0 ? -1 : (codes[at] as number)));
    return { kind: 'text', texts, codes: above };
  }

  /** The names at all levels, for the tree's list. */
  private everyName(): LevelNames {
    if (!this.allNames) for (const _ of this.gatherNames(null));
    return this.allNames as LevelNames;
  }

  /** Collects the names at one level or at all levels, slice by slice. */
  private *gatherNames(level: number | null): Generator<void, void> {
    const { columns } = this;
    const { levels } = columns;
    const codes = new Int32Array(levels.length).fill(-1);
    const codeOf = new Map<string, number>();
    let taken = 0;
    for (let place = 0; place < levels.length; place++) {
      if (level !== null && levels[place] !== level) continue;
      taken += 1;
      if (taken % SLICE === 0) yield;
      const name = nameAt(columns, place);
      let code = codeOf.get(name);
      if (code === undefined) {
        code = codeOf.size;
        codeOf.set(name, code);
      }
      codes[place] = code;
    }
    const folding = TextValues.inSlices([...codeOf.keys()], SLICE);
    let folded = folding.next();
    for (; !folded.done; folded = folding.next()) yield;
    if (level === null) this.allNames ??= { texts: folded.value, codes };
    else this.levelNames[level] ??= { texts: folded.value, codes };
  }

  private placeOf(locationId: number): number {
    const { ids } = this.columns;
    let low = 0;
    let high = ids.length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const id = ids[middle] as number;
      if (id === locationId) return middle;
      if (id < locationId) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  private row(place: number): LocationRow {
    const { ids, parentIds, levels, postcodes, postcodeTexts, versions } = this.columns;
    return {
      locationId: ids[place] as number,
      name: nameAt(this.columns, place),
      parentId: parentIds[place] as number,
      country: this.entity,
      level: levels[place] as number,
      postcode: postcodeTexts[postcodes[place] as number] as string,
      version: versions[place] as number,
    };
  }

  private treeRow(place: number): LocationTreeRow {
    const { updatedAt, updatedBy, people } = this.columns;
    const row = this.row(place);
    const { state, city, district } = this.namesOf(row.locationId);
    return {
      ...row,
      state,
      city,
      district,
      updatedAt: updatedAt[place] as number,
      updatedBy: people[updatedBy[place] as number] as string,
    };
  }
}

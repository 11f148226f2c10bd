import { nameOfRow, type PlaceSegment, type PlaceStamps } from '../mirror/placeSegment.ts';
import type { LocationRow } from '../../contract/locations.ts';
import type { PlaceChange, PlaceStamp } from './placeIndex.ts';

/** A location tree as columns, in ascending order of ids. */
export interface PlaceColumns {
  ids: Float64Array;
  parentIds: Float64Array;
  /** Position of each place's parent in these columns; -1 for a root, or if the parent is missing. */
  parents: Int32Array;
  levels: Uint8Array;
  /** All names in one string: creating half a million separate strings would take longer than everything else. */
  names: string;
  nameStarts: Int32Array;
  nameEnds: Int32Array;
  /** Index into `postcodeTexts`, because there are few distinct postcodes. */
  postcodes: Int32Array;
  postcodeTexts: string[];
  versions: Int32Array;
  /** Epoch seconds of the last change; 0 if unknown. */
  updatedAt: Float64Array;
  /** Index into `people`; the first entry means nobody. */
  updatedBy: Int32Array;
  people: string[];
}

/** A place in the format in which it is added to the columns. */
type Pushed = Omit<LocationRow, 'country'> & PlaceStamp;

/** A place's name. */
export const nameAt = ({ names, nameStarts, nameEnds }: PlaceColumns, place: number): string =>
  names.slice(nameStarts[place], nameEnds[place]);

/** Returns the index of a string among distinct strings; adds the string if it is new. */
function codeIn(texts: string[], known: Map<string, number>, text: string): number {
  const found = known.get(text);
  if (found !== undefined) return found;
  const code = texts.push(text) - 1;
  known.set(text, code);
  return code;
}

class Builder {
  private readonly columns: PlaceColumns;
  private readonly names: string[] = [];
  private namesLength = 0;
  private readonly postcodeAt = new Map<string, number>();
  private readonly personAt = new Map([['', 0]]);
  private at = 0;
  private ascending = true;

  constructor(length: number) {
    this.columns = {
      ids: new Float64Array(length),
      parentIds: new Float64Array(length),
      parents: new Int32Array(length).fill(-1),
      levels: new Uint8Array(length),
      names: '',
      nameStarts: new Int32Array(length),
      nameEnds: new Int32Array(length),
      postcodes: new Int32Array(length),
      postcodeTexts: [],
      versions: new Int32Array(length),
      updatedAt: new Float64Array(length),
      updatedBy: new Int32Array(length),
      people: [''],
    };
  }

  push({ locationId, name, parentId, level, postcode, version, updatedAt, updatedBy }: Pushed): void {
    const { columns, at } = this;
    const { ids } = columns;
    if (at > 0 && (ids[at - 1] as number) > locationId) this.ascending = false;
    ids[at] = locationId;
    columns.parentIds[at] = parentId;
    columns.levels[at] = level;
    columns.nameStarts[at] = this.namesLength;
    columns.nameEnds[at] = this.take(name);
    columns.postcodes[at] = this.codeOf(postcode);
    columns.versions[at] = version;
    columns.updatedAt[at] = updatedAt ?? 0;
    columns.updatedBy[at] = this.personOf(updatedBy ?? '');
    this.at += 1;
  }

  /** Adds a whole unchanged segment. */
  put(segment: PlaceSegment): void {
    const { ids, parentIds, levels, nameStarts, nameEnds, postcodes, versions } = this.columns;
    const { at } = this;
    const { length } = segment.ids;
    for (let row = 0; row < length; row++) {
      const before = row > 0 ? (segment.ids[row - 1] as number) : at > 0 ? (ids[at - 1] as number) : -Infinity;
      if (before > (segment.ids[row] as number)) this.ascending = false;
    }
    ids.set(segment.ids, at);
    parentIds.set(segment.parentIds, at);
    levels.set(segment.levels, at);
    versions.set(segment.versions, at);
    let start = this.namesLength;
    const first = start;
    for (let row = 0; row < length; row++) {
      nameStarts[at + row] = start;
      start = first + (segment.nameEnds[row] as number);
      nameEnds[at + row] = start;
    }
    this.take(segment.names);
    const codes = segment.postcodeTexts.map(text => this.codeOf(text));
    for (let row = 0; row < length; row++) postcodes[at + row] = codes[segment.postcodes[row] as number] as number;
    if (segment.stamps) this.putStamps(segment.stamps);
    this.at += length;
  }

  private putStamps({ updatedAt, updatedBy, people }: PlaceStamps): void {
    const { columns, at } = this;
    columns.updatedAt.set(updatedAt, at);
    const codes = people.map(person => this.personOf(person));
    for (let row = 0; row < updatedBy.length; row++)
      columns.updatedBy[at + row] = codes[updatedBy[row] as number] as number;
  }

  /** Returns all added places, sorted by id. */
  finish(): PlaceColumns {
    const { columns, at } = this;
    const order = Array.from({ length: this.ascending ? 0 : at }, (_, i) => i);
    order.sort((a, b) => (columns.ids[a] as number) - (columns.ids[b] as number));
    const inOrder = <T extends Float64Array | Int32Array | Uint8Array>(column: T): T => {
      const cut = column.subarray(0, at) as T;
      if (order.length === 0) return cut;
      const copy = cut.slice() as T;
      order.forEach((from, to) => (copy[to] = cut[from] as number));
      return copy;
    };
    return {
      ids: inOrder(columns.ids),
      parentIds: inOrder(columns.parentIds),
      parents: columns.parents.subarray(0, at),
      levels: inOrder(columns.levels),
      names: this.names.join(''),
      nameStarts: inOrder(columns.nameStarts),
      nameEnds: inOrder(columns.nameEnds),
      postcodes: inOrder(columns.postcodes),
      postcodeTexts: columns.postcodeTexts,
      versions: inOrder(columns.versions),
      updatedAt: inOrder(columns.updatedAt),
      updatedBy: inOrder(columns.updatedBy),
      people: columns.people,
    };
  }

  /** Appends a name to the joined names; returns their new end. */
  private take(text: string): number {
    this.names.push(text);
    this.namesLength += text.length;
    return this.namesLength;
  }

  private codeOf(postcode: string): number {
    return codeIn(this.columns.postcodeTexts, this.postcodeAt, postcode);
  }

  private personOf(person: string): number {
    return codeIn(this.columns.people, this.personAt, person);
  }
}

/** Merges segments and later changes, sorted by id; `pause` lets other calls be served in between. */
export async function placesById(
  segments: readonly PlaceSegment[],
  changed: ReadonlyMap<string, PlaceChange>,
  pause: () => Promise<void>,
): Promise<PlaceColumns> {
  const builder = new Builder(segments.reduce((sum, { ids }) => sum + ids.length, changed.size));
  const newer = new Map([...changed].map(([key, change]) => [Number(key), change]));
  const seen = new Set<number>();
  const take = ({ row }: PlaceChange) => {
    if (row) builder.push(row);
  };
  for (const segment of segments) {
    const { ids, parentIds, levels, versions, postcodes, postcodeTexts, stamps } = segment;
    if (newer.size === 0 || !ids.some(id => newer.has(id))) {
      builder.put(segment);
    } else {
      for (let row = 0; row < ids.length; row++) {
        const id = ids[row] as number;
        const version = versions[row] as number;
        const change = newer.get(id);
        if (change) seen.add(id);
        if (change && change.version > version) {
          take(change);
          continue;
        }
        builder.push({
          locationId: id,
          name: nameOfRow(segment, row),
          parentId: parentIds[row] as number,
          level: levels[row] as number,
          postcode: postcodeTexts[postcodes[row] as number] as string,
          version,
          updatedAt: stamps?.updatedAt[row],
          updatedBy: stamps?.people[stamps.updatedBy[row] as number],
        });
      }
    }
    await pause();
  }
  for (const [id, change] of newer) if (!seen.has(id)) take(change);
  return builder.finish();
}

/**
 * Finds each place's parent, and its ancestor-or-self at each of the first `count` levels (-1 if there is none). A
 * tree's ids are usually numbered depth first, which makes this faster; the result does not depend on that.
 */
export function linkParents(columns: PlaceColumns, count: number): Int32Array[] {
  const { ids, parentIds, parents, levels } = columns;
  const find = (id: number): number => {
    let low = 0;
    let high = ids.length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const own = ids[middle] as number;
      if (own === id) return middle;
      if (own < id) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  };
  let lastId = 0;
  let last = -1;
  for (let place = 0; place < ids.length; place++) {
    const id = parentIds[place] as number;
    if (id !== lastId) {
      lastId = id;
      last = id === 0 ? -1 : ids[place - 1] === id ? place - 1 : find(id);
    }
    parents[place] = last;
  }
  const ancestors = Array.from({ length: count }, () => new Int32Array(ids.length).fill(-1));
  // From the top down, so that a parent's ancestors are known before those of its children, whatever the order of ids.
  for (let level = 0; level <= count; level++) {
    for (let place = 0; place < ids.length; place++) {
      if (levels[place] !== level) continue;
      const parent = parents[place] as number;
      for (let above = 0; above < level; above++) {
        const column = ancestors[above] as Int32Array;
        if (parent >= 0) column[place] = column[parent] as number;
      }
      if (level < count) (ancestors[level] as Int32Array)[place] = place;
    }
  }
  return ancestors;
}

/**
 * Places by parent: the children of place p are at [starts[p + 1], starts[p + 2]); places without a parent have p = -1.
 */
export function linkChildren({ parents }: PlaceColumns): { starts: Int32Array; places: Int32Array } {
  const starts = new Int32Array(parents.length + 2);
  for (const parent of parents) starts[parent + 2] = (starts[parent + 2] as number) + 1;
  for (let i = 1; i < starts.length; i++) starts[i] = (starts[i] as number) + (starts[i - 1] as number);
  const next = starts.slice();
  const places = new Int32Array(parents.length);
  for (let place = 0; place < parents.length; place++) {
    const parent = (parents[place] as number) + 1;
    places[next[parent] as number] = place;
    next[parent] = (next[parent] as number) + 1;
  }
  return { starts, places };
}

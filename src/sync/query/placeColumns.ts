import type { SegmentColumns } from '../../contract/feed.ts';
import type { PlaceChange } from './placeIndex.ts';

/** A location tree, column by column, by ascending id. */
export interface PlaceColumns {
  ids: Float64Array;
  parentIds: Float64Array;
  /** Place of each parent in these columns; -1 for a root, or where it is not among them. */
  parents: Int32Array;
  levels: Uint8Array;
  names: string[];
  /** Index into `postcodeTexts`: few are distinct. */
  postcodes: Int32Array;
  postcodeTexts: string[];
  versions: Int32Array;
}

class Builder {
  readonly columns: PlaceColumns;
  private readonly postcodeAt = new Map<string, number>();
  private at = 0;
  private ascending = true;

  constructor(length: number) {
    this.columns = {
      ids: new Float64Array(length),
      parentIds: new Float64Array(length),
      parents: new Int32Array(length).fill(-1),
      levels: new Uint8Array(length),
      names: [],
      postcodes: new Int32Array(length),
      postcodeTexts: [],
      versions: new Int32Array(length),
    };
  }

  push(id: number, name: string, parentId: number, level: number, postcode: string, version: number): void {
    const { ids, parentIds, levels, names, postcodes, postcodeTexts, versions } = this.columns;
    const { at } = this;
    if (at > 0 && (ids[at - 1] as number) > id) this.ascending = false;
    ids[at] = id;
    parentIds[at] = parentId;
    levels[at] = level;
    names.push(name);
    let code = this.postcodeAt.get(postcode);
    if (code === undefined) {
      code = postcodeTexts.push(postcode) - 1;
      this.postcodeAt.set(postcode, code);
    }
    postcodes[at] = code;
    versions[at] = version;
    this.at += 1;
  }

  /** What was pushed, by id. */
  finish(): PlaceColumns {
    const { columns, at } = this;
    const order = Array.from({ length: this.ascending ? 0 : at }, (_, i) => i);
    order.sort((a, b) => (columns.ids[a] as number) - (columns.ids[b] as number));
    const inOrder = <T extends Float64Array | Int32Array | Uint8Array>(column: T): T => {
      const cut = column.subarray(0, at) as T;
      const copy = cut.slice() as T;
      order.forEach((from, to) => (copy[to] = cut[from] as number));
      return copy;
    };
    return {
      ...columns,
      ids: inOrder(columns.ids),
      parentIds: inOrder(columns.parentIds),
      parents: columns.parents.slice(0, at),
      levels: inOrder(columns.levels),
      names: this.ascending ? columns.names : order.map(from => columns.names[from] as string),
      postcodes: inOrder(columns.postcodes),
      versions: inOrder(columns.versions),
    };
  }
}

/** Puts segments and what changed since together, by id; `pause` lets the builder answer others in between. */
export async function placesById(
  segments: readonly SegmentColumns[],
  changed: ReadonlyMap<string, PlaceChange>,
  pause: () => Promise<void>,
): Promise<PlaceColumns> {
  const most = segments.reduce((sum, columns) => sum + (columns['locationId']?.length ?? 0), changed.size);
  const builder = new Builder(most);
  const seen = new Set<string>();
  const take = ({ row }: PlaceChange) => {
    if (row) builder.push(row.locationId, row.name, row.parentId, row.level, row.postcode, row.version);
  };
  for (const columns of segments) {
    const ids = (columns['locationId'] ?? []) as number[];
    const [names, parents, levels, postcodes, versions] = ['name', 'parentId', 'level', 'postcode', 'version'].map(
      name => columns[name] ?? [],
    );
    for (let i = 0; i < ids.length; i++) {
      const id = ids[i] as number;
      const version = (versions?.[i] as number | undefined) ?? 1;
      if (changed.size > 0) {
        const key = String(id);
        const newer = changed.get(key);
        if (newer) seen.add(key);
        if (newer && newer.version > version) {
          take(newer);
          continue;
        }
      }
      builder.push(
        id,
        (names?.[i] as string | undefined) ?? '',
        (parents?.[i] as number | undefined) ?? 0,
        (levels?.[i] as number | undefined) ?? 0,
        (postcodes?.[i] as string | undefined) ?? '',
        version,
      );
    }
    await pause();
  }
  for (const [key, change] of changed) if (!seen.has(key)) take(change);
  return builder.finish();
}

/**
 * Finds each place's parent, and its ancestor-or-self at the first `count` levels (-1 where it has none). Ids of a tree are
 * most often numbered depth first; where they are not the answer is the same.
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
  // From the top, so that a parent's ancestors are known before its children's, whatever the order of ids.
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

/** Places by parent: those of place p lie at [starts[p + 1], starts[p + 2]); those without a parent at p = -1. */
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

import { fold } from '../fold.ts';

/** The location tree of an entity, column by column, in any order. */
export interface PlaceColumns {
  ids: ArrayLike<number>;
  names: ArrayLike<string>;
  /** 0 for a root. */
  parents: ArrayLike<number>;
  /** 0 state to 3 street. */
  levels: ArrayLike<number>;
}

const LEVELS = 4;
/** The largest range of ids for which an array is used: 16 MB. */
const NEAR = 4_000_000;
/** Results of `find` if it finds no single place. */
export const NO_PLACE = -1;
export const SEVERAL_PLACES = -2;

/** ASCII letters with single spaces, as in most names: folding them is just lowercasing. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;
const foldName = (name: string): string => (PLAIN.test(name) ? name.toLowerCase() : fold(name));

/**
 * Answers the questions that an import asks about places half a million times: whether an id is known, what the
 * places above it are called, and which place some names refer to. Places and folded names are represented by
 * numbers, so that each lookup is an array access.
 */
export class PlaceLookup {
  private readonly columns: PlaceColumns;
  /** Index of each place plus one, by its id minus the first id, if the ids are dense; otherwise a map is used. */
  private readonly near: Int32Array | null;
  private readonly byId = new Map<number, number>();
  private readonly firstId: number;
  private readonly numbers = new Map<string, number>();
  /** Number of each place's folded name. */
  private readonly nameOf: Int32Array;
  /** Ancestor-or-self of each place at each level; -1 if it has none. */
  private readonly above: Int32Array;
  /** Place below a parent by name: parent * names + name; SEVERAL_PLACES if siblings share it. */
  private readonly below = new Map<number, number>();
  private readonly named = new Map<number, number[]>();

  constructor(columns: PlaceColumns) {
    this.columns = columns;
    const { ids, names, parents, levels } = columns;
    const count = ids.length;
    this.nameOf = new Int32Array(count);
    this.above = new Int32Array(count * LEVELS).fill(-1);
    let first = Infinity;
    let last = 0;
    for (let at = 0; at < count; at++) {
      first = Math.min(first, ids[at] as number);
      last = Math.max(last, ids[at] as number);
    }
    this.firstId = first;
    this.near = count > 0 && last - first < NEAR ? new Int32Array(last - first + 1) : null;
    for (let at = 0; at < count; at++) {
      if (this.near) this.near[(ids[at] as number) - first] = at + 1;
      else this.byId.set(ids[at] as number, at);
      const name = foldName(names[at] as string);
      let number = this.numbers.get(name);
      if (number === undefined) this.numbers.set(name, (number = this.numbers.size));
      this.nameOf[at] = number;
    }
    for (let level = 0; level < LEVELS; level++) {
      for (let at = 0; at < count; at++) {
        if (levels[at] !== level) continue;
        const parent = this.indexOf(parents[at] as number);
        for (let up = 0; up < level; up++) {
          this.above[at * LEVELS + up] = parent < 0 ? -1 : (this.above[parent * LEVELS + up] as number);
        }
        this.above[at * LEVELS + level] = at;
        const key = (parent + 1) * this.numbers.size + (this.nameOf[at] as number);
        this.below.set(key, this.below.has(key) ? SEVERAL_PLACES : at);
        const list = this.named.get(this.nameOf[at] as number);
        if (list) list.push(at);
        else this.named.set(this.nameOf[at] as number, [at]);
      }
    }
  }

  get size(): number {
    return this.columns.ids.length;
  }

  /** Place by its id; -1 if it is unknown. */
  indexOf(id: number): number {
    if (!this.near) return this.byId.get(id) ?? -1;
    const offset = id - this.firstId;
    return offset >= 0 && offset < this.near.length ? (this.near[offset] as number) - 1 : -1;
  }

  idOf(place: number): number {
    return this.columns.ids[place] as number;
  }

  name(place: number): string {
    return this.columns.names[place] ?? '';
  }

  /** 0 state to 3 street. */
  levelOf(place: number): number {
    return this.columns.levels[place] as number;
  }

  /** Names from State down to a place. */
  path(place: number): string[] {
    const names: string[] = [];
    for (let level = 0; level < LEVELS; level++) {
      const at = this.ancestor(place, level);
      if (at >= 0) names.push(this.name(at));
    }
    return names;
  }

  /** Number of a name, ignoring accents and case; -1 if no place has this name. */
  nameNumber(name: string): number {
    return this.numbers.get(foldName(name)) ?? -1;
  }

  /** Ancestor-or-self at a level; -1 if the place is above that level. */
  ancestor(place: number, level: number): number {
    return this.above[place * LEVELS + level] as number;
  }

  /** Number of the name of the ancestor-or-self at a level; -1 if it is missing. */
  nameAbove(place: number, level: number): number {
    const at = this.above[place * LEVELS + level] as number;
    return at < 0 ? -1 : (this.nameOf[at] as number);
  }

  /**
   * The place that names from State on refer to.
   *
   * @param names name numbers by level; -2 if a name was left out, -1 if no place has it
   * @returns the place, NO_PLACE or SEVERAL_PLACES
   */
  find(names: readonly number[]): number {
    let last = names.length - 1;
    while (last >= 0 && names[last] === -2) last -= 1;
    if (last < 0) return NO_PLACE;
    let place = -1;
    for (let level = 0; level <= last; level++) {
      const name = names[level] as number;
      if (name === -1) return NO_PLACE;
      // A level in between was left out, so all places with the last name are checked.
      if (name === -2) return this.findNamed(names, last);
      const found = this.below.get((place + 1) * this.numbers.size + name);
      if (found === undefined) return NO_PLACE;
      if (found === SEVERAL_PLACES) return SEVERAL_PLACES;
      place = found;
    }
    return place;
  }

  /** Names of the places directly below the given one; for -1, of the states. */
  childNames(parent: number): string[] {
    const { parents, names } = this.columns;
    const id = parent < 0 ? 0 : this.idOf(parent);
    const found: string[] = [];
    for (let at = 0; at < this.size; at++) if (parents[at] === id) found.push(names[at] as string);
    return found;
  }

  /** Names of all places of a level. */
  namesAt(level: number): Set<string> {
    const { levels, names } = this.columns;
    const found = new Set<string>();
    for (let at = 0; at < this.size; at++) if (levels[at] === level) found.add(names[at] as string);
    return found;
  }

  private findNamed(names: readonly number[], last: number): number {
    if (names.includes(-1)) return NO_PLACE;
    const { levels } = this.columns;
    const fits = (this.named.get(names[last] as number) ?? []).filter(
      place =>
        levels[place] === last &&
        names.every((name, level) => level > last || name === -2 || this.nameAbove(place, level) === name),
    );
    return fits.length === 1 ? (fits[0] as number) : fits.length === 0 ? NO_PLACE : SEVERAL_PLACES;
  }
}

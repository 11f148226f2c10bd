import { addTo } from '../addTo.ts';
import { fold } from '../fold.ts';

/** An entity's location tree, column by column, with places in any order. */
export interface PlaceColumns {
  ids: ArrayLike<number>;
  names: ArrayLike<string>;
  /** The id of each place's parent; 0 for a top-level place. */
  parents: ArrayLike<number>;
  /** 0 is a state, 3 a street. */
  levels: ArrayLike<number>;
}

const LEVELS = 4;
/** The maximum range of ids for which an array is used; it then takes 16 MB. */
const NEAR = 4_000_000;
/** Results of `find` when it does not find exactly one place. */
export const NO_PLACE = -1;
export const SEVERAL_PLACES = -2;

/** Matches ASCII text with single spaces, as in most names: folding it only requires lowercasing. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;
const foldName = (name: string): string => (PLAIN.test(name) ? name.toLowerCase() : fold(name));

/**
 * Answers an import's half a million queries about places: whether an id exists, what its ancestors are called, and
 * which place a sequence of names refers to. Places and folded names are represented by indexes, so that each lookup is
 * an array access.
 */
export class PlaceLookup {
  private readonly columns: PlaceColumns;
  /**
   * Dense ids only: the index of each place plus one, by its id minus the lowest id. For sparse ids, a map is used
   * instead.
   */
  private readonly near: Int32Array | null;
  private readonly byId = new Map<number, number>();
  private readonly firstId: number;
  private readonly numbers = new Map<string, number>();
  /** The index of each place's folded name. */
  private readonly nameOf: Int32Array;
  /** The ancestor of each place at each level, or the place itself at its own level; -1 if there is none. */
  private readonly above: Int32Array;
  /** Child places by parent and name, keyed by parent * names + name; SEVERAL_PLACES if children share a name. */
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
        addTo(this.named, this.nameOf[at] as number, at);
      }
    }
  }

  get size(): number {
    return this.columns.ids.length;
  }

  /** The place with the given id; -1 if it is unknown. */
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

  /** 0 is a state, 3 a street. */
  levelOf(place: number): number {
    return this.columns.levels[place] as number;
  }

  /** The names from State down to a place. */
  path(place: number): string[] {
    const names: string[] = [];
    for (let level = 0; level < LEVELS; level++) {
      const at = this.ancestor(place, level);
      if (at >= 0) names.push(this.name(at));
    }
    return names;
  }

  /** The index of a name, ignoring accents and case; -1 if no place has this name. */
  nameNumber(name: string): number {
    return this.numbers.get(foldName(name)) ?? -1;
  }

  /** The ancestor of a place at a level, or the place itself at its own level; -1 if the level is below the place. */
  ancestor(place: number, level: number): number {
    return this.above[place * LEVELS + level] as number;
  }

  /** The index of the name of the place's ancestor at a level; -1 if there is none. */
  nameAbove(place: number, level: number): number {
    const at = this.above[place * LEVELS + level] as number;
    return at < 0 ? -1 : (this.nameOf[at] as number);
  }

  /**
   * The place that a sequence of names from the state down refers to.
   * @param names name indexes by level; -2 for an omitted name, -1 for a name that no place has
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
      // An intermediate level was omitted, so all places with the last name are checked.
      if (name === -2) return this.findNamed(names, last);
      const found = this.below.get((place + 1) * this.numbers.size + name);
      if (found === undefined) return NO_PLACE;
      if (found === SEVERAL_PLACES) return SEVERAL_PLACES;
      place = found;
    }
    return place;
  }

  /** The names of a place's children; for -1, the names of the states. */
  childNames(parent: number): string[] {
    const { parents, names } = this.columns;
    const id = parent < 0 ? 0 : this.idOf(parent);
    const found: string[] = [];
    for (let at = 0; at < this.size; at++) if (parents[at] === id) found.push(names[at] as string);
    return found;
  }

  /** The names of all places at a level. */
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

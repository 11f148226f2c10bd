import { COUNTRY_CODES, type Country } from '../../../domain/country.ts';
import { fold } from '../../../domain/fold.ts';

/** A place with its children, in the order in which lists show them. */
export interface Place {
  name: string;
  postcode?: string;
  children: Place[];
}

/** The places read from a country's source, with the number of corrections of each kind ("stray spaces": 80). */
export interface CountryPlaces {
  country: Country;
  /** The places at level 0, which are states. Children are one level below their parent; no country skips a level. */
  roots: Place[];
  cleaned: Readonly<Record<string, number>>;
}

/** A row at one level of a source. `parent` is the code of a row one level above, or '' at level 0. */
export interface FlatPlace {
  code: string;
  parent: string;
  name: string;
  postcode?: string;
}

/** Cleans names, and counts the corrections. */
export class Cleaning {
  readonly counts: Record<string, number> = {};

  note(kind: string, times = 1): void {
    if (times > 0) this.counts[kind] = (this.counts[kind] ?? 0) + times;
  }

  /**
   * Returns the canonical spelling of a name: composed letters, one kind of apostrophe, and no stray marks or spaces.
   */
  name(raw: string): string {
    let name = this.#step('decomposed letters', raw, raw.normalize('NFC'));
    name = this.#step('apostrophes', name, name.replace(/["’‘`]/g, "'"));
    name = this.#step('stray marks', name, name.replace(/[*[\]]/g, ''));
    return this.#step('stray spaces', name, name.replace(/\s+/g, ' ').trim());
  }

  #step(kind: string, before: string, after: string): string {
    if (before !== after) this.note(kind);
    return after;
  }
}

/**
 * Builds a tree from the levels of a source, from the top, in the order of each level. A row whose parent is missing is
 * dropped, as is a second row with the same name under the same parent (its children move to the first one); both are
 * counted. Names that differ only in accents are different names.
 */
export function growTree(levels: readonly (readonly FlatPlace[])[], cleaning: Cleaning): Place[] {
  const roots: Place[] = [];
  const namesBelow = new Map<Place | null, Map<string, Place>>();
  let above = new Map<string, Place>();
  levels.forEach((rows, level) => {
    const here = new Map<string, Place>();
    for (const row of rows) {
      const parent = level === 0 ? null : above.get(row.parent);
      if (parent === undefined) {
        cleaning.note('rows without a parent, left out');
        continue;
      }
      const name = cleaning.name(row.name);
      if (name === '') {
        cleaning.note('rows without a name, left out');
        continue;
      }
      const taken = namesBelow.get(parent) ?? new Map<string, Place>();
      namesBelow.set(parent, taken);
      const known = taken.get(name.toLowerCase());
      if (known) cleaning.note('repeated names, merged');
      const place: Place = known ?? { name, children: [], ...(row.postcode ? { postcode: row.postcode } : {}) };
      here.set(row.code, place);
      if (known) continue;
      taken.set(name.toLowerCase(), place);
      (parent?.children ?? roots).push(place);
    }
    above = here;
  });
  return roots;
}

/** The rows of `locations`, column by column, in order of id (depth first). */
export interface PlaceColumns {
  country: Country;
  id: number[];
  parent: number[];
  level: number[];
  name: string[];
  folded: string[];
  postcode: string[];
  state: (number | null)[];
  city: (number | null)[];
  district: (number | null)[];
}

/**
 * Returns the first id in a country's block: 1,000,000 for ID, 2,000,000 for MY and so on. A block has room for a
 * million places.
 */
export const baseOf = (country: Country): number => (COUNTRY_CODES.indexOf(country) + 1) * 1_000_000;

/**
 * Numbers a tree depth first, starting at base + 1. `keep` drops states only after all places are numbered, so that a
 * place has the same id whichever part of the country is loaded.
 */
export function numberPlaces(places: CountryPlaces, keep: (state: string) => boolean = () => true): PlaceColumns {
  const columns: PlaceColumns = {
    country: places.country,
    id: [],
    parent: [],
    level: [],
    name: [],
    folded: [],
    postcode: [],
    state: [],
    city: [],
    district: [],
  };
  let next = baseOf(places.country);
  const walk = (place: Place, parent: number, chain: readonly number[], kept: boolean): void => {
    next += 1;
    const id = next;
    const own = [...chain, id];
    if (kept) {
      columns.id.push(id);
      columns.parent.push(parent);
      columns.level.push(chain.length);
      columns.name.push(place.name);
      columns.folded.push(fold(place.name));
      columns.postcode.push(place.postcode ?? '');
      columns.state.push(own[0] ?? null);
      columns.city.push(own[1] ?? null);
      columns.district.push(own[2] ?? null);
    }
    for (const child of place.children) walk(child, id, own, kept);
  };
  for (const root of places.roots) walk(root, 0, [], keep(root.name));
  return columns;
}

import { AddressBook } from '../../src/domain/addressMatch.ts';
import type { Country } from '../../src/domain/country.ts';
import { readPlaces } from '../../src/server/demo/places/all.ts';
import { numberPlaces, type PlaceColumns } from '../../src/server/demo/places/tree.ts';

/** Words at the beginning of a name that state the kind of place (state, city or ward), which people often omit. */
const LEFT_OUT: Readonly<Partial<Record<Country, RegExp>>> = {
  ID: /^(Kota Administrasi|Kabupaten Administrasi|Kota|Kabupaten|Provinsi) /,
  PH: /^(City of|Province of) /,
  VN: /^(Thành phố|Tỉnh|Phường|Xã) /,
};
/** Words that people put before a name if the tree has none, by level. */
const PUT_IN: Readonly<Partial<Record<Country, readonly string[]>>> = {
  ID: ['Prov. ', '', 'Kec. ', 'Desa '],
  PH: ['', '', '', 'Brgy. '],
  TH: ['Changwat ', 'Amphoe '],
};
/** Names that already start with a word for the kind of place. */
const HAS_ONE = /^(prov|kota|kab|kec|kel|desa|barangay|b[gr]y|brgy|poblacion|city)\b|\(kelurahan\)/i;

interface Written {
  id: number;
  text: string;
}

/**
 * Each place with its names as written in its country: from the lowest level up, or without separators from the state
 * down.
 */
function written(columns: PlaceColumns, country: Country, change: (name: string, level: number) => string): Written[] {
  const at = new Map(columns.id.map((id, index) => [id, index]));
  return columns.id.map((id, index) => {
    const names: string[] = [];
    for (let own: number | undefined = index; own !== undefined; own = at.get(columns.parent[own] as number))
      names.push(change(columns.name[own] as string, columns.level[own] as number));
    return { id, text: country === 'TW' ? names.reverse().join('') : names.join(', ') };
  });
}

/** Addresses resolved to a different place than intended, or only in part. */
function misread(book: AddressBook, places: readonly Written[], every: number): string[] {
  const same = new Map<string, number[]>();
  for (const { id, text } of places) same.set(text, [...(same.get(text) ?? []), id]);
  const wrong: string[] = [];
  for (const [at, { id, text }] of places.entries()) {
    if (at % every !== 0) continue;
    const found = book.match(text);
    if (!(same.get(text) as number[]).includes(found.locationId) || found.unmatched.length + found.corrected.length > 0)
      wrong.push(`${text}: ${found.locationId} instead of ${id}; ${found.unmatched.join(' | ')}`);
  }
  return wrong;
}

export interface Tree {
  columns: PlaceColumns;
  book: AddressBook;
}

const trees = new Map<Country, Tree>();

/** A country's full tree and the address book of its places, built only once. */
export function treeOf(country: Country): Tree {
  const known = trees.get(country);
  if (known) return known;
  const columns = numberPlaces(readPlaces(country));
  const book = AddressBook.of(
    country,
    columns.id.map((locationId, at) => ({
      locationId,
      parentId: columns.parent[at] as number,
      level: columns.level[at] as number,
      name: columns.name[at] as string,
      postcode: columns.postcode[at] as string,
    })),
  );
  const tree = { columns, book };
  trees.set(country, tree);
  return tree;
}

/**
 * Resolves a country's places as people write them in full: as in the tree, without the words for state and city, and
 * with a word for each kind of place.
 *
 * @param every 1 for all places, 5 for every fifth one
 * @returns the texts resolved to a different place, or only in part
 */
export function misreadPlaces(country: Country, every: number): string[] {
  const { columns, book } = treeOf(country);
  const faults = misread(
    book,
    written(columns, country, name => name),
    every,
  );
  const leftOut = LEFT_OUT[country];
  if (leftOut) {
    const change = (name: string, level: number) => (level < 2 ? name.replace(leftOut, '') : name);
    faults.push(...misread(book, written(columns, country, change), every));
  }
  const putIn = PUT_IN[country];
  if (putIn) {
    const change = (name: string, level: number) => (HAS_ONE.test(name) ? name : `${putIn[level]}${name}`);
    faults.push(...misread(book, written(columns, country, change), every));
  }
  return faults;
}

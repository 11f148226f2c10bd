import { describe, expect, it } from 'vitest';
import { misreadPlaces, treeOf } from '../../../../tests/support/writtenPlaces.ts';
import type { Country } from '../../../domain/country.ts';
import { aliasesOf, aliasKey } from '../../../domain/placeAliases.ts';
import { bareName } from '../../../domain/placeKinds.ts';
import { PLACE_COUNTRIES } from './all.ts';

/** Only every fifth place is tested here; addresses.faults.test.ts tests all of them. */
const EVERY = 5;
/** Number of addresses with a typo that are tried per country. */
const TYPOS = 400;

describe('every fifth place of the full tree is recognized by its full address', () => {
  it.each([...PLACE_COUNTRIES])('the addresses of %s are parsed correctly', { timeout: 120_000 }, country => {
    expect(misreadPlaces(country, EVERY).slice(0, 25)).toEqual([]);
  });
});

/**
 * Makes a typo within a word of a name: depending on `seed`, a letter is dropped, doubled, replaced, or swapped with
 * the next one.
 */
function withTypo(name: string, seed: number): string {
  const inside = [...name.matchAll(/(?<=\p{L})\p{L}(?=\p{L})/gu)].map(({ index }) => index);
  const at = inside[seed % inside.length] ?? 1;
  switch (Math.floor(seed / 7) % 4) {
    case 0:
      return name.slice(0, at) + name.slice(at + 1);
    case 1:
      return name.slice(0, at) + name.charAt(at) + name.slice(at);
    case 2:
      return name.slice(0, at) + name.charAt(at + 1) + name.charAt(at) + name.slice(at + 2);
    default:
      return `${name.slice(0, at)}q${name.slice(at + 1)}`;
  }
}

/**
 * Parses full addresses in which one level's name has a typo.
 * @returns how many were recognized as the place itself, how many as one of its parents, and the addresses that were
 * mistaken for another place
 */
function readWithTypos(country: Country, level: number) {
  const { columns, book } = treeOf(country);
  const deepest = Math.max(...columns.level);
  const at = new Map(columns.id.map((id, index) => [id, index]));
  const below = columns.id.filter(
    (_, index) => columns.level[index] === deepest && (columns.name[index] as string).length >= 5,
  );
  const step = Math.max(1, Math.floor(below.length / TYPOS));
  const counted = { itself: 0, above: 0, wrong: [] as string[] };
  below.forEach((id, number) => {
    if (number % step !== 0) return;
    const chain: number[] = [];
    for (let own = at.get(id); own !== undefined; own = at.get(columns.parent[own] as number)) chain.unshift(own);
    const names = chain.map(own => columns.name[own] as string);
    const name = names[level] as string;
    if (name.length < 5) return;
    names[level] = withTypo(name, number);
    const text = names.reverse().join(', ');
    const found = book.match(text);
    if (found.locationId === id) counted.itself += 1;
    else if (chain.some(own => columns.id[own] === found.locationId)) counted.above += 1;
    else counted.wrong.push(`${text} (${name}): ${found.locationId} instead of ${id}`);
  });
  return counted;
}

describe('recognizing an address with a typo', () => {
  it.each([
    ['ID', 3],
    ['ID', 2],
    ['ID', 1],
    ['PH', 3],
    ['PH', 2],
    ['TH', 1],
    ['BR', 1],
    ['VN', 1],
  ] as const)(
    '%s with a typo in the name of level %i is recognized as the same place or one of its parents',
    (country, level) => {
      const { itself, above, wrong } = readWithTypos(country, level);
      expect(wrong).toEqual([]);
      expect(itself / (itself + above)).toBeGreaterThan(0.9);
    },
  );
});

/** Number of pairs of a place and a city elsewhere that are tried per country. */
const PAIRS = 2000;

/**
 * Parses "place, city" for places that are elsewhere, as people write wards, estates and districts that the tree of the
 * city does not contain.
 * @returns the addresses that were recognized as a place outside any place with the city's name and kind, or with an
 * alias that is the city's name
 */
function readOutside(country: Country, cityLevel: number): string[] {
  const { columns, book } = treeOf(country);
  const nameOf = new Map(columns.id.map((id, index) => [id, columns.name[index] as string]));
  const deepest = Math.max(...columns.level);
  const namesAt = (level: number) => columns.name.filter((_, index) => columns.level[index] === level);
  const [cities, others] = [namesAt(cityLevel), namesAt(deepest)];
  const aliases = aliasesOf(country);
  const isNamed = (city: string, name: string, level: number): boolean => {
    const [own, found] = [bareName(city), bareName(name)];
    if (aliases[level]?.get(aliasKey(found))?.includes(own.key)) return true;
    return own.key === found.key && (own.kinds === 0 || own.kinds === found.kinds);
  };
  const wrong: string[] = [];
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const city = cities[(pair * 7919) % cities.length] as string;
    const other = others[(pair * 104_729) % others.length] as string;
    const text = country === 'TW' ? `${city}${other}` : `${other}, ${city}`;
    const names = book.match(text).chain.map(id => nameOf.get(id) ?? '');
    if (!names.some((name, level) => isNamed(city, name, level))) wrong.push(`${text}: ${names.join(' > ')}`);
  }
  return wrong;
}

describe('recognizing an address whose city does not contain the place before it', () => {
  it.each([
    ['ID', 1],
    ['PH', 1],
    ['PH', 2],
    ['VN', 0],
    ['TW', 0],
    ['TW', 1],
    ['TH', 0],
    ['BR', 0],
  ] as const)('%s: the place found is in a place named like the city (level %i)', (country, level) => {
    expect(readOutside(country, level)).toEqual([]);
  });
});

describe('a street before an address does not change the place that is recognized', () => {
  it.each([
    ['ID', 'Jl. Xyzzy No. 12, '],
    ['PH', '12 Xyzzy St., '],
    ['VN', 'Số 12 đường Xyzzy, '],
    ['MY', '12 Jalan Xyzzy, '],
    ['TH', '12 Soi Xyzzy, '],
  ] as const)('%s: "%s"', (country, street) => {
    const { columns, book } = treeOf(country);
    const at = new Map(columns.id.map((id, index) => [id, index]));
    const others: string[] = [];
    const step = Math.max(1, Math.floor(columns.id.length / PAIRS));
    for (let index = 0; index < columns.id.length; index += step) {
      const names: string[] = [];
      for (let own: number | undefined = index; own !== undefined; own = at.get(columns.parent[own] as number))
        names.push(columns.name[own] as string);
      const text = names.join(', ');
      if (book.match(street + text).locationId !== book.match(text).locationId) others.push(text);
    }
    expect(others).toEqual([]);
  });
});

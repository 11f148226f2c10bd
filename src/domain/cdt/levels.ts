import type { Country } from '../country.ts';

/**
 * Location level indexes of delivery lead times (CDT): how precisely a row specifies the origin or destination of a
 * parcel (shell spec 2; CDT-1, CDT-2, G60, G65). 0 to 3 are the levels of the location tree.
 */
export const CDT_LEVEL = { region: -1, state: 0, city: 1, district: 2, street: 3, cepRange: 4 } as const;
export type CdtLevel = (typeof CDT_LEVEL)[keyof typeof CDT_LEVEL];

/** Level labels as in the reference table (CDT-1) and in files; files may also contain just the index. */
export const CDT_LEVELS = [
  { value: CDT_LEVEL.region, label: '-1 region' },
  { value: CDT_LEVEL.state, label: '0 state' },
  { value: CDT_LEVEL.city, label: '1 city' },
  { value: CDT_LEVEL.district, label: '2 district' },
  // The documents give this level no name (G65).
  { value: CDT_LEVEL.street, label: '3' },
  { value: CDT_LEVEL.cepRange, label: '4 cep_range' },
] as const satisfies readonly { value: CdtLevel; label: string }[];

/** Shown if a country does not have the level (shell spec 9: a missing value is shown as "/"). */
export const NO_LEVEL = '/';

/** The name of each level in a country; the region is the whole country. */
const CELLS: Readonly<Record<Country, readonly [string, string, string, string, string, string]>> = {
  ID: ['Indonesia', 'Province', 'City or regency', 'District', 'Village', NO_LEVEL],
  MY: ['Malaysia', 'State', 'City', 'Postcode area', NO_LEVEL, NO_LEVEL],
  PH: ['Philippines', 'Region', 'Province', 'City or municipality', 'Barangay', NO_LEVEL],
  SG: ['Singapore', 'Region', 'Planning area', NO_LEVEL, NO_LEVEL, NO_LEVEL],
  TW: ['Taiwan', 'County or city', 'Township or district', 'Village', NO_LEVEL, NO_LEVEL],
  TH: ['Thailand', 'Province', 'District', NO_LEVEL, NO_LEVEL, NO_LEVEL],
  VN: ['Vietnam', 'Province or city', 'Ward or commune', NO_LEVEL, NO_LEVEL, NO_LEVEL],
  BR: ['Brazil', 'State', 'Municipality', NO_LEVEL, NO_LEVEL, 'CEP range'],
};

/** A country's row in the reference table, with a cell for each level from -1 to 4 (CDT-2, G65: one row per entity). */
export const levelCells = (country: Country): readonly string[] => CELLS[country];

/** Whether a country has CEP ranges, which only Brazil's postcodes do. */
export const hasCepRanges = (country: Country): boolean => country === 'BR';

/** The label of a level; for an unknown level, its number. */
export const levelLabel = (level: number): string =>
  CDT_LEVELS.find(({ value }) => value === level)?.label ?? String(level);

/** The longest lead time that a row may specify, in working days. */
export const CDT_DAYS_MOST = 365;

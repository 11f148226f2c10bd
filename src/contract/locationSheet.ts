import { LEVEL_NAMES } from '../domain/serviceable.ts';
import type { Cell, Column } from '../domain/sheet/workbookXml.ts';
import type { LocationTreeRow } from './locations.ts';

/**
 * The export of the list of locations: column headings, cells and file name, identical on the server and on devices.
 */

export const LOCATION_SHEET = 'Location Tree';

export const LOCATION_SHEET_COLUMNS: readonly Column[] = [
  { heading: 'Location ID', width: 13 },
  { heading: 'Name', width: 28 },
  { heading: 'Level', width: 10 },
  { heading: 'State', width: 24 },
  { heading: 'City', width: 24 },
  { heading: 'District', width: 24 },
  { heading: 'Country', width: 10 },
  { heading: 'Postcode', width: 12 },
];

/** A location's cells, in column order. */
export const locationCells = (row: LocationTreeRow): Cell[] => [
  row.locationId,
  row.name,
  LEVEL_NAMES[row.level] ?? row.level,
  row.state,
  row.city,
  row.district,
  row.country,
  row.postcode,
];

/** The file's name: "Location Tree ID 2025-01-31.xlsx". */
export const locationFileName = (country: string, date: string): string => `${LOCATION_SHEET} ${country} ${date}.xlsx`;

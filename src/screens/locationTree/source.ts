import type { CallDefinition } from '../../contract/call.ts';
import { cachedMatches } from '../../contract/cachedMatch.ts';
import { listLocations, locationKey, type LocationTreeRow } from '../../contract/locations.ts';
import { LOCATION_TREE } from '../../contract/locationTree.ts';
import type { ListSource, Row } from '../../sync/types.ts';

export type PlaceRow = LocationTreeRow & Row;

/** The data source for the list of places: the country's tree, which every device stores in full. */
export const treeSource: ListSource<Row, PlaceRow> = {
  id: 'locationTree',
  call: listLocations as unknown as CallDefinition,
  collection: 'locations',
  rowKey: row => locationKey(row.locationId),
  matches: (row, filters) => cachedMatches(LOCATION_TREE, row, filters),
  ready: () => true,
};

/** The ancestors of a place from the state down, e.g. "Jawa Barat > Bandung"; empty for a state. */
export const parentPath = ({ level, state, city, district }: LocationTreeRow): string =>
  [state, city, district]
    .slice(0, level)
    .filter(name => name !== '')
    .join(' > ');

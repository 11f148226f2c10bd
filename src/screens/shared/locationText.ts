import type { ChannelLocationRow } from '../../contract/channelLocation.ts';
import type { LocationRow } from '../../contract/locations.ts';

/** "Jawa Barat > Bandung > Coblong": the names from the state down; levels that a place lacks are left out. */
export const placeText = (names: readonly string[]): string => names.filter(name => name !== '').join(' > ');

export const rowPlace = (row: ChannelLocationRow): string => placeText([row.state, row.city, row.district, row.street]);

/** The four level names of a path from root to self, as a record carries them. */
export function levelNames(path: readonly LocationRow[]) {
  const at = (level: number) => path.find(place => place.level === level)?.name ?? '';
  return { state: at(0), city: at(1), district: at(2), street: at(3) };
}

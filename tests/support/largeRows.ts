/** The rows of a workbook of the maximum upload size, and the places and records to which they refer. */

/** Number of places below the states in the tree, as in a large country. */
export const LARGE_STREETS = 92_160;
const STREETS_OF = { state: 11_520, city: 180, district: 15 } as const;
export const FIRST_STREET = 1_000_000;
export const FIRST_CHANNEL = 10_021;

const STATES = ['Jawa Barat', 'Jawa Tengah', 'Jawa Timur', 'Banten', 'Bali', 'DKI Jakarta', 'Sumatera Utara', 'Riau'];
const SYLLABLES = [
  'ban',
  'dung',
  'ci',
  'reb',
  'on',
  'su',
  'ka',
  'bu',
  'mi',
  'ta',
  'sik',
  'ma',
  'la',
  'ya',
  'ga',
  'rut',
];

/** A generator of reproducible numbers below `below`. */
export function seeded(seed: number): (below: number) => number {
  let state = seed >>> 0 || 1;
  return below => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

const nameOf = (number: number): string => {
  let name = '';
  for (let left = number + 17; left > 0; left = Math.floor(left / 16)) name += SYLLABLES[left % 16];
  return name.charAt(0).toUpperCase() + name.slice(1);
};

/** The names of a street and of the places that contain it. */
const placeNames = (street: number) => ({
  state: STATES[Math.floor(street / STREETS_OF.state)] as string,
  city: `Kota ${nameOf(Math.floor(street / STREETS_OF.city))}`,
  district: nameOf(Math.floor(street / STREETS_OF.district)),
  street: `${nameOf(street)} ${street % 14}`,
});

/** The location tree to which the rows refer, as columns: states, cities, districts, streets. */
export function largePlaces() {
  const ids: number[] = [];
  const names: string[] = [];
  const parents: number[] = [];
  const levels: number[] = [];
  const steps = [STREETS_OF.state, STREETS_OF.city, STREETS_OF.district, 1];
  const idAt = (street: number, level: number): number =>
    level < 0 ? 0 : FIRST_STREET + (3 - level) * 200_000 + Math.floor(street / (steps[level] as number));
  for (let level = 0; level < 4; level++) {
    for (let street = 0; street < LARGE_STREETS; street += steps[level] as number) {
      ids.push(idAt(street, level));
      names.push(Object.values(placeNames(street))[level] as string);
      parents.push(idAt(street, level - 1));
      levels.push(level);
    }
  }
  return { ids, names, parents, levels };
}

/** The record in row `index` and its four flags, starting at bit 0. The same index always yields the same row. */
export function largeRecord(index: number): { channelId: number; locationId: number; flags: number } {
  const mixed = Math.imul(index + 1, 0x9e3779b1) >>> 0;
  return {
    channelId: FIRST_CHANNEL + Math.floor(index / LARGE_STREETS),
    locationId: FIRST_STREET + ((index * 379) % LARGE_STREETS),
    flags: (mixed >>> 28) | (mixed & 0x100 ? 1 : 0),
  };
}

const yesNo = (flags: number, bit: number): string => (flags & (1 << bit) ? 'Yes' : 'No');

/** The cells of one row. */
export function largeRow(index: number): (string | number)[] {
  const { channelId, locationId, flags } = largeRecord(index);
  return [
    channelId,
    'J&T Express',
    'Standard',
    locationId,
    ...Object.values(placeNames(locationId - FIRST_STREET)),
    ...[0, 1, 2, 3].map(bit => yesNo(flags, bit)),
  ];
}

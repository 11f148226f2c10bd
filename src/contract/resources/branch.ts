import { branchProblem } from '../../domain/lcs/rules.ts';
import { FEATURE } from '../../domain/permission.ts';
import { flag } from '../fields/flag.ts';
import { number } from '../fields/number.ts';
import { place } from '../fields/place.ts';
import { placeName } from '../fields/placeName.ts';
import { text } from '../fields/text.ts';
import { defineResource, type RowOf } from '../resource.ts';
import { EQUAL, NAMED, statusField } from './support.ts';

const BASE = '/lcs/branch';

/**
 * Degrees with six decimal places, about a tenth of a meter; the additional decimals that maps provide are rounded
 * away.
 */
const degrees = (label: string, most: number) =>
  number(label, { decimals: 6, rounded: true, min: -most, max: most, width: 104 });

const PLACE_NOTE =
  'May be left blank next to a Location ID, and must agree with it. Without one, the names from State onward identify the location.';

/**
 * Branches, where parcels are dropped off and collected (LCS-3, LCS-4; issue 30, section 3).
 *
 * The documents mention only the names of the calls. Our decisions (G96): a branch has a code, which is unique in its
 * country and immutable, a name, its place in the location tree and the rest of its address. A branch that moves to
 * another place becomes a different branch. Coordinates are degrees with six decimal places and are required, because
 * they determine the nearest branch. Opening hours are given per range of weekdays (domain/lcs/week); on all other
 * days, the branch is closed. Four services can be switched on or off. It has the shared status (shell spec 3).
 * `upload` is the import.
 */
export const branch = defineResource({
  id: 'branch',
  collection: 'branches',
  feed: 72,
  label: { one: 'Branch', many: 'Branches' },
  page: { path: '/opsfe/branchservice/branches', title: 'Branches', menu: 'Logistics Product' },
  feature: FEATURE.branchService,
  scope: 'entity',
  fields: {
    code: text('Branch Code', { max: 32, form: 'code', look: 'id', width: 120, always: true }),
    name: text('Branch Name', { max: 128, folded: true, width: 200 }),
    locationId: place('Location ID', { deepest: 3, formLabel: 'Location', width: 90 }),
    state: placeName('State', 'locationId', 0, { width: 110 }),
    city: placeName('City', 'locationId', 1, { width: 116 }),
    district: placeName('District', 'locationId', 2, { width: 110 }),
    address: text('Address', { max: 255, folded: true, optional: true, width: 220 }),
    latitude: degrees('Latitude', 90),
    longitude: degrees('Longitude', 180),
    openingHours: text('Opening Hours', { max: 200, form: 'openingHours', width: 220 }),
    dropOff: flag('Drop-off', { initial: true, width: 72 }),
    collects: flag('Collection', { initial: true, width: 80 }),
    returns: flag('Returns', { width: 72 }),
    cod: flag('COD', { width: 64 }),
    status: statusField(96),
  },
  key: ['code'],
  order: ['code'],
  edit: ['name', 'address', 'latitude', 'longitude', 'openingHours', 'dropOff', 'collects', 'returns', 'cod', 'status'],
  filters: {
    code: { is: 'prefix' },
    name: { is: 'containing' },
    locationId: EQUAL,
    state: NAMED,
    city: NAMED,
    district: NAMED,
    status: EQUAL,
  },
  columns: [
    'code',
    'name',
    'locationId',
    'state',
    'city',
    'district',
    'address',
    'latitude',
    'longitude',
    'openingHours',
    'dropOff',
    'collects',
    'returns',
    'cod',
    'status',
  ],
  problem: branchProblem,
  title: row => `branch ${String(row['code'])}`,
  deletion: { title: 'Delete this branch?' },
  calls: {
    base: BASE,
    list: `${BASE}/list`,
    add: `${BASE}/create`,
    import: `${BASE}/upload`,
    export: `${BASE}/export`,
  },
  log: '',
  sheet: {
    texts: {
      code: { note: 'Letters, digits, - and _. An existing branch is changed; a new one is added.', width: 16 },
      name: { note: 'The name of the branch.', width: 30 },
      locationId: { note: 'May be left blank if the names identify the location.', width: 13 },
      state: { note: PLACE_NOTE, width: 24 },
      city: { note: PLACE_NOTE, width: 24 },
      district: { note: PLACE_NOTE, width: 24 },
      address: { note: 'Street and number.', width: 30 },
      latitude: { note: 'Degrees, kept to six decimal places; south and west are negative.', width: 14 },
      longitude: { note: 'Degrees, kept to six decimal places; south and west are negative.', width: 14 },
      openingHours: { note: 'Days and hours. The branch is closed on all other days.', width: 38 },
      dropOff: { note: 'Whether sellers can drop off parcels.', width: 12 },
      collects: { note: 'Whether buyers can collect parcels.', width: 12 },
      returns: { note: 'Whether the branch accepts returned parcels.', width: 12 },
      cod: { note: 'Whether parcels can be paid in cash.', width: 12 },
      status: { note: 'Normal or Disabled.', width: 12 },
    },
  },
  examples: [
    {
      code: 'BDG-01',
      name: 'Example, replace this row',
      locationId: 1,
      state: 'Jawa Barat',
      city: 'Bandung',
      district: 'Coblong',
      address: 'Jl. Dago 12',
      latitude: -6_885_000,
      longitude: 107_613_611,
      openingHours: 'Mon-Fri 08:00-17:00; Sat 09:00-12:00',
      dropOff: true,
      collects: true,
      returns: false,
      cod: false,
      status: 0,
    },
  ],
});
export type BranchRow = RowOf<typeof branch>;

import { CDT_DAYS_MOST, CDT_LEVEL, CDT_LEVELS } from '../../domain/cdt/levels.ts';
import { locationCdtProblem } from '../../domain/cdt/rowRules.ts';
import { FEATURE } from '../../domain/permission.ts';
import { choice } from '../fields/choice.ts';
import { number } from '../fields/number.ts';
import { text } from '../fields/text.ts';
import { defineResource, type RowOf } from '../resource.ts';
import { EQUAL } from './support.ts';

const BASE = '/sls/locationCDTs';

const level = (label: string) => choice(label, CDT_LEVELS, { initial: CDT_LEVEL.region, any: true, width: 116 });
const end = (label: string, placed: string) =>
  text(label, { max: 24, form: 'cdtEnd', width: 160, always: true, placed });
const days = (label: string) => number(label, { min: 0, max: CDT_DAYS_MOST, width: 92 });

/**
 * Location CDT: the delivery lead times of a channel, from one place to another (shell spec 2, 7; CDT-1 to CDT-13).
 *
 * The documents define only the levels. Our decisions: a row has an origin, a destination, and the minimum and maximum
 * working days; each end is specified as its level requires (domain/cdt/rowRules). An import replaces all rows of its
 * channels. The documents define no call for a single row, so we add calls that create, change and delete one. They are
 * also the way to remove a row in Brazil, where a file must contain all rows.
 */
export const locationCdt = defineResource({
  id: 'locationCdt',
  collection: 'locationCdts',
  feed: 45,
  label: { one: 'Location CDT', many: 'Location CDTs' },
  page: { path: '/carrier/locationCDT/rows', title: 'CDT Rows' },
  feature: FEATURE.cdtOfLocation,
  scope: 'channel',
  fields: {
    originLevel: level('Origin Level'),
    origin: end('Origin', 'originLevel'),
    destinationLevel: level('Destination Level'),
    destination: end('Destination', 'destinationLevel'),
    minDays: days('Min CDT'),
    maxDays: days('Max CDT'),
  },
  key: ['origin', 'destination'],
  order: ['origin', 'destination'],
  edit: ['minDays', 'maxDays'],
  filters: {
    channelId: { is: 'owner', label: 'Channel ID' },
    originLevel: EQUAL,
    origin: { is: 'prefix' },
    destinationLevel: EQUAL,
    destination: { is: 'prefix' },
  },
  columns: [
    'channelId',
    'channelName',
    'originLevel',
    'origin',
    'destinationLevel',
    'destination',
    'minDays',
    'maxDays',
  ],
  problem: locationCdtProblem,
  title: row => `CDT from ${String(row['origin'])} to ${String(row['destination'])}`,
  deletion: { title: 'Are you sure to delete this CDT?' },
  calls: {
    base: BASE,
    list: `${BASE}/list`,
    delete: { path: `${BASE}/delete`, input: { channelId: 'channelId', origin: 'origin', destination: 'destination' } },
    export: '/v2/sls/forward/sls/locationCDTs/export',
  },
  batches: { import: `${BASE}/import`, list: `${BASE}/record/list/`, unnamed: true },
  log: '',
});
export type LocationCdtRow = RowOf<typeof locationCdt>;

import type { APIRequestContext } from 'playwright/test';
import { namedScope, isOfEntity, labelOf, type Resource } from '../../../src/contract/resource.ts';
import type { ResourceCollection } from '../../../src/contract/resources/all.ts';
import { CHANNEL_GROUPS, channelConfig, SETTING_GROUPS } from '../../../src/contract/resources/channelConfig.ts';
import { nonWorkingDays } from '../../../src/contract/resources/nonWorkingDays.ts';
import { SHEETS } from '../../../src/contract/resources/sheets.ts';
import { LIVE_CONFIRMATION } from '../../../src/domain/channelConfig/channel.ts';
import { NAME_LABELS } from '../../../src/domain/channelConfig/choices.ts';
import { SCENARIOS, YES } from '../../../src/domain/serviceableChoices.ts';

/** What the tour needs to know of a screen next to its resource's declaration: names, forms and questions of its own. */

export type Values = Record<string, string | number | boolean>;

export interface OwnScreen {
  /** Address of the list, its tab or heading; left out, those of the declaration. */
  path?: string;
  name?: string;
  /** Headings of its columns before the actions; left out, the labels of the declared columns. */
  headings?: readonly string[];
  /** The filter by which the tour finds its records; left out, what owns them. */
  foundBy?: string;
  /** Filters by which the tour finds its records, if they are of several owners. */
  asked?: Values;
  /** Values that rules between fields ask for. */
  values?: (at: number, states: readonly number[], owner: number) => Values;
  /** The dialog that creates; left out, one with every field by its label. null: files alone create. */
  form?: {
    title: string;
    fields: readonly string[];
    labels?: Readonly<Record<string, string>>;
    missing?: string;
  } | null;
  /** The field that the tour edits, with its value, and the name of the action that does it; left out, the first of the update. */
  edit?: { field: string; value: string | number | boolean; action?: string };
  /** What an edit asks before it is applied. */
  asksToEdit?: string;
  /** The group of fields that a file changes where no file has whole records, and the button that leads to the groups' files. */
  part?: { name: keyof typeof channelConfig.parts; behind: string };
}

/** A configuration is created with the levels of all scenarios; its switches that depend on nothing are edited. */
const configuration = (title: string, owner: string): OwnScreen => ({
  form: { title, fields: [owner, ...SCENARIOS.map(({ level }) => level)] },
  edit: { field: 'defaultPickupEnabled', value: YES },
});

/** Suppliers and their rules cannot be deleted: each tour has other ones. */
const FIRST_SUPPLIER = 100_000_000 + (Math.floor(Date.now() / 1_000) % 800_000_000);

/** No rule of the demo counts amounts alone. */
const feeRule: OwnScreen = {
  asked: { fee_rule_type: 1 },
  values: at => ({ supplier_id: FIRST_SUPPLIER + at, fee_rule_type: 1, over_amount: 5, under_amount: 5 }),
  edit: { field: 'bill_cap', value: 9 },
};

export const OWN_SCREENS: Readonly<Partial<Record<ResourceCollection, OwnScreen>>> = {
  channelServiceConfs: configuration('Channel Serviceable Area Setting', 'channelId'),
  threePlServiceConfs: configuration('3PL Serviceable Area Setting', 'threePlId'),
  channelConfigs: {
    headings: [
      ...channelConfig.columns.map(name => labelOf(channelConfig, name)),
      // Each group but the flags has a column (CHC-5).
      ...SETTING_GROUPS.filter(group => group !== 'flags').map(group => CHANNEL_GROUPS[group].label),
    ],
    foundBy: 'channelName',
    form: {
      title: 'Create Channel',
      fields: ['channelName', 'display_name'],
      labels: NAME_LABELS,
      missing: 'is mandatory',
    },
    edit: { field: 'display_name', value: 'Tour, seller side' },
    asksToEdit: LIVE_CONFIRMATION,
    part: { name: 'cutoff', behind: 'Settings by Group' },
  },
  locationCdts: {
    // From the whole country: to all of it, and to states.
    values: (at, states) => ({
      originLevel: -1,
      origin: 'ID',
      destinationLevel: at === 0 ? -1 : 0,
      destination: at === 0 ? 'ID' : String(states[at]),
      minDays: 1,
      maxDays: at + 4,
    }),
  },
  pickups: {
    // A channel has one pickup configuration: each record is of a channel of its own, and of a type that the demo has not.
    asked: { pickupType: 2 },
    values: (at, _states, owner) => ({
      channelId: owner + at / 4,
      pickupType: 2,
      firstDay: at,
      daysOffered: at + 1,
      maxAttempts: 3,
    }),
    edit: { field: 'maxAttempts', value: 5 },
  },
  timeslots: {
    // No slot of the demo has these days.
    asked: { days: 'Wed, Sun' },
    values: at => ({
      slot: at + 11,
      days: 'Wed, Sun',
      startTime: `1${at}:00`,
      endTime: '20:30',
      cutoff: `0${at}:15`,
      capacity: at + 1,
    }),
    edit: { field: 'capacity', value: 77 },
  },
  shippingFeeRules: {
    // No rule of the demo charges nothing.
    asked: { feeMode: 2 },
    values: (at, _states, owner) => ({ channelId: owner, shopGroup: 90 + at, feeMode: 2, fee: 1 }),
    edit: { field: 'fee', value: 2 },
  },
  reconSuppliers: { foundBy: 'supplier_name', values: at => ({ supplier_id: FIRST_SUPPLIER + at }) },
  reconRules: feeRule,
  reconForecasts: feeRule,
  channelGroups: {
    // A channel is in one group: each record is of a channel of its own, in a group that the demo has not.
    asked: { group_id: 7777 },
    values: (at, _states, owner) => ({ channelId: owner + at / 4, group_id: 7777 }),
    edit: { field: 'group_name', value: 'Tour, second floor' },
  },
  shipments: { values: () => ({ weight: 2 }) },
  shopGroups: {
    foundBy: 'name',
    values: at => ({ groupId: 40 + at }),
    edit: { field: 'status', value: 1 },
  },
  shops: {
    foundBy: 'name',
    values: at => ({ shopId: 1000 + at, shopType: '10021-REGULAR', shopGroup: 0 }),
    // The demo has these types.
    edit: { field: 'shopType', value: '10021-MALL' },
  },
  branches: {
    values: at => ({ latitude: at - 6.5, longitude: 106.812345, openingHours: 'Mon-Fri 08:00-17:00' }),
    edit: { field: 'name', value: 'Tour, second floor' },
  },
  rates: {
    // A channel has one rate of a category: each record is of a channel of its own.
    asked: { category: 1 },
    values: (at, _states, owner) => ({ channelId: owner + at / 4, category: 1, esfModel: 0, asfModel: 0 }),
    form: { title: 'Create Rate', fields: ['channelId', 'category', 'esfModel', 'asfModel'] },
    edit: { field: 'esfModel', value: 2 },
  },
  nonWorkingDays: {
    path: `${nonWorkingDays.page.path}/0`,
    name: 'Channel',
    headings: [...nonWorkingDays.columns.map(name => labelOf(nonWorkingDays, name)), 'Last Updated'],
    values: at => ({
      serviceType: at === 4 ? 'FL' : 'LM',
      WeekendsSetting: 'Sat, Sun',
      HolidaysSetting: '2031-01-01',
    }),
    form: null,
    edit: { action: 'holidays', field: 'HolidaysSetting', value: '2031-01-01, 2031-02-03' },
  },
};

const ask = async <T>(request: APIRequestContext, path: string): Promise<T> =>
  ((await (await request.get(`/api${path}`)).json()) as { data: T }).data;

/** A channel that nothing is about. */
async function newChannel(request: APIRequestContext): Promise<number> {
  const answer = await request.post('/api/sls/channelConfig/create', {
    data: { channelName: 'Tour', display_name: 'Tour' },
  });
  return ((await answer.json()) as { data: { channelId: number } }).data.channelId;
}

/** A 3PL without a record of the resource: each country of several has one in the demo. */
async function free3pl(request: APIRequestContext, { calls }: Resource): Promise<number> {
  const { list: all } = await ask<{ list: { threePlId: number }[] }>(request, '/common/get_3pl_list');
  const { list: taken } = await ask<{ list: { threePlId: number }[] }>(request, `${calls.list}?page=1&count=100`);
  const free = all.find(({ threePlId }) => !taken.some(own => own.threePlId === threePlId));
  if (!free) throw new Error('every 3PL of the country has a record: the tour ran on this database before');
  return free.threePlId;
}

/**
 * A channel or 3PL without records of the resource: where each has one, or a file replaces all that it has. undefined if its
 * records are next to others.
 */
export async function freeOwner(request: APIRequestContext, resource: Resource): Promise<number | undefined> {
  const collection = resource.collection as ResourceCollection;
  if (OWN_SCREENS[collection]?.asked !== undefined) {
    const first = await newChannel(request);
    await newChannel(request);
    await newChannel(request);
    return first;
  }
  const named = OWN_SCREENS[collection]?.foundBy === undefined ? namedScope(resource) : undefined;
  const alone = isOfEntity(resource) || SHEETS[collection].mode === 'replace';
  if (named === undefined || !alone) return undefined;
  return named === '3pl' ? free3pl(request, resource) : newChannel(request);
}

import type { APIRequestContext } from 'playwright/test';
import { namedScope, isOfEntity, labelOf, type Resource } from '../../../src/contract/resource.ts';
import { keyInputs } from '../../../src/sync/testing/otherKeys.ts';
import type { ResourceCollection } from '../../../src/contract/resources/all.ts';
import { CHANNEL_GROUPS, channelConfig, SETTING_GROUPS } from '../../../src/contract/resources/channelConfig.ts';
import { nonWorkingDays } from '../../../src/contract/resources/nonWorkingDays.ts';
import { SHEETS } from '../../../src/contract/resources/sheets.ts';
import { LIVE_CONFIRMATION } from '../../../src/domain/channelConfig/channel.ts';
import { NAME_LABELS } from '../../../src/domain/channelConfig/choices.ts';
import { SCENARIOS, YES } from '../../../src/domain/serviceableChoices.ts';

/**
 * What the tour needs to know about a screen beyond its resource's declaration: names, forms and questions specific to
 * it.
 */

export type Values = Record<string, string | number | boolean>;

export interface OwnScreen {
  /** URL of the list, and its tab or heading; default to those of the declaration. */
  path?: string;
  name?: string;
  /** The column headings before the actions; default to the labels of the declared columns. */
  headings?: readonly string[];
  /** The filter with which the tour finds its records; defaults to the filter of their owner. */
  foundBy?: string;
  /** The filters with which the tour finds its records, if they belong to several owners. */
  asked?: Values;
  /** Values required by the rules between fields. */
  values?: (at: number, states: readonly number[], owner: number) => Values;
  /** The record of another list to which the record with a number refers, and the call that creates it. */
  refersTo?: (at: number) => { path: string; data: Values };
  /**
   * The dialog for creating a record; defaults to one with every field by its label. Null if records are created only
   * by files.
   */
  form?: {
    title: string;
    fields: readonly string[];
    labels?: Readonly<Record<string, string>>;
    missing?: string;
  } | null;
  /**
   * The field edited by the tour, its new value, and the name of the action; defaults to the first field of the update.
   */
  edit?: { field: string; value: string | number | boolean; action?: string };
  /** The question asked before an edit is applied. */
  asksToEdit?: string;
  /**
   * The group of fields that a file changes, if no file contains whole records, and the button that opens the groups'
   * files.
   */
  part?: { name: keyof typeof channelConfig.parts; behind: string };
}

/**
 * A configuration is created with the levels of all scenarios; the tour edits a switch on which nothing else depends.
 */
const configuration = (title: string, owner: string): OwnScreen => ({
  form: { title, fields: [owner, ...SCENARIOS.map(({ level }) => level)] },
  edit: { field: 'defaultPickupEnabled', value: YES },
});

/** Suppliers and their rules cannot be deleted, so every tour uses new ones. */
const FIRST_SUPPLIER = 100_000_000 + (Math.floor(Date.now() / 1_000) % 800_000_000);
/** The suppliers to which rules and forecasts refer; the tour of the suppliers creates others. */
const RULED_SUPPLIER = FIRST_SUPPLIER - 90_000_000;

/** The demo has no rule that counts only amounts. */
const feeRule: OwnScreen = {
  asked: { fee_rule_type: 1 },
  values: at => ({ supplier_id: RULED_SUPPLIER + at, fee_rule_type: 1, over_amount: 5, under_amount: 5 }),
  refersTo: at => ({
    path: '/recon/supplier/add',
    data: { supplier_id: RULED_SUPPLIER + at, supplier_name: 'Tour', contact: '', status: 0 },
  }),
  edit: { field: 'bill_cap', value: 9 },
};

export const OWN_SCREENS: Readonly<Partial<Record<ResourceCollection, OwnScreen>>> = {
  channelServiceConfs: configuration('Channel Serviceable Area Setting', 'channelId'),
  threePlServiceConfs: configuration('3PL Serviceable Area Setting', 'threePlId'),
  channelConfigs: {
    headings: [
      ...channelConfig.columns.map(name => labelOf(channelConfig, name)),
      // Every group except the flags has a column (CHC-5).
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
    // Routes from the whole country, either to all of it or to a single state.
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
    // A channel has only one pickup configuration, so each record has its own channel, with a type that the demo does
    // not use.
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
  shippingFeeRules: {
    // The demo has no rule without a charge.
    asked: { feeMode: 2 },
    values: (at, _states, owner) => ({ channelId: owner, shopGroup: 90 + at, feeMode: 2 }),
    refersTo: at => ({
      path: '/client_mode/shop_group/create',
      data: { groupId: 90 + at, name: 'Rules', status: 0 },
    }),
    edit: { field: 'status', value: 1 },
  },
  reconSuppliers: { foundBy: 'supplier_name', values: at => ({ supplier_id: FIRST_SUPPLIER + at }) },
  reconRules: feeRule,
  reconForecasts: feeRule,
  channelGroups: {
    // A channel belongs to only one group, so each record has its own channel, in a group that the demo does not use.
    asked: { group_id: 7777 },
    values: (at, _states, owner) => ({ channelId: owner + at / 4, group_id: 7777 }),
    edit: { field: 'group_name', value: 'Tour, second floor' },
  },
  // A supplier of the demo.
  reconChannels: { values: () => ({ lm_id: 101, launch_logistics_status: '{"statuses":[1]}' }) },
  shipments: {
    values: (_at, [state = 0]) => ({ weight: 2, originId: state, destinationId: state }),
  },
  shopGroups: {
    foundBy: 'name',
    values: at => ({ groupId: 40 + at }),
    edit: { field: 'status', value: 1 },
  },
  shops: {
    foundBy: 'name',
    values: at => ({ shopId: 1000 + at, shopType: '10021-REGULAR', shopGroup: 0 }),
    // The demo already contains shops of these types.
    edit: { field: 'shopType', value: '10021-MALL' },
  },
  branches: {
    values: at => ({ latitude: at - 6.5, longitude: 106.812345, openingHours: 'Mon-Fri 08:00-17:00' }),
    edit: { field: 'name', value: 'Tour, second floor' },
  },
  rates: {
    // A channel has only one rate per category, so each record has its own channel.
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

/** A channel to which no other record refers. */
async function newChannel(request: APIRequestContext): Promise<number> {
  const answer = await request.post('/api/sls/channelConfig/create', {
    data: { channelName: 'Tour', display_name: 'Tour' },
  });
  return ((await answer.json()) as { data: { channelId: number } }).data.channelId;
}

/**
 * A 3PL without a record of the resource; in each country with several 3PLs, the demo gives a record to only one of
 * them.
 */
async function free3pl(request: APIRequestContext, { calls }: Resource): Promise<number> {
  const { list: all } = await ask<{ list: { threePlId: number }[] }>(request, '/common/get_3pl_list');
  const { list: taken } = await ask<{ list: { threePlId: number }[] }>(request, `${calls.list}?page=1&count=100`);
  const free = all.find(({ threePlId }) => !taken.some(own => own.threePlId === threePlId));
  if (!free) throw new Error('every 3PL of the country has a record: the tour ran on this database before');
  return free.threePlId;
}

/**
 * A channel or 3PL without records of the resource, needed if each owner has only one record or a file replaces all of
 * an owner's records. Undefined if records can be added to the existing ones.
 */
export async function freeOwner(request: APIRequestContext, resource: Resource): Promise<number | undefined> {
  const collection = resource.collection as ResourceCollection;
  if (OWN_SCREENS[collection]?.asked !== undefined) {
    const first = await newChannel(request);
    await newChannel(request);
    await newChannel(request);
    return first;
  }
  const ofChannel = keyInputs(resource).some(name => resource.fields[name]?.kind === 'channel');
  const named =
    OWN_SCREENS[collection]?.foundBy === undefined
      ? (namedScope(resource) ?? (ofChannel ? 'channel' : undefined))
      : undefined;
  const alone = isOfEntity(resource) || SHEETS[collection].mode === 'replace';
  if (named === undefined || !alone) return undefined;
  return named === '3pl' ? free3pl(request, resource) : newChannel(request);
}

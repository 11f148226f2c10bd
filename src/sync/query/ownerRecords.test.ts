import { describe, expect, it } from 'vitest';
import { keyOfChannel } from '../../contract/owner.ts';
import { DECLARED } from '../../contract/cached.ts';
import { channelServiceConf } from '../../contract/resources/channelServiceConf.ts';
import { channelRoute } from '../../contract/resources/channelRoute.ts';
import type { ResourceCollection } from '../../contract/resources/all.ts';
import { servicesOfAnswer, type CheckQuestion } from '../../domain/serviceability.ts';
import { newConfig } from '../../domain/serviceableConfig.ts';
import { packColumns } from '../mirror/loadSet.ts';
import type { StoredEntry } from '../outbox/entry.ts';
import { creation, edit } from '../resources/writes.ts';
import { entryOf } from '../testing/entries.ts';
import { segmentOf } from '../testing/segments.ts';
import { createOf, deleteOf, rowOf, updateOf } from '../testing/writes.ts';
import type { Row } from '../types.ts';
import { CachedColumns } from '../mirror/cachedColumns.ts';
import { PlaceIndex } from './placeIndex.ts';
import { checkCached } from './serviceChecks.ts';

const CHANNEL = 10021;
const DISTRICT = 111;
const NONE = { canDeliver: false, canCOD: false, canPickup: false, canCODPickup: false };
const YES = { canDeliver: true, canCOD: false, canPickup: false, canCODPickup: false };
const stamp = { country: 'ID' as const, version: 1, updatedBy: 'a@x', updatedAt: 5 };
const config = (part: Row = {}): Row => ({
  ...stamp,
  channelId: CHANNEL,
  name: 'J&T',
  ...newConfig(),
  checkout_level: 3,
  defaultDeliverEnabled: 0,
  ...part,
});
const question: CheckQuestion = {
  address: { chain: [1, 11, DISTRICT], postcode: '' },
  other: { chain: [2, 21, 211], postcode: '' },
  scenario: 'checkout',
  shop: 0,
};
const location = rowOf(DISTRICT, { ...NONE, ...stamp });

const columnsOf = (collection: ResourceCollection, rows: Row[]) =>
  CachedColumns.from(DECLARED[collection], [packColumns(DECLARED[collection], segmentOf(DECLARED[collection], rows))]);

const NO_PLACES = PlaceIndex.build('ID', [], new Map(), async () => undefined);

/** Whether an address is deliverable, according to cached rows and pending writes. */
async function delivers(
  sets: Partial<Record<ResourceCollection, Row[]>>,
  entries: Partial<Record<ResourceCollection, StoredEntry[]>> = {},
) {
  const source = {
    columns: async (_: unknown, collection: ResourceCollection) => {
      const rows = sets[collection];
      return rows ? columnsOf(collection, rows) : null;
    },
  };
  const pending = Object.fromEntries(
    Object.entries(entries).map(([collection, own]) => [collection, { settledAt: 0, entries: own }]),
  );
  const reply = await checkCached(source, 'ID', await NO_PLACES, {
    owner: keyOfChannel(CHANNEL),
    questions: [question],
    pending,
  });
  return reply && reply.answers.map(answer => servicesOfAnswer(answer).deliver)[0];
}

describe("MR1: an address is checked with the person's pending writes applied", () => {
  const sets = { channelServiceConfs: [config()], channelLocations: [location] };
  const open = { channelServiceConfs: [config()], channelLocations: [] };

  it.each<[string, typeof sets | typeof open, Partial<Record<ResourceCollection, StoredEntry[]>>, 'yes' | 'no']>([
    ['the cached record', sets, {}, 'no'],
    ['a record with a pending change', sets, { channelLocations: [entryOf(updateOf(location, YES))] }, 'yes'],
    [
      'a change that the server refused',
      sets,
      { channelLocations: [entryOf(updateOf(location, YES), { state: 'refused' })] },
      'no',
    ],
    [
      'a record with a pending creation',
      open,
      { channelLocations: [entryOf(createOf({ ...location, ...YES }))] },
      'yes',
    ],
    [
      'a record with a refused creation',
      open,
      { channelLocations: [entryOf(createOf({ ...location, ...YES }), { state: 'refused' })] },
      'no',
    ],
    [
      "a colleague's channel",
      open,
      { channelLocations: [entryOf(createOf({ ...location, ...YES, channelId: 10022 }))] },
      'no',
    ],
    [
      'a record with a pending deletion, for which the default applies',
      { channelServiceConfs: [config({ defaultDeliverEnabled: 1 })], channelLocations: [location] },
      { channelLocations: [entryOf(deleteOf(location))] },
      'yes',
    ],
    [
      'a configuration with a pending change',
      open,
      {
        channelServiceConfs: [
          entryOf(edit(channelServiceConf, 'ID', config(), { ...config(), defaultDeliverEnabled: 1 })),
        ],
      },
      'yes',
    ],
    [
      'a configuration with a pending creation',
      { channelServiceConfs: [], channelLocations: [] },
      { channelServiceConfs: [entryOf(creation(channelServiceConf, 'ID', config()))] },
      'no',
    ],
  ])('the serviceability check handles %s', async (_, cached, entries, answer) => {
    expect(await delivers(cached, entries)).toBe(answer);
  });

  it('a route with a pending creation is included in the check', async () => {
    const routed = {
      channelServiceConfs: [config({ extraLimitType: 2, defaultDeliverEnabled: 1 })],
      channelLocations: [],
      channelRoutes: [],
    };
    expect(await delivers(routed)).toBe('no');
    const route = { ...stamp, channelId: CHANNEL, applicableType: 0, fromLocationId: 21, toLocationId: 1 };
    const waiting = entryOf(creation(channelRoute, 'ID', route));
    expect(await delivers(routed, { channelRoutes: [waiting] })).toBe('yes');
  });
});

it('the serviceability check returns null if a required list is not completely cached', async () => {
  expect(await delivers({ channelServiceConfs: [config()] })).toBeNull();
  expect(await delivers({})).toBeNull();
  // Without a serviceable area check, no list is needed.
  expect(await delivers({ channelServiceConfs: [config({ isCheckServiceable: 0 })] })).toBe('yes');
});

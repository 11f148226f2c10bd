import { describe, expect, it } from 'vitest';
import { DECLARED, textsOf } from '../../contract/cached.ts';
import { NO_OWNER } from '../../contract/owner.ts';
import { channelCdt } from '../../contract/resources/channelCdt.ts';
import { channelConfig } from '../../contract/resources/channelConfig.ts';
import { locationCdt } from '../../contract/resources/locationCdt.ts';
import { nonWorkingDays } from '../../contract/resources/nonWorkingDays.ts';
import { timeslot } from '../../contract/resources/timeslot.ts';
import type { ResourceCollection } from '../../contract/resources/all.ts';
import type { End } from '../../domain/leadTime.ts';
import { packColumns } from '../mirror/loadSet.ts';
import { creation, deletion, edit } from '../resources/writes.ts';
import { entryOf } from '../testing/entries.ts';
import { sampleRow } from '../testing/sampleRow.ts';
import { inListOrder, segmentOf } from '../testing/segments.ts';
import type { NewWrite, Row } from '../types.ts';
import { CachedColumns } from '../mirror/cachedColumns.ts';
import { readLeadTimes } from './leadTimeGroups.ts';
import type { Pending } from './ownerRecords.ts';
import { cutoffHour, drawLeadTimes, rowsForWay } from './leadTimeRows.ts';

/** Rows with the given origins and destinations, in that order, each with a different number of days. */
function cached(names: readonly (readonly [string, string])[]): CachedColumns {
  const texts = (name: string, values: readonly string[]) => {
    const all = [...new Set(values)];
    return { [name]: values.map(value => all.indexOf(value)), [textsOf(name)]: all };
  };
  const numbers = names.map((_, at) => at);
  const columns = {
    version: numbers,
    originLevel: numbers.map(() => 0),
    destinationLevel: numbers.map(() => 0),
    minDays: numbers,
    maxDays: numbers,
    ...texts(
      'origin',
      names.map(([origin]) => origin),
    ),
    ...texts(
      'destination',
      names.map(([, destination]) => destination),
    ),
  };
  return CachedColumns.from(DECLARED.locationCdts, [packColumns(DECLARED.locationCdts, columns)]);
}

describe('cached rows for an origin and destination', () => {
  const rows = cached([
    ['01000000-01999999', '02000000-02999999'],
    ['1', '2'],
    ['1', '21'],
    ['1', '3'],
    ['11', 'BR'],
    ['BR', '02000000-02999999'],
    ['BR', '2'],
    ['BR', 'BR'],
  ]);
  const asked = (origin: Partial<End>, destination: Partial<End>) =>
    rowsForWay(rows, { country: 'BR', locations: [], ...origin }, { country: 'BR', locations: [], ...destination }).map(
      row => `${row.origin} ${row.destination} ${row.minDays}`,
    );

  it('rows are found if the names of both ends match', () => {
    expect(asked({}, {})).toEqual(['BR BR 7']);
    expect(asked({ locations: [1, 11] }, { locations: [2, 21] }).toSorted()).toEqual([
      '1 2 1',
      '1 21 2',
      '11 BR 4',
      'BR 2 6',
      'BR BR 7',
    ]);
    expect(asked({ locations: [9] }, { locations: [9] })).toEqual(['BR BR 7']);
  });

  it('rows of a CEP range are found if the range contains the CEP, including its first and last code', () => {
    expect(asked({ cep: '01000000' }, { cep: '02999999' }).toSorted()).toEqual([
      '01000000-01999999 02000000-02999999 0',
      'BR 02000000-02999999 5',
      'BR BR 7',
    ]);
    expect(asked({ cep: '03000000' }, { cep: '03000000' })).toEqual(['BR BR 7']);
  });

  it('an empty channel has no rows', () => {
    expect(rowsForWay(cached([]), { country: 'BR', locations: [1] }, { country: 'BR', locations: [] })).toEqual([]);
  });
});

describe('MR1: pending writes are applied to lead-time data', () => {
  const CHANNEL = 10021;
  const stamp = { country: 'ID', version: 1, updatedBy: 'a@x', updatedAt: 5, channelId: CHANNEL, channelName: 'J&T' };
  const cdt = (destination: string, minDays = 1): Row => ({
    ...stamp,
    originLevel: -1,
    origin: 'ID',
    destinationLevel: 0,
    destination,
    minDays,
    maxDays: minDays,
  });
  const times: Row = {
    ...stamp,
    name: 'J&T',
    cdtType: 1,
    category: 2,
    firstMileMin: 1,
    firstMileMax: 1,
    crossBorderMin: 0,
    crossBorderMax: 0,
    status: 0,
  };
  const schedule = (serviceType: string): Row => ({
    ...stamp,
    channelType1: 1,
    channelType2: 2,
    serviceType,
    WeekendsSetting: 'Sun',
    HolidaysSetting: 'None',
    isMaskChannel: 0,
    status: 0,
  });
  const SETTINGS: Row = {
    ...sampleRow('channelConfigs', NO_OWNER, 1, 0),
    ...stamp,
    pickup_sameday_cutoff_hour: 15_500,
  };
  const SLOT: Row = {
    ...sampleRow('timeslots', NO_OWNER, 1, 0),
    ...stamp,
    slot: 1,
    days: 'Mon',
    startTime: '09:00',
    endTime: '12:00',
    cutoff: '08:00',
    status: 0,
  };
  const sets: Partial<Record<ResourceCollection, Row[]>> = {
    locationCdts: [cdt('1'), cdt('2')],
    channelCdts: [times],
    nonWorkingDays: [schedule('FL'), schedule('LM')],
    channelConfigs: [SETTINGS],
    timeslots: [SLOT, { ...SLOT, id: 2, slot: 2, status: 1 }, { ...SLOT, id: 3, channelId: 10022 }],
  };
  const columnsOf = (collection: ResourceCollection) =>
    CachedColumns.from(DECLARED[collection], [
      packColumns(
        DECLARED[collection],
        segmentOf(DECLARED[collection], inListOrder(DECLARED[collection], sets[collection] ?? [])),
      ),
    ]);
  const waits = (...writes: (NewWrite | null)[]) => ({
    settledAt: 0,
    entries: writes.flatMap(write => (write ? [entryOf(write)] : [])),
  });
  const pending: Pending = {
    locationCdts: waits(
      edit(locationCdt, 'ID', cdt('1'), { minDays: 4, maxDays: 4 }),
      deletion(locationCdt, 'ID', cdt('2')),
      creation(locationCdt, 'ID', cdt('3', 7)),
      creation(locationCdt, 'ID', { ...cdt('4', 7), channelId: 10022 }),
    ),
    channelCdts: waits(edit(channelCdt, 'ID', times, { firstMileMax: 3 })),
    nonWorkingDays: {
      ...waits(edit(nonWorkingDays, 'ID', schedule('LM'), { WeekendsSetting: 'Sat, Sun' })),
      bulks: [
        {
          id: 'b',
          set: { HolidaysSetting: '2026-12-25' },
          sending: false,
          versions: new Map([[`ID/${CHANNEL}/LM`, 1]]),
        },
      ],
    },
  };
  const owner = { kind: 'channel', id: CHANNEL, country: 'ID' } as const;
  const drawn = (of: Pending) =>
    drawLeadTimes(
      {
        columns: columnsOf('locationCdts'),
        times: columnsOf('channelCdts'),
        schedules: columnsOf('nonWorkingDays'),
        settings: columnsOf('channelConfigs'),
        timeslots: columnsOf('timeslots'),
      },
      owner,
      of,
    );
  const end = (locations: number[]): End => ({ country: 'ID', locations });
  const days = (of: Pending) => {
    const { columns } = drawn(of);
    return [1, 2, 3, 4].map(id => columns && rowsForWay(columns, end([]), end([id])).map(row => row.minDays)[0]);
  };

  it('pending writes are applied to the rows, the delivery times and the non-working days', () => {
    expect(days({})).toEqual([1, 1, undefined, undefined]);
    expect(drawn({})).toMatchObject({ channel: { firstMileMax: 1 }, nonWorking: { WeekendsSetting: 'Sun' } });
    expect(days(pending)).toEqual([4, undefined, 7, undefined]);
    expect(drawn(pending)).toMatchObject({ channel: { firstMileMax: 3 }, nonWorking: { WeekendsSetting: 'Sat, Sun' } });
  });

  it("pending writes are applied to the cutoff hour and the first mile's days", () => {
    expect(drawn({})).toMatchObject({ firstMile: { serviceType: 'FL', WeekendsSetting: 'Sun' }, cutoff: 15.5 });
    const later = waits(
      edit(channelConfig, 'ID', SETTINGS, { pickup_sameday_cutoff_hour: 17_000 }, 'channelConfig.cutoff'),
    );
    expect(drawn({ channelConfigs: later }).cutoff).toBe(17);
    const none = waits(
      edit(channelConfig, 'ID', SETTINGS, { pickup_sameday_cutoff_hour: null }, 'channelConfig.cutoff'),
    );
    expect(drawn({ channelConfigs: none }).cutoff).toBeNull();
    expect(cutoffHour(columnsOf('channelConfigs'), 10022)).toBeNull();
    const absent = drawLeadTimes(
      { columns: null, times: null, schedules: null, settings: null, timeslots: null },
      owner,
      {},
    );
    expect(absent).toMatchObject({ firstMile: undefined, cutoff: undefined, slots: undefined });
  });

  it("pending writes are applied to the channel's timeslots, of which only the enabled ones are used", () => {
    expect(drawn({}).slots).toMatchObject([{ slot: 1, days: [0], cutoff: '08:00' }]);
    const later = waits(edit(timeslot, 'ID', SLOT, { cutoff: '08:30' }));
    expect(drawn({ timeslots: later }).slots).toMatchObject([{ slot: 1, cutoff: '08:30' }]);
  });

  it('bulk changes of many records are applied', () => {
    const { nonWorkingDays: own } = pending;
    const bulks = own?.bulks ?? [];
    expect(drawn({ nonWorkingDays: { settledAt: 0, entries: [], bulks } }).nonWorking).toMatchObject({
      HolidaysSetting: '2026-12-25',
    });
  });

  it('pending writes are applied to the groups that show the effect of a change', async () => {
    const source = { columns: async (_: unknown, collection: ResourceCollection) => columnsOf(collection) };
    const found = await readLeadTimes(source, 'ID', null as never, CHANNEL, pending);
    expect(found).toMatchObject({
      groups: [
        { minDays: 4, rows: 1 },
        { minDays: 7, rows: 1 },
      ],
      channel: { firstMileMax: 3 },
    });
  });
});

import { describe, expect, it } from 'vitest';
import type { QueuedImport } from '../../../sync/hooks/useImports.ts';
import { holidaysTile, importsTile } from './tileTexts.ts';

const NONE = { here: [], others: [], count: 0 };
const queued = (more: Partial<QueuedImport>) =>
  ({ id: '1', title: 'Import Location', files: [{ name: 'places.xlsx' }], state: 'failed', ...more }) as QueuedImport;
const bulk = (more: Partial<QueuedImport> = {}) =>
  queued({
    title: 'Support Pickup to No for 3 serviceable locations',
    files: [{ name: 'Set Support Pickup to No.csv' }] as never,
    bulk: { set: { canPickup: false }, action: null },
    ...more,
  });
const other = { id: '9', title: 'Location', file: 'a.xlsx', state: 'failed', href: '/x', at: 1 };

describe('the tile of imports and bulk changes', () => {
  it('names an import by its file and a bulk change by what it does, as the queue does', () => {
    const here = [queued({}), bulk(), bulk({ state: 'refused' })];
    expect(importsTile({ running: NONE, failed: { ...NONE, here, count: 3 } }).items).toMatchObject([
      { text: 'places.xlsx', detail: 'Failed' },
      { text: 'Support Pickup to No for 3 serviceable locations', detail: 'Failed' },
      { text: 'Support Pickup to No for 3 serviceable locations', detail: 'Refused by the server' },
    ]);
  });

  it.each([
    [[queued({})], 1, 'import failed or needs a decision'],
    [[queued({}), queued({})], 2, 'imports failed or need a decision'],
    [[bulk()], 1, 'bulk change failed or needs a decision'],
    [[bulk(), bulk()], 2, 'bulk changes failed or need a decision'],
    [[bulk(), queued({}), bulk()], 3, 'imports and bulk changes failed or need a decision'],
  ])('says what the failed ones are: case %#', (here, count, what) => {
    expect(importsTile({ running: NONE, failed: { here, others: [], count } })).toMatchObject({ count, what });
  });

  it('does not say that work is running which waits on this device', () => {
    const whatOf = (...here: QueuedImport[]) =>
      importsTile({ running: { ...NONE, here, count: here.length }, failed: NONE }).what;
    expect(whatOf(queued({ state: 'waiting' }))).toBe('import is waiting to be sent');
    expect(whatOf(bulk({ state: 'waiting' }), bulk({ state: 'waiting' }))).toBe('bulk changes are waiting to be sent');
    expect(whatOf(bulk({ state: 'waiting' }), bulk({ state: 'applying' }))).toBe('bulk changes are running');
  });

  it('does not claim that work on another device is an import', () => {
    const running = { here: [], others: [other], count: 1 };
    expect(importsTile({ running, failed: NONE }).what).toBe('import or bulk change is running');
    expect(importsTile({ running: { ...running, here: [bulk()], count: 2 }, failed: NONE }).what).toBe(
      'imports and bulk changes are running',
    );
  });
});

it('the holidays tile counts the schedules that the calendar lists', () => {
  const holidays = [
    { day: '2026-12-25', schedules: 3, channels: 2, inStates: 1 },
    { day: '2026-12-28', schedules: 1, channels: 0, inStates: 1 },
  ];
  expect(holidaysTile(holidays, 3, '2026-12-20')).toMatchObject({
    count: 3,
    what: 'schedules have a holiday, on 2 days',
    items: [
      { text: 'Fri 2026-12-25', detail: '3 schedules, 2 channels, 1 channel in some states' },
      { text: 'Mon 2026-12-28', detail: '1 schedule, 1 channel in some states' },
    ],
  });
  expect(holidaysTile(holidays.slice(1), 1, '2026-12-20').what).toBe('schedule has a holiday, on 1 day');
  expect(holidaysTile([], 0, '2026-12-20')).toMatchObject({ count: 0, what: 'schedules have a holiday' });
  // A reply that an earlier release cached does not contain the number of schedules.
  expect(holidaysTile(holidays, undefined, '2026-12-20')).toMatchObject({
    count: null,
    what: '2 days when channels do not work',
  });
});

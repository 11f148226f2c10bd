import { describe, expect, it } from 'vitest';
import type { RecordChange } from '../../contract/history.ts';
import { isUpdated, type Resource } from '../../contract/resource.ts';
import { RESOURCES } from '../../contract/resources/all.ts';
import { channelConfig } from '../../contract/resources/channelConfig.ts';
import { channelLocation } from '../../contract/resources/channelLocation.ts';
import { channelRoute } from '../../contract/resources/channelRoute.ts';
import { nonWorkingDays } from '../../contract/resources/nonWorkingDays.ts';
import { serviceCode } from '../../contract/resources/serviceCode.ts';
import { reverting, revertPermissions } from './revertChange.ts';

const NONE = { canDeliver: false, canCOD: false, canPickup: false, canCODPickup: false };
const key = { channelId: 10021, locationId: 7, type: 0 };
const change = (before: object | null, after: object | null, more: Partial<RecordChange> = {}): RecordChange => ({
  version: 4,
  email: 'a@b.c',
  timestamp: 1,
  before: before && { ...key, ...NONE, ...before },
  after: after && { ...key, ...NONE, ...after },
  url: '/api/channelLocationService/update',
  import: null,
  ...more,
});
const known = { ...key, ...NONE, channelName: 'J&T', street: 'Dago', canCOD: true, canPickup: true, version: 6 };

/** Every field that a call may change, with its resource. */
const everyUpdatedField = (RESOURCES as readonly Resource[]).flatMap(resource =>
  Object.keys(resource.fields)
    .filter(field => isUpdated(resource, field))
    .map(field => [`${resource.id}.${field}`, resource, field] as const),
);

describe('reverting one write from the history', () => {
  it('reverting an edit restores only the fields that the edit changed, based on the version it produced (OB8)', () => {
    const writes = reverting(channelLocation, 'ID', change({}, { canCOD: true }), known);
    expect(writes).toMatchObject([
      {
        callId: 'channelLocation.update',
        effect: 'update',
        recordKey: '10021/7/0',
        changes: { canCOD: false },
        baseVersion: 4,
        base: { canCOD: true, canPickup: false, street: 'Dago', version: 4 },
      },
    ]);
  });

  it('reverting a creation deletes the record, and reverting a deletion recreates it', () => {
    expect(reverting(channelLocation, 'ID', change(null, {}), known)).toMatchObject([
      { effect: 'delete', baseVersion: 4 },
    ]);
    expect(reverting(channelLocation, 'ID', change({ canCOD: true }, null), null)).toMatchObject([
      { effect: 'create', baseVersion: null, input: { ...key, ...NONE, canCOD: true } },
    ]);
  });

  it('a write cannot be reverted if its resource has no inverse write, or if no field of the update changed', () => {
    expect(reverting(channelLocation, 'ID', change({}, {}), known)).toEqual([]);
    const route = { channelId: 1, id: 5, applicableType: 0, fromLocationId: 1, toLocationId: 2 };
    expect(reverting(channelRoute, 'ID', { ...change({}, {}), before: route, after: route }, null)).toEqual([]);
    const code = { country: 'ID', code: 'A', shipping_channel_id: 1, status: 0 };
    expect(reverting(serviceCode, 'ID', { ...change(null, {}), after: code }, null)).toEqual([]);
  });

  it("reverting a rename restores the place's previous name", () => {
    const place = { locationId: 9, name: 'Bandung', version: 1 };
    const renamed = { ...change({}, {}), before: place, after: { ...place, name: 'Bandoeng', version: 4 } };
    expect(reverting(undefined, 'ID', renamed, null)).toMatchObject([
      { collection: 'locations', changes: { name: 'Bandung' }, baseVersion: 4 },
    ]);
    expect(reverting(undefined, 'ID', { ...renamed, before: null }, null)).toEqual([]);
  });

  it('reverting requires the permission for the call that is sent', () => {
    const permissions = (row: Resource, given: Partial<RecordChange>) =>
      revertPermissions(row, { ...change({}, {}), ...given });
    expect(permissions(channelLocation, change({}, { canCOD: true }))).toEqual([
      'channel_management.serviceable_area.write',
    ]);
    const feature = 'channel_management.channel_config_integrated';
    const both = { before: { cod: false, maintenance: 0 }, after: { cod: true, maintenance: 1 } };
    expect(permissions(channelConfig, both)).toEqual([`${feature}.write`, `${feature}.maintenance`]);
  });

  it('a change to fields of several calls is reverted by one write per call, and the second is based on the first', () => {
    const row = { country: 'ID', channelId: 10021, serviceType: 'FL', isMaskChannel: 0, status: 0, version: 3 };
    const before = { ...row, WeekendsSetting: 'All: Sun', HolidaysSetting: '' };
    const after = { ...row, WeekendsSetting: 'All: Sat, Sun', HolidaysSetting: 'All: 2027-05-05', version: 4 };
    const imported = { ...change({}, {}), before, after, url: '' };
    const [weekends, holidays, ...rest] = reverting(nonWorkingDays, 'ID', imported, after);
    expect(rest).toEqual([]);
    expect(weekends).toMatchObject({
      callId: 'nonWorkingDays.update',
      changes: { WeekendsSetting: 'All: Sun' },
      baseVersion: 4,
    });
    expect(holidays).toMatchObject({
      callId: 'nonWorkingDays.holidays',
      changes: { HolidaysSetting: '' },
      base: { WeekendsSetting: 'All: Sun' },
      baseVersion: 4,
    });
  });

  it.each(everyUpdatedField)('a change of %s by an import or a bulk change can be reverted', (_, resource, field) => {
    const before = { country: 'ID', version: 3, [field]: 'before' };
    const after = { ...before, [field]: 'after', version: 4 };
    const writes = reverting(resource, 'ID', { ...change({}, {}), before, after, url: '' }, null);
    expect(writes.map(({ changes }) => changes)).toEqual([{ [field]: 'before' }]);
  });
});

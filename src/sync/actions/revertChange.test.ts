import { describe, expect, it } from 'vitest';
import type { RecordChange } from '../../contract/history.ts';
import { channelLocation } from '../../contract/resources/channelLocation.ts';
import { channelRoute } from '../../contract/resources/channelRoute.ts';
import { serviceCode } from '../../contract/resources/serviceCode.ts';
import { reverting, revertPermission } from './revertChange.ts';

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

describe('reverting one write from the history', () => {
  it('reverting an edit restores only the fields that the edit changed, based on the version it produced (OB8)', () => {
    const write = reverting(channelLocation, 'ID', change({}, { canCOD: true }), known);
    expect(write).toMatchObject({
      callId: 'channelLocation.update',
      effect: 'update',
      recordKey: '10021/7/0',
      changes: { canCOD: false },
      baseVersion: 4,
      base: { canCOD: true, canPickup: false, street: 'Dago', version: 4 },
    });
  });

  it('reverting a creation deletes the record, and reverting a deletion recreates it', () => {
    expect(reverting(channelLocation, 'ID', change(null, {}), known)).toMatchObject({
      effect: 'delete',
      baseVersion: 4,
    });
    expect(reverting(channelLocation, 'ID', change({ canCOD: true }, null), null)).toMatchObject({
      effect: 'create',
      baseVersion: null,
      input: { ...key, ...NONE, canCOD: true },
    });
  });

  it('a write cannot be reverted if its resource has no inverse write, or if no field of the update changed', () => {
    expect(reverting(channelLocation, 'ID', change({}, {}), known)).toBeNull();
    const route = { channelId: 1, id: 5, applicableType: 0, fromLocationId: 1, toLocationId: 2 };
    expect(reverting(channelRoute, 'ID', { ...change({}, {}), before: route, after: route }, null)).toBeNull();
    const code = { country: 'ID', code: 'A', shipping_channel_id: 1, status: 0 };
    expect(reverting(serviceCode, 'ID', { ...change(null, {}), after: code }, null)).toBeNull();
  });

  it("reverting a rename restores the place's previous name", () => {
    const place = { locationId: 9, name: 'Bandung', version: 1 };
    const renamed = { ...change({}, {}), before: place, after: { ...place, name: 'Bandoeng', version: 4 } };
    expect(reverting(undefined, 'ID', renamed, null)).toMatchObject({
      collection: 'locations',
      changes: { name: 'Bandung' },
      baseVersion: 4,
    });
    expect(reverting(undefined, 'ID', { ...renamed, before: null }, null)).toBeNull();
  });

  it('reverting requires the permission for the call that is sent', () => {
    expect(revertPermission(channelLocation, change({}, { canCOD: true }))).toBe(
      'channel_management.serviceable_area.write',
    );
  });
});

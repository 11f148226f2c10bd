import { describe, expect, it } from 'vitest';
import type { ChannelLocationRow } from '../../../contract/channelLocation.ts';
import { locationMatches } from '../../../contract/channelLocationMatch.ts';
import { locationSource } from './locationSource.ts';

const row: ChannelLocationRow = {
  channelId: 10021,
  channelName: 'J&T Express',
  country: 'ID',
  type: 0,
  locationId: 1002345,
  state: 'Jawa Barat',
  city: 'Kota Bandung',
  district: 'Coblong',
  street: 'Dago',
  canDeliver: false,
  canCOD: false,
  canPickup: false,
  canCODPickup: false,
  version: 1,
  updatedBy: '',
  updatedAt: 0,
};
const chosen = { channelId: 10021, type: 0 } as const;

describe('Location list', () => {
  it('asks nothing without a channel and a numeric applicable type (SAL-6, G7)', () => {
    expect(locationSource.ready({})).toBe(false);
    expect(locationSource.ready({ channelId: 10021 })).toBe(false);
    expect(locationSource.ready(chosen)).toBe(true);
  });

  it('places a pending row by every filter', () => {
    expect(locationMatches(row, chosen)).toBe(true);
    expect(locationMatches(row, { ...chosen, type: 1 })).toBe(false);
    expect(locationMatches(row, { ...chosen, channelId: 10022 })).toBe(false);
    expect(locationMatches(row, { ...chosen, locationId: 1 })).toBe(false);
    expect(locationMatches(row, { ...chosen, state: 'jawa', city: 'bandung' })).toBe(true);
    expect(locationMatches(row, { ...chosen, district: 'Lembang' })).toBe(false);
    expect(locationMatches(row, { ...chosen, street: 'dago' })).toBe(true);
  });

  it('hides a row whose four flags are No when the switch is off (G59)', () => {
    expect(locationMatches(row, { ...chosen, displayUnsupported: true })).toBe(true);
    expect(locationMatches(row, { ...chosen, displayUnsupported: false })).toBe(false);
    expect(locationMatches({ ...row, canPickup: true }, { ...chosen, displayUnsupported: false })).toBe(true);
  });
});

import { describe, expect, it } from 'vitest';
import { claim } from '../../../tests/support/claims.ts';
import { channelLocation } from '../../contract/resources/channelLocation.ts';
import type { Row } from '../../sync/types.ts';
import { filtersOf } from './columns.tsx';
import { sourceOf } from './source.ts';

const source = sourceOf(channelLocation, 'serviceable.location');
const row: Row = {
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

describe('data source of a resource’s list', () => {
  it('the list is requested even if an optional choice filter is empty', () => {
    const open = { ...channelLocation.fields, type: { ...channelLocation.fields.type, any: true } };
    const listed = sourceOf({ ...channelLocation, fields: open }, 'open');
    expect(listed.ready({})).toBe(false);
    expect(listed.ready({ channelId: 10021 })).toBe(true);
  });

  it('nothing is requested without a channel and a numeric applicable type (SAL-6, G7)', () => {
    expect(source.ready({})).toBe(false);
    expect(source.ready({ channelId: 10021 })).toBe(false);
    expect(source.ready(chosen)).toBe(true);
  });

  it('a pending row is listed only if it matches every filter', () => {
    expect(source.matches(row, chosen)).toBe(true);
    expect(source.matches(row, { ...chosen, type: 1 })).toBe(false);
    expect(source.matches(row, { ...chosen, channelId: 10022 })).toBe(false);
    expect(source.matches(row, { ...chosen, locationId: 1 })).toBe(false);
    expect(source.matches(row, { ...chosen, state: 'jawa', city: 'bandung' })).toBe(true);
    expect(source.matches(row, { ...chosen, district: 'Lembang' })).toBe(false);
    expect(source.matches(row, { ...chosen, street: 'dago' })).toBe(true);
  });

  it('a row whose four flags are all No is hidden while the switch is off (G59)', () => {
    expect(source.matches(row, { ...chosen, displayUnsupported: true })).toBe(true);
    expect(source.matches(row, { ...chosen, displayUnsupported: false })).toBe(false);
    expect(source.matches({ ...row, canPickup: true }, { ...chosen, displayUnsupported: false })).toBe(true);
  });
});

it('the default label of the switch says what it hides', () => {
  const paid = filtersOf(claim).find(({ key }) => key === 'paid');
  expect(paid).toMatchObject({ kind: 'switch', onLabel: 'Show without Paid', offLabel: 'Hide without Paid' });
});

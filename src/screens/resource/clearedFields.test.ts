import { expect, it } from 'vitest';
import type { Resource } from '../../contract/resource.ts';
import { branch } from '../../contract/resources/branch.ts';
import { pickup } from '../../contract/resources/pickup.ts';
import { shippingFeeRule } from '../../contract/resources/shippingFeeRule.ts';
import { shop } from '../../contract/resources/shop.ts';
import { timeslot } from '../../contract/resources/timeslot.ts';
import { clearedFields } from './clearedFields.ts';

it.each([
  { resource: shop, cleared: ['shopId'], kept: ['shopGroup', 'status'] },
  { resource: timeslot, cleared: ['slot'], kept: ['channelId', 'capacity'] },
  { resource: shippingFeeRule, cleared: ['shopGroup'], kept: ['channelId', 'feeMode', 'fee'] },
  { resource: pickup, cleared: ['channelId'], kept: ['firstDay', 'maxAttempts'] },
  { resource: branch, cleared: ['code', 'locationId'], kept: ['cod', 'status'] },
])(
  'the form of the next $resource.id is without $cleared, so that it does not name the record just created',
  expected => {
    const found = clearedFields(expected.resource as unknown as Resource);
    expect(found).toEqual(expect.arrayContaining(expected.cleared));
    expect(found.filter(name => expected.kept.includes(name))).toEqual([]);
  },
);

import { expect, it } from 'vitest';
import { RESOURCE_CALLS } from '../../../contract/resources/calls.ts';
import { CHANNELS_MOST } from '../../channelConfig/groups.ts';
import { SCHEDULES_MOST } from './schedules.ts';

it('lists that are read in a single request stay within the call’s maximum number of rows', () => {
  const sizes = { nonWorkingDays: SCHEDULES_MOST, channelConfigs: CHANNELS_MOST } as const;
  for (const [collection, size] of Object.entries(sizes)) {
    const { list } = RESOURCE_CALLS[collection as keyof typeof sizes];
    expect([collection, list.input.safeParse({ size }).error]).toEqual([collection, undefined]);
  }
});

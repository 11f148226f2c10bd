import { expect, it } from 'vitest';
import { channelCdtProblem, daysBefore, type ChannelCdtValues } from './channelCdt.ts';

const times = (change: Partial<ChannelCdtValues> = {}): ChannelCdtValues => ({
  category: 1,
  status: 0,
  firstMileMin: 1,
  firstMileMax: 2,
  crossBorderMin: 3,
  crossBorderMax: 5,
  ...change,
});

it.each<[string, Partial<ChannelCdtValues>, string | undefined]>([
  ['minimum below maximum', {}, undefined],
  ['equal', { firstMileMin: 2, crossBorderMin: 5 }, undefined],
  ['first mile minimum above maximum', { firstMileMin: 3 }, 'firstMileMax'],
  ['border minimum above maximum', { crossBorderMin: 6 }, 'crossBorderMax'],
  ['a local channel at a border', { category: 2 }, 'crossBorderMax'],
  ['a local channel', { category: 2, crossBorderMin: 0, crossBorderMax: 0 }, undefined],
])('the delivery days of a channel are validated: %s', (_name, change, field) =>
  expect(channelCdtProblem(times(change))?.field).toBe(field),
);

it('days before the last mile count only if the channel’s record is enabled', () => {
  expect(daysBefore(times())).toEqual({ min: 4, max: 7 });
  expect(daysBefore(times({ status: 1 }))).toEqual({ min: 0, max: 0 });
  expect(daysBefore(null)).toEqual({ min: 0, max: 0 });
});

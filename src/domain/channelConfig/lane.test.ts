import { expect, it } from 'vitest';
import { laneOf, storedLimit } from './lane.ts';

it.each([
  ['LID01', { country: 'ID', category: 2 }],
  ['L-MY-TH09', { country: 'TH', category: 2 }],
  ['CN-SG01', { country: 'SG', category: 1 }],
  ['lBRxx', { country: 'BR', category: 1 }],
  ['PH00', { country: 'PH', category: 1 }],
  ['LUS01', null],
  ['Lid01', null],
  ['ID1', null],
  ['', null],
])('ENT-4: the lane code "%s" identifies its country and category', (code, lane) => {
  expect(laneOf(code)).toEqual(lane);
});

it('ENT-6: the weights of a limit are not stored', () => {
  expect(storedLimit({ max_weight: 30, min_weight: 0, max_length: 100 })).toEqual({ max_length: 100 });
  expect(storedLimit({})).toEqual({});
});

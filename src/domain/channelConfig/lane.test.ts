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

it.each([
  ['{"max_weight":30,"min_weight":0,"max_length":120.5}', { max_length: 120.5 }],
  ['{}', {}],
  ['{"max_length":-1}', null],
  ['{"max_length":"120"}', null],
  ['{"max_length":1e999}', null],
  ['{"Max Length":1}', null],
  ['[1]', null],
  ['null', null],
  ['{', null],
  ['', null],
])('ENT-6: the limit JSON %s is stored without weights', (text, limit) => {
  expect(storedLimit(text)).toEqual(limit);
});

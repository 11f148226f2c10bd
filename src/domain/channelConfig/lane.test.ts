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
])('ENT-6: the limit JSON %s is stored without weights', (text, limit) => {
  expect(storedLimit(text)).toEqual(limit);
});

it.each([
  ['{"max_length":-1}', 'max_length must be a number of at least 0'],
  ['{"max_length":"120"}', 'max_length must be a number of at least 0'],
  ['{"max_weight":"30"}', 'max_weight must be a number of at least 0'],
  ['{"max_length":1e999}', 'max_length must be a number of at least 0'],
  ['{"Max Length":1}', 'a name must consist of at most 50 lower-case letters'],
  ['{"MAX_WEIGHT":30}', 'a name must consist of at most 50 lower-case letters'],
  ['{"max_length":1,"max_length":2}', 'has "max_length" twice, and one of the two values would be lost: remove one'],
  [
    '{"max_length":1, "max\\u005flength" : 1}',
    'has "max_length" twice, and one of the two values would be lost: remove one',
  ],
  ['[1]', 'must be a JSON object of numbers'],
  ['null', 'must be a JSON object of numbers'],
  ['{', 'must be JSON, such as {"max_length": 120.5}'],
  ['', 'must be JSON'],
])('ENT-6: the limit JSON %s is refused, and the message says why', (text, problem) => {
  expect(storedLimit(text)).toContain(problem);
});

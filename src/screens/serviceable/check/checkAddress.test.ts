import { expect, it } from 'vitest';
import { checkHref } from '../checkHref.ts';
import { readCheck, writeCheck } from './checkAddress.ts';

it.each([
  ['channel:10021', 'channel:10021'],
  ['3pl:501', '3pl:501'],
  // Links from older builds contain a 3PL as a negative id.
  [10021, 'channel:10021'],
  [-501, '3pl:501'],
  [0, null],
  [undefined, null],
  ['x', null],
])('the expanded owner %o in the URL is parsed as %o', (open, owner) => {
  const state = readCheck({ open });
  expect(state.open).toBe(owner);
  expect(readCheck(writeCheck(state))).toEqual(state);
});

it.each([
  ['channel', { channelId: 10021, locationId: 7 }, '?address=7&open=channel%3A10021'],
  ['3pl', { threePlId: 501, zipcode: '40132' }, '?address=40132&open=3pl%3A501'],
] as const)('a row of a %s links to the check of its address, with its owner expanded', (scope, row, search) => {
  expect(checkHref(scope, row)).toBe(`/carrier/serviceability${search}`);
});

import { expect, it } from 'vitest';
import { comparedText, compareSettings } from './compare.ts';

const GROUPS = [
  { id: 'cod', label: 'COD', fields: ['cod', 'sod'] },
  { id: 'order', label: 'Order Limit', fields: ['max_size', 'name'] },
];

it.each<[string, object, object, string[], string]>([
  [
    'settings differ if their values do',
    { cod: 1, sod: 0 },
    { cod: 0, sod: 0 },
    ['cod'],
    '1 setting differs in 1 group, 3 are equal',
  ],
  [
    '0 differs from an unset value (G61)',
    { max_size: 0 },
    { max_size: null },
    ['max_size'],
    '1 setting differs in 1 group, 3 are equal',
  ],
  ['missing, null and empty values are equal', { name: '', max_size: null }, {}, [], 'All 4 settings are equal'],
  [
    'differences are counted by group',
    { cod: 1, sod: 1, name: 'x' },
    { max_size: 5, name: 'y' },
    ['cod', 'sod', 'max_size', 'name'],
    '4 settings differ in 2 groups, 0 are equal',
  ],
])('the settings of two channels are compared: %s', (_what, a, b, differ, text) => {
  const groups = compareSettings(GROUPS, a as never, b as never);
  expect(groups.flatMap(group => group.differ.map(({ name }) => name))).toEqual(differ);
  expect(groups.flatMap(group => [...group.differ, ...group.equal])).toHaveLength(4);
  expect(comparedText(groups)).toBe(text);
});

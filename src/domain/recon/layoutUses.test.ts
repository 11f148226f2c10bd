import { expect, it } from 'vitest';
import { EMPTY_LAYOUT } from '../../../tests/support/emptyLayout.ts';
import type { Layout } from './layout.ts';
import { layoutProblem } from './layoutText.ts';
import {
  rowsAboveHeader,
  usesIn,
  usesOffered,
  usesProblem,
  withChargesAs,
  withUse,
  withUses,
  type Use,
} from './layoutUses.ts';

const LAYOUT: Layout = { ...EMPTY_LAYOUT, roles: { tracking: 0, amount: 2 } };
const HEADINGS = ['AWB', 'Freight', 'Total', ''];

it('assigning a role to a column removes it from the column that had it before', () => {
  const next = withUse(usesIn(LAYOUT, 4), 3, 'tracking');
  expect(next).toEqual(['', '', 'amount', 'tracking']);
  expect(withUses(LAYOUT, next, HEADINGS).roles).toEqual({ tracking: 3, amount: 2 });
  expect(withUse(next, 3, '')).toEqual(['', '', 'amount', '']);
});

it('charges in separate columns are named after the headings or else the column letters', () => {
  const layout = withChargesAs(LAYOUT, 'columns');
  expect(layout.roles).toEqual({ tracking: 0 });
  const next = withUses(layout, ['tracking', 'charge', '', 'charge'], HEADINGS);
  expect(next.charges).toEqual({
    as: 'columns',
    columns: [
      { column: 1, name: 'Freight' },
      { column: 3, name: 'Column D' },
    ],
  });
});

it('a charge column and the next amount column form a pair', () => {
  const layout = withChargesAs(LAYOUT, 'pairs');
  let uses = usesIn(layout, 6);
  const problems = ([1, 2, 4, 5] as const).map(column => {
    uses = withUse(uses, column, column === 1 || column === 4 ? 'pairText' : 'pairAmount');
    return usesProblem(uses);
  });
  expect(problems).toEqual([
    'Column B is a charge without an amount. Select the column after it that contains the amount.',
    null,
    'Column E is a charge without an amount. Select the column after it that contains the amount.',
    null,
  ]);
  const next = withUses(layout, uses, HEADINGS);
  expect(next.charges).toEqual({
    as: 'pairs',
    pairs: [
      { text: 1, amount: 2 },
      { text: 4, amount: 5 },
    ],
  });
  expect(layoutProblem(next)).toBeNull();
});

it('columns that do not form complete pairs are reported rather than dropped', () => {
  expect(usesProblem(['pairText', 'pairText', 'pairAmount'])).toMatch(/^Column A is a charge without an amount/);
  expect(usesProblem(['pairText', 'pairAmount', 'pairAmount'])).toMatch(/^Column C is an amount without a charge/);
});

it('columns beyond those of the displayed file keep their uses', () => {
  const pairs: Layout = {
    ...LAYOUT,
    roles: { tracking: 0, zone: 8 },
    charges: {
      as: 'pairs',
      pairs: [
        { text: 1, amount: 2 },
        { text: 6, amount: 7 },
      ],
    },
  };
  expect(withUses(pairs, usesIn(pairs, 4), HEADINGS)).toEqual(pairs);
});

it.each(['rows', 'pairs', 'columns'] as const)(
  'with charges in %s, each column’s use survives a round trip through the layout',
  as => {
    const layout = withChargesAs({ ...LAYOUT, roles: {} }, as);
    for (const [use] of usesOffered(as)) {
      const uses: Use[] = use === 'pairAmount' || use === 'pairText' ? ['pairText', 'pairAmount'] : ['', use];
      expect(usesIn(withUses(layout, uses, HEADINGS), 2)).toEqual(uses);
    }
  },
);

it('the header row is the first row with at least three text cells', () => {
  expect(rowsAboveHeader([['Invoice 7'], [], ['AWB', 'Zone', 'Amount'], ['1', 'A', '5']])).toBe(2);
  expect(rowsAboveHeader([['1', '2', '3']])).toBe(0);
  expect(rowsAboveHeader([])).toBe(0);
});

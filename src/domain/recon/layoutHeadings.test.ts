import { describe, expect, it } from 'vitest';
import { EMPTY_LAYOUT } from '../../../tests/support/emptyLayout.ts';
import type { Layout } from './layout.ts';
import { headingsProblem } from './layoutHeadings.ts';

const HEADINGS = ['AWB No', 'Remark', 'Weight', 'Freight', 'Fuel'];
const ROWS: Layout = {
  ...EMPTY_LAYOUT,
  headings: HEADINGS,
  roles: { tracking: 0, billedWeight: 2, amount: 3 },
  charges: { as: 'rows' },
};
const COLUMNS: Layout = {
  ...EMPTY_LAYOUT,
  headings: HEADINGS,
  roles: { tracking: 0, billedWeight: 2 },
  charges: {
    as: 'columns',
    columns: [
      { column: 3, name: 'Freight' },
      { column: 4, name: 'Fuel' },
    ],
  },
};
const PAIRS: Layout = { ...COLUMNS, charges: { as: 'pairs', pairs: [{ text: 3, amount: 4 }] } };

describe('headings of a supplier’s file that have changed', () => {
  it.each<[string, Layout, string[], RegExp | null]>([
    ['the same', ROWS, HEADINGS, null],
    ['spelled differently', ROWS, ['AWB  NO ', 'remark', 'ＷＥＩＧＨＴ', 'freight', 'Fuel'], null],
    ['one renamed that is not read', ROWS, ['AWB No', 'Note', 'Weight', 'Freight', 'Fuel'], null],
    ['one added at the end', ROWS, [...HEADINGS, 'Peak'], null],
    ['one renamed', ROWS, ['AWB No', 'Remark', 'Weight', 'Total', 'Fuel'], /^Column D .*"Total", .*"Freight"/],
    ['two exchanged', ROWS, ['AWB No', 'Remark', 'Freight', 'Weight', 'Fuel'], /^Column C .*"Freight", .*"Weight"/],
    ['one missing', ROWS, ['AWB No', 'Weight', 'Freight', 'Fuel'], /^Column C .*"Freight", .*"Weight"/],
    ['the last one missing', COLUMNS, HEADINGS.slice(0, 4), /^Column E of the file has no heading, .*"Fuel"/],
    ['one added before the others', ROWS, ['No', ...HEADINGS], /^Column A .*"No", .*"AWB No"/],
    ['a charge added at the end', COLUMNS, [...HEADINGS, 'Peak'], /^Column F .*"Peak", which the layout does not know/],
    ['a pair added at the end', PAIRS, [...HEADINGS, 'Charge 2'], /^Column F .*"Charge 2", which the layout/],
    ['no row at all', ROWS, [], /^Column A of the file has no heading/],
    ['a layout without headings', { ...ROWS, headings: undefined }, ['x'], null],
    ['files without a header row', { ...ROWS, headerRow: false }, ['x'], null],
  ])('%s', (_, layout, cells, problem) => {
    expect(headingsProblem(layout, cells) ?? 'accepted').toMatch(problem ?? /^accepted$/);
  });
});

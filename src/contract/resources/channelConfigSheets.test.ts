import { expect, it } from 'vitest';
import { importFileOf, TEST_LOOKUP } from '../../../tests/support/importFile.ts';
import { checkImport } from '../../domain/import/check.ts';
import { diffImport, rowChanges } from '../../domain/import/diff.ts';
import { templateOf } from '../../domain/import/template.ts';
import { importOf, type Sheet } from '../resourceSheet.ts';
import { CHANNEL_GROUP_SHEETS } from './channelConfigSheets.ts';

const declaration = importOf(CHANNEL_GROUP_SHEETS.find(({ part }) => part === 'cod') as Sheet);
const HEAD = ['Channel ID', 'COD', 'COD Toggle', 'Shop COD Whitelist', 'Shop COD Blacklist'];

/** What the comparison shows for a row, with a record whose COD and SOD are on. */
function compared(head: readonly string[], cells: readonly (string | number)[]) {
  const file = importFileOf(declaration, [head, cells], 'cod.xlsx');
  const checked = checkImport(declaration, [file], TEST_LOOKUP);
  const diff = diffImport(checked, { count: 1, keys: [Float64Array.of(10_021)], values: [[1], [0], [0], [0], [1]] });
  const changes = rowChanges(checked, diff, 0, 1).map(({ column, before, after }) => [column.header, before, after]);
  return [checked.errors.total, diff.counts.changed, changes];
}

it('a comparison shows the settings that follow from a row, unless the row contains them (CHC-23)', () => {
  const off = [10_021, 'No', 'No', 'No', 'No'];
  const both = [
    ['COD', 1, 0],
    ['SOD', 1, 0],
  ];
  expect(compared(HEAD, off)).toEqual([0, 1, both]);
  expect(compared([...HEAD, 'SOD'], [...off, ''])).toEqual([0, 1, both]);
  expect(compared([...HEAD, 'SOD'], [...off, 'No'])).toEqual([0, 1, both]);
  expect(compared(HEAD, [10_021, 'Yes', 'Yes', 'No', 'No'])).toEqual([0, 1, [['COD Toggle', 0, 1]]]);
  expect(compared(HEAD, [10_021, 'Yes', 'No', 'No', 'No'])).toEqual([0, 0, []]);
});

it.each(CHANNEL_GROUP_SHEETS)('the example row of $template is accepted for a channel that exists', sheet => {
  const own = importOf(sheet);
  const [filled] = templateOf(own);
  const [example = []] = filled?.rows ?? [];
  const head = filled?.columns.map(({ heading }) => heading) ?? [];
  const file = importFileOf(own, [head, [10_021, ...example.slice(1)]], sheet.template);
  expect(head[0]).toBe('Channel ID');
  expect(checkImport(own, [file], TEST_LOOKUP).errors.total).toBe(0);
});

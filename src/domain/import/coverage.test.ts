import { expect, it } from 'vitest';
import { IMPORT_HEADERS, importFileOf, TEST_LOOKUP } from '../../../tests/support/importFile.ts';
import { channelLocationImport as declaration } from '../../contract/imports/channelLocation.ts';
import { checkImport } from './check.ts';
import { coverageSentences } from './coverage.ts';
import { diffImport } from './diff.ts';

/** The headers without the action column, so that every row is added or changed. */
const HEADERS = IMPORT_HEADERS.slice(0, -1);
const row = (channel: number, type: 'Standard' | 'SBS', location: number, pickup: 'Yes' | 'No' = 'Yes') => [
  channel,
  type,
  location,
  'Yes',
  'No',
  pickup,
  'No',
];

/**
 * The sentences about the rows of the given files, assuming that both channels already deliver to and pick up at
 * location 3.
 */
const meaning = (...files: (readonly (readonly (string | number)[])[])[]): string[] => {
  const checked = checkImport(
    declaration,
    files.map((rows, at) => importFileOf(declaration, [HEADERS, ...rows], `${at}.xlsx`)),
    TEST_LOOKUP,
  );
  const diff = diffImport(checked, {
    count: 2,
    keys: [Float64Array.of(10_021, 10_022), Float64Array.of(3, 3), Float64Array.of(0, 0)],
    values: [
      [1, 1],
      [0, 0],
      [1, 1],
      [0, 0],
    ],
  });
  return coverageSentences(checked, diff, TEST_LOOKUP, 'location');
};

it('a location served by several channels or types or listed in several files counts once', () => {
  expect(
    meaning(
      [row(10_021, 'Standard', 5), row(10_021, 'SBS', 5), row(10_022, 'Standard', 5), row(10_021, 'SBS', 8)],
      [row(10_022, 'SBS', 5)],
    ),
  ).toEqual(['Adds coverage for 2 locations in Jawa Barat and Banten']);
  expect(meaning([row(10_021, 'Standard', 3, 'No'), row(10_022, 'Standard', 3, 'No')])).toEqual([
    '2 channels lose pickup at 1 location in Jawa Barat',
  ]);
});

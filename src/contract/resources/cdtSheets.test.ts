import { describe, expect, it } from 'vitest';
import { importFileOf, TEST_LOOKUP, type TestCell } from '../../../tests/support/importFile.ts';
import { checkImport, type ImportLookup } from '../../domain/import/check.ts';
import { describeError } from '../../domain/import/describe.ts';
import { diffImport, type ExistingRecords } from '../../domain/import/diff.ts';
import { overwriteOf } from '../../domain/import/overwrite.ts';
import { importOf } from '../resourceSheet.ts';
import { locationCdtSheet } from './cdtSheets.ts';

const declaration = importOf(locationCdtSheet);
const HEADERS = declaration.columns.map(({ header }) => header);
type Line = [origin: [TestCell, TestCell], destination: [TestCell, TestCell], min: TestCell, max: TestCell];
const line = ([origin, destination, min, max]: Line, channelId = 10_021): TestCell[] => [
  channelId,
  null,
  ...origin,
  ...destination,
  min,
  max,
];
const REGION: [TestCell, TestCell] = ['-1 region', 'ID'];

function check(lines: readonly Line[], lookup: ImportLookup = TEST_LOOKUP) {
  const checked = checkImport(
    declaration,
    [importFileOf(declaration, [HEADERS, ...lines.map(own => line(own))])],
    lookup,
  );
  const errors = [...checked.errors.inOrder()].map(at => describeError(checked, lookup, at));
  return { checked, errors: errors.map(({ row, key, rule, suggestion }) => [row, key, rule, suggestion]) };
}

describe('importing Location CDT files', () => {
  it('a Location CDT file has the list’s columns and no action code, because it replaces the list', () => {
    expect(HEADERS).toEqual([
      'Channel ID',
      'Channel Name',
      'Origin Level',
      'Origin',
      'Destination Level',
      'Destination',
      'Min CDT',
      'Max CDT',
    ]);
    expect(declaration).toMatchObject({ mode: 'replace', callId: 'locationCdt.import' });
    expect(declaration.action).toBeUndefined();
  });

  it('a level is accepted as heading or index, and a place as number or text', () => {
    const { checked, errors } = check([
      [REGION, ['1 city', 2], 1, 2],
      [['-1', 'id'], [0, '1'], 0, 0],
      [[-1, 'ID'], ['3', '4'], 1, 365],
    ]);
    expect(errors).toEqual([]);
    expect(checked.counts).toMatchObject({ rows: 3, writes: 3, wrongRows: 0 });
  });

  it('cells are checked against the rules of a Location CDT row', () => {
    expect(
      check([
        [REGION, ['2 district', 2], 1, 2],
        [REGION, ['1 city', 99], 1, 2],
        [['-1 region', 'MY'], ['1 city', 2], 1, 2],
        [REGION, ['4 cep_range', '01310000-01319999'], 1, 2],
        [REGION, ['0 state', 1], 3, 2],
        [REGION, ['0 state', 6], 1, 366],
        [REGION, ['5', 4], 1, 2],
        [REGION, ['1 city', 7], '', 2],
      ]).errors,
    ).toEqual([
      [2, 'destinationLevel', 'row', '1 city'],
      [3, 'destination', 'row', null],
      [4, 'origin', 'row', 'ID'],
      [5, 'destinationLevel', 'row', null],
      [6, 'maxDays', 'reversed', null],
      [7, 'maxDays', 'range', null],
      [8, 'destinationLevel', 'choice', null],
      [9, 'minDays', 'required', null],
    ]);
  });

  it('overlapping CEP ranges within a channel are refused', () => {
    const brazil: ImportLookup = { ...TEST_LOOKUP, country: 'BR' };
    const to = (range: string): Line => [['-1 region', 'BR'], ['4 cep_range', range], 1, 2];
    expect(
      check(
        [to('01310000-01319999'), to('01319999-01320000'), to('01320000-01329999'), to('02000-000-02999-999')],
        brazil,
      ).errors,
    ).toEqual([
      [3, 'destination', 'row', null],
      [5, 'destination', 'row', '02000000-02999999'],
    ]);
  });

  it('a repeated row is reported only once', () => {
    expect(
      check([
        [REGION, ['1 city', 2], 1, 2],
        [REGION, ['1 city', 2], 1, 3],
      ]).errors,
    ).toEqual([[3, 'maxDays', 'contradiction', null]]);
  });

  it.each([
    ['ID', 3, '2 CDTs of this channel are not in the file and will be removed', null],
    ['ID', 2, '1 CDT of this channel is not in the file and will be removed', null],
    ['ID', 1, null, null],
    [
      'BR',
      3,
      '2 CDTs of this channel are not in the file and will be removed',
      'The import must contain all configurations of the channel. 2 configurations are missing.',
    ],
    ['BR', 1, null, null],
  ] as const)('importing a file in %s over %d existing rows removes: %s', (country, there, loses, refused) => {
    const lookup: ImportLookup = { ...TEST_LOOKUP, country };
    const { checked } = check([[['-1 region', country], ['1 city', 2], 1, 2]], lookup);
    const text = (value: string) => checked.texts.internText(value);
    const places = ['2', '7', '1'].slice(0, there);
    const records: ExistingRecords = {
      count: there,
      keys: [
        Float64Array.from(places, () => 10_021),
        Float64Array.from(places, () => text(country)),
        Float64Array.from(places, text),
      ],
      values: declaration.columns.slice(4).map(() => new Float64Array(there)),
    };
    const overwritten = overwriteOf(declaration, diffImport(checked, records), country);
    expect(overwritten).toEqual({ lost: there - 1, loses, refused });
  });
});

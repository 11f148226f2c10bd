import { describe, expect, it } from 'vitest';
import { NO_ROWS, type RateRows, type FeeRow } from '../../../domain/rates/rows.ts';
import { DEFAULT_WEIGHT_RULE } from '../../../domain/rates/weightRule.ts';
import type { StoredRows } from './changes.ts';
import {
  cellId,
  decided,
  isEmptyDraft,
  leftOf,
  NO_EDITS,
  onTopOf,
  withRemoved,
  withTyped,
  type SheetDraft,
  type TypedCell,
} from './draft.ts';
import { areaColumn, feeCell, feeSheet, FROM, TO } from './feeSheet.ts';
import type { RecordPart, SheetContext } from './fields.ts';
import { recordSheet, typedText } from './recordSheet.ts';
import { codesOf, evaluate, nowCells } from './versionDraft.ts';

const context: SheetContext = { country: 'ID', currency: 'IDR', placeLabel: name => `place ${name}` };
/** The only country with CEPs. */
const brazil: SheetContext = { ...context, country: 'BR', currency: 'BRL' };
const E5 = 100_000;
const fee = (code: string, start: number, end: number, value: number | null): FeeRow & { version: number } => ({
  kind: 'zone',
  code,
  start,
  end,
  fee: value === null ? null : value * E5,
  sides: null,
  version: 3,
});
const FEES = [fee('A', 0, 1000, 10_000), fee('B', 0, 1000, 18_000), fee('A', 1000, 2000, 12_000)];
const typed = (row: string | null, column: string, now: string, text: string, blank = 0): TypedCell => ({
  row,
  blank,
  column,
  now,
  text,
});
const fees = (draft: SheetDraft) => feeSheet(FEES, 'zone', ['A', 'B'], draft, context);

describe('basic fee grid', () => {
  it('editing a fee cell changes its record, filling an empty cell adds one, and clearing a cell deletes one', () => {
    const draft = withTyped(NO_EDITS, [
      typed('0-1000', areaColumn('A'), '10000', '11000'),
      typed('1000-2000', areaColumn('B'), '', '20000,5'),
      typed('0-1000', areaColumn('B'), '18000', ''),
    ]);
    expect(fees(draft).changes).toEqual([
      { part: 'fees', base: 3, remove: 'zone/B/0' },
      { part: 'fees', base: 3, row: { kind: 'zone', code: 'A', start: 0, end: 1000, fee: 11_000 * E5, sides: null } },
      {
        part: 'fees',
        base: 0,
        row: { kind: 'zone', code: 'B', start: 1000, end: 2000, fee: 20_000.5 * E5, sides: null },
      },
    ]);
  });

  it('an invalid cell is reported, and no record is changed', () => {
    const { problems, changes } = fees(withTyped(NO_EDITS, [typed('0-1000', areaColumn('A'), '10000', '10.000')]));
    expect(problems.get(cellId('0-1000', areaColumn('A')))).toContain('can mean two numbers');
    expect(changes).toEqual([]);
  });

  it('editing a line’s weight updates all of its fees, and a weight already in use is rejected', () => {
    const moved = fees(withTyped(NO_EDITS, [typed('0-1000', TO, '1', '0,5')]));
    expect(moved.changes.map(change => ('row' in change ? (change.row as FeeRow).end : change.remove))).toEqual([
      500, 500,
    ]);
    const taken = fees(withTyped(NO_EDITS, [typed('1000-2000', FROM, '1', '0')]));
    expect([...taken.problems.values()].join()).toContain('begins at the same weight');
  });

  it('bounds are displayed in the notation of the fees next to them, and typed in that of the country', () => {
    const half = feeSheet([fee('A', 0, 500, 10_000)], 'zone', ['A'], NO_EDITS, context);
    const shown = (column: string, draft = NO_EDITS) => {
      const cell = feeCell(half, half.lines[0]!, column, draft, context);
      return [cell.shown, cell.typed];
    };
    expect([shown(TO), shown(areaColumn('A'))]).toEqual([
      ['0.5', '0,5'],
      ['10,000', '10000'],
    ]);
    const draft = (text: string) => withTyped(NO_EDITS, [typed('0-500', TO, '0,5', text)]);
    expect(shown(TO, draft('0,75'))).toEqual(['0.75', '0,75']);
    expect(shown(TO, draft('1.000'))).toEqual(['1.000', '1.000']);
  });

  it('a row pasted below the grid becomes a new line', () => {
    const draft = withTyped(NO_EDITS, [
      typed(null, FROM, '', '2'),
      typed(null, TO, '', '5'),
      typed(null, areaColumn('A'), '', '30000'),
    ]);
    expect(draft.added).toEqual(['+1']);
    expect(fees(draft).changes).toEqual([
      {
        part: 'fees',
        base: 0,
        row: { kind: 'zone', code: 'A', start: 2000, end: 5000, fee: 30_000 * E5, sides: null },
      },
    ]);
  });

  it('removing a line deletes all of its fees', () => {
    expect(fees(withRemoved(NO_EDITS, ['0-1000'], () => null)).changes).toEqual([
      { part: 'fees', base: 3, remove: 'zone/A/0' },
      { part: 'fees', base: 3, remove: 'zone/B/0' },
    ]);
  });
});

describe('record grid', () => {
  const levels = [{ level: 1, ppm: 0, min: null, max: null, version: 2 }];
  it('shares are entered as percentages, empty cells stay unset, and duplicate rows are reported', () => {
    const draft = withTyped(NO_EDITS, [
      typed('1', 'ppm', '0', '2,5'),
      typed(null, 'level', '', '1'),
      typed(null, 'ppm', '', '3'),
    ]);
    const { changes, problems } = recordSheet('cepLevels', levels, draft, brazil);
    expect(changes).toContainEqual({
      part: 'cepLevels',
      base: 2,
      row: { level: 1, ppm: 30_000, min: null, max: null },
    });
    expect([...problems.values()]).toEqual(['Two rows are the same: remove one of them']);
  });

  it.each<[RecordPart, Record<string, string>, string, string]>([
    [
      'cepLevels',
      { level: '1', ppm: '2', min: '500', max: '400' },
      'min',
      'The level: the minimum is above the maximum',
    ],
    ['cepLevels', { level: '1' }, 'ppm', 'The level has no percentage: enter one, or 0 for no charge'],
    ['cepLevels', { level: '1001' }, 'level', 'Level must be between 0 and 1000'],
    ['cepLevels', { level: '1', ppm: '100001' }, 'ppm', 'Percent must be between 0 and 100000'],
    ['cepLevels', { level: '1', max: '90000000000,01' }, 'max', 'Maximum must be between 0 and 90000000000'],
    ['cepRanges', { from: '01319999', to: '01310000', level: '1' }, 'to', 'The first CEP must not be above the last'],
    [
      'cepRanges',
      { from: '1310000', to: '01319999', level: '1' },
      'from',
      'From CEP must be 8 digits, such as 01310000; "1310000" has 7: write 01310000 if its leading zero was lost',
    ],
    [
      'addresses',
      { code: 'A', destination: 'Selangor' },
      'destination',
      'Destination must be a country such as BR, a Location ID or a CEP range; empty means everywhere',
    ],
    [
      'addresses',
      { code: 'A', destination: '01310-100' },
      'destination',
      'Destination is "01310-100", a single CEP; to name only this one, enter the range 01310100-01310100',
    ],
    ['volumeFees', { start: '5', end: '5', fee: '1' }, 'end', 'The end 5 must be greater than the start 5'],
    ['volumeFees', { start: '0', end: '2147483648', fee: '1' }, 'end', 'Below cm³ must be between 0 and 2147483647'],
    [
      'addresses',
      { code: 'A', destination: '1310000-1319999' },
      'destination',
      'Destination is "1310000-1319999", which may be missing a leading zero; if so, enter 01310000-01319999',
    ],
    [
      'extraFees',
      { type: 'cod', code: 'c', name: 'COD', ppm: '2', of: 'codAmount', min: '25000', max: '5000' },
      'min',
      'The fee: the minimum is above the maximum',
    ],
    [
      'extraFees',
      { type: 'fuel', code: 'F', name: 'Fuel', min: '5000' },
      'fixed',
      'The fee has neither an amount nor a percentage: enter one, or 0 for no charge',
    ],
    [
      'extraFees',
      { type: 'fuel', code: 'F', name: 'Fuel', ppm: '2' },
      'of',
      'The fee does not say what it is a percentage of',
    ],
    [
      'extraFees',
      { type: 'remote', code: 'R', name: 'Far', ppm: '2', of: 'base, fuel' },
      'of',
      'The fee is a percentage of fuel, which is computed later',
    ],
    [
      'extraFees',
      { type: 'cod', code: 'c', name: 'COD', shopGroup: '2147483648' },
      'shopGroup',
      'Shop group must be between -1 and 2147483647',
    ],
  ])('the %s grid rejects what the call would reject: %j', (part, cells, field, problem) => {
    const draft = withTyped(
      NO_EDITS,
      Object.entries(cells).map(([column, text]) => typed(null, column, '', text)),
    );
    const { changes, problems } = recordSheet(part, [], draft, brazil);
    expect(changes).toEqual([]);
    expect([...problems]).toEqual([[cellId(draft.added[0] as string, field), problem]]);
  });

  it.each([
    ['13100100', '13100100-13100100'],
    ['1310000', '01310000-01310000'],
  ])('in Brazil, %s is a location only if one has this ID: otherwise the grid asks for the range %s', (name, range) => {
    const draft = withTyped(
      NO_EDITS,
      Object.entries({ kind: 'zone', destination: name, code: 'A' }).map(([column, text]) =>
        typed(null, column, '', text),
      ),
    );
    const read = (placeLabel: SheetContext['placeLabel'], country: SheetContext['country'] = 'BR') =>
      recordSheet('addresses', [], draft, { ...context, country, placeLabel });
    const { changes, problems } = read(one => one);
    expect([changes, ...problems.values()]).toEqual([
      [],
      `Destination is "${name}", which is not the ID of a known location. Check the ID; for the CEP, enter the range ${range}`,
    ]);
    const known = read(one => `place ${one}`);
    expect([known.problems.size, known.changes]).toMatchObject([0, [{ row: { destination: name } }]]);
    expect(read(one => one, 'ID').problems.size).toBe(0);
  });

  it.each(['*', 'Everywhere', 'All', 'all'])('"%s" is accepted as everywhere, as it is written in files', word => {
    const draft = withTyped(NO_EDITS, [
      typed(null, 'code', '', 'A'),
      typed(null, 'destination', '', word),
      typed(null, 'origin', '', '01310-000 - 01319-999'),
    ]);
    expect(recordSheet('addresses', [], draft, brazil).changes).toEqual([
      { part: 'addresses', base: 0, row: { kind: 'zone', origin: '01310000-01319999', destination: '', code: 'A' } },
    ]);
  });

  it('the message about a place names the country of the page', () => {
    const draft = withTyped(NO_EDITS, [typed(null, 'code', '', 'A'), typed(null, 'origin', '', 'Selangor')]);
    const { problems } = recordSheet('addresses', [], draft, { ...context, country: 'MY', currency: 'MYR' });
    expect([...problems.values()]).toEqual([
      'Origin must be a country such as MY or a Location ID; empty means everywhere',
    ]);
  });

  it.each(['01310‑000', '01310–000', '０１３１０-０００', '01310 000'])(
    'the CEP %j is read, whatever its hyphen and digits',
    text => {
      const draft = withTyped(NO_EDITS, [
        typed(null, 'from', '', text),
        typed(null, 'to', '', '01319-999'),
        typed(null, 'level', '', '1'),
      ]);
      expect(recordSheet('cepRanges', [], draft, brazil).changes).toMatchObject([
        { row: { from: 1_310_000, to: 1_319_999 } },
      ]);
    },
  );

  it.each<[RecordPart, Record<string, string>, string, string]>([
    [
      'addresses',
      { code: 'A', destination: '01310-000 - 01319-999' },
      'destination',
      'Destination is the CEP range "01310-000 - 01319-999", but Indonesia has no CEPs. Enter All, a country or a Location ID',
    ],
    [
      'addresses',
      { code: 'A', origin: '1310000-1319999' },
      'origin',
      'Origin is the CEP range "1310000-1319999", but Indonesia has no CEPs. Enter All, a country or a Location ID',
    ],
    [
      'addresses',
      { code: 'A', destination: '01310-100' },
      'destination',
      'Destination must be a country such as ID or a Location ID; empty means everywhere',
    ],
    [
      'extraFees',
      { type: 'remote', code: 'R', name: 'Far', fixed: '1', place: '01310000-01319999' },
      'place',
      'Destination is the CEP range "01310000-01319999", but Indonesia has no CEPs. Enter All, a country or a Location ID',
    ],
    [
      'cepRanges',
      { from: '01310000', to: '01319999', level: '1' },
      'level',
      'Indonesia has no CEPs, so it has no CEP risk. Remove this row',
    ],
    ['cepLevels', { level: '1', ppm: '2' }, 'level', 'Indonesia has no CEPs, so it has no CEP risk. Remove this row'],
  ])('a %s row with CEPs is rejected in a country without CEPs: %j', (part, cells, field, problem) => {
    const draft = withTyped(
      NO_EDITS,
      Object.entries(cells).map(([column, text]) => typed(null, column, '', text)),
    );
    const { changes, problems } = recordSheet(part, [], draft, context);
    expect(changes).toEqual([]);
    expect([...problems]).toEqual([[cellId(draft.added[0] as string, field), problem]]);
  });

  it('the origin may be a CEP range if the parcels come from Brazil', () => {
    const draft = withTyped(NO_EDITS, [
      typed(null, 'code', '', 'A'),
      typed(null, 'origin', '', '01310-000 - 01319-999'),
    ]);
    const { changes } = recordSheet('addresses', [], draft, { ...context, origin: 'BR' });
    expect(changes).toMatchObject([{ row: { origin: '01310000-01319999', destination: '' } }]);
  });

  it('thousands separators in an integer are parsed in the country’s format', () => {
    const draft = withTyped(NO_EDITS, [
      typed(null, 'start', '', '0'),
      typed(null, 'end', '', '30,000'),
      typed(null, 'fee', '', '1'),
    ]);
    const { changes } = recordSheet('volumeFees', [], draft, { ...context, country: 'PH', currency: 'PHP' });
    expect(changes).toMatchObject([{ row: { start: 0, end: 30_000 } }]);
  });

  it('places are shown by name, and an empty place as "everywhere"', () => {
    const rows = [{ kind: 'zone', origin: '', destination: '1000002', code: 'A', version: 1 }] as const;
    const sheet = recordSheet('addresses', rows, NO_EDITS, context);
    expect([1, 2].map(column => typedText(sheet, NO_EDITS, context, 0, column).shown)).toEqual([
      'everywhere',
      'place 1000002',
    ]);
  });
});

describe('what was typed while a draft was being applied', () => {
  const A = areaColumn('A');
  const B = areaColumn('B');
  const applied = withRemoved(
    withTyped(NO_EDITS, [
      typed('0-1000', A, '10000', '11000'),
      typed(null, FROM, '', '2', 0),
      typed(null, TO, '', '3', 0),
      typed(null, FROM, '', '3', 1),
    ]),
    ['1000-2000'],
    () => null,
  );

  it('nothing is left if nothing was typed', () => {
    expect(isEmptyDraft(leftOf(applied, applied))).toBe(true);
  });

  it('other cells stay, and a cell that was typed again replaces the applied text', () => {
    const later = withTyped(applied, [typed('0-1000', B, '18000', '19000'), typed('0-1000', A, '10000', '12000')]);
    expect(leftOf(later, applied)).toMatchObject({
      cells: {
        [cellId('0-1000', B)]: { was: '18000', text: '19000' },
        [cellId('0-1000', A)]: { was: '11000', text: '12000' },
      },
      added: [],
      removed: [],
    });
  });

  it('new rows and removals since then stay, and so does a new row that was changed since', () => {
    const typedOn = withTyped(applied, [typed('+1', A, '', '5000'), typed(null, FROM, '', '9')]);
    const later = withRemoved(typedOn, ['0-1000'], () => ({ [A]: '11000' }));
    const left = leftOf(later, applied);
    expect(left).toMatchObject({ added: ['+1', '+3'], removed: ['0-1000'] });
    expect(Object.keys(left.cells).sort()).toEqual(
      [cellId('+1', FROM), cellId('+1', TO), cellId('+1', A), cellId('+3', FROM)].sort(),
    );
    expect(left.gone).toEqual({ [cellId('0-1000', A)]: '11000' });
  });

  it('text typed before the kept draft was read is added to it, cell by cell and row by row', () => {
    const kept = withRemoved(
      withTyped(NO_EDITS, [
        typed('1', 'A', '1', '10'),
        typed('1', 'B', '2', '20'),
        typed(null, 'A', '', 'kept', 1),
        typed('4', 'A', '4', '40'),
      ]),
      ['2', '3'],
      () => ({ A: '5' }),
    );
    const early = withRemoved(
      withTyped(NO_EDITS, [typed('1', 'A', '1', '11'), typed('2', 'A', '5', '50'), typed(null, 'A', '', 'early', 1)]),
      ['4'],
      () => ({ A: '4' }),
    );
    const both = onTopOf(kept, early);
    expect(both.cells).toEqual({
      [cellId('1', 'A')]: { was: '1', text: '11' },
      [cellId('1', 'B')]: { was: '2', text: '20' },
      [cellId('2', 'A')]: { was: '5', text: '50' },
      [cellId('+1', 'A')]: { was: '', text: 'kept' },
      [cellId('+2', 'A')]: { was: '', text: 'early' },
    });
    expect(both.added).toEqual(['+1', '+2']);
    expect(both.removed).toEqual(['3', '4']);
  });
});

describe('version draft', () => {
  const rows = {
    settings: {
      currency: 'IDR',
      esfArea: 'zone',
      asfArea: 'zone',
      weightRule: DEFAULT_WEIGHT_RULE,
      vat: { mode: 'exclusive', ppm: 0 },
      taxable: [],
    },
    ...NO_ROWS,
    fees: FEES,
  } as RateRows;
  const storedOf = (own: typeof FEES): StoredRows => ({ ...NO_ROWS, fees: own }) as unknown as StoredRows;

  it('a new zone immediately gets a column in the fee grid', () => {
    const draft = {
      names: withTyped(NO_EDITS, [typed(null, 'kind', '', 'zone'), typed(null, 'code', '', 'C')]),
    };
    const { fees: grid, rows: after } = evaluate(rows, storedOf(FEES), draft, context);
    expect(grid.zone.codes).toEqual(['A', 'B', 'C']);
    expect(codesOf(after, 'zone')).toEqual(['A', 'B', 'C']);
  });

  it('a cell that a colleague also changed becomes a conflict, while changes to different cells do not', () => {
    const draft = { 'fees/zone': withTyped(NO_EDITS, [typed('0-1000', areaColumn('A'), '10000', '11000')]) };
    const theirs = storedOf([fee('A', 0, 1000, 12_000), fee('B', 0, 1000, 99_000), fee('A', 1000, 2000, 12_000)]);
    const [conflict, ...more] = evaluate(rows, theirs, draft, context).conflicts;
    expect(conflict).toMatchObject({ was: '10000', mine: '11000', theirs: '12000' });
    expect(more).toEqual([]);
    const kept = decided(draft['fees/zone'], conflict!, 'mine');
    expect(evaluate(rows, theirs, { 'fees/zone': kept }, context).conflicts).toEqual([]);
    expect(decided(draft['fees/zone'], conflict!, 'theirs')).toEqual(NO_EDITS);
  });

  it.each<[string, ReturnType<typeof fee>[], [column: string, was: string, theirs: string][]]>([
    ['left alone', FEES, []],
    ['that a colleague removed too', FEES.slice(2), []],
    [
      'in which a colleague changed a fee',
      [fee('A', 0, 1000, 12_000), ...FEES.slice(1)],
      [[areaColumn('A'), '10000', '12000']],
    ],
    ['to which a colleague added a fee', [...FEES, fee('C', 0, 1000, 5)], [[areaColumn('C'), '', '5']]],
  ])('a line removed here and %s is removed only if the person has seen what it contains', (_name, now, expected) => {
    const removed = withRemoved(NO_EDITS, ['0-1000'], nowCells('fees/zone', storedOf(FEES), context));
    const theirs = storedOf(now);
    const { conflicts } = evaluate({ ...rows, fees: now }, theirs, { 'fees/zone': removed }, context);
    expect(conflicts.map(({ column, was, mine, theirs: text }) => [column, was, mine, text])).toEqual(
      expected.map(([column, was, text]) => [column, was, null, text]),
    );
    for (const conflict of conflicts) {
      const kept = decided(removed, conflict, 'mine');
      expect(evaluate(rows, theirs, { 'fees/zone': kept }, context).conflicts).toEqual([]);
      expect(kept.removed).toEqual(['0-1000']);
      expect(isEmptyDraft(decided(removed, conflict, 'theirs'))).toBe(true);
    }
  });

  it('a removed record that a colleague changed is a conflict, cell by cell', () => {
    const level = (ppm: number, max: number | null) => ({ level: 1, ppm, min: null, max, version: 2 });
    const levels = (own: ReturnType<typeof level>) => ({ ...storedOf([]), cepLevels: [own] }) as unknown as StoredRows;
    const [before, now] = [levels(level(10_000, null)), levels(level(20_000, 5 * E5))];
    const removed = withRemoved(NO_EDITS, ['1'], nowCells('cepLevels', before, context));
    const { conflicts } = evaluate(rows, now, { cepLevels: removed }, context);
    expect(conflicts.map(({ column, was, mine, theirs }) => [column, was, mine, theirs])).toEqual([
      ['ppm', '1', null, '2'],
      ['max', '', null, '5'],
    ]);
  });
});

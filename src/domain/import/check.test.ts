import { describe, expect, it } from 'vitest';
import { importFileOf, TEST_LOOKUP, type TestCell } from '../../../tests/support/importFile.ts';
import { channelLocationImport as declaration } from '../../contract/imports/channelLocation.ts';
import { importOf, type Sheet } from '../../contract/resourceSheet.ts';
import { CHANNEL_GROUP_SHEETS } from '../../contract/resources/channelConfigSheets.ts';
import { locationSheet, routeSheet, SHEETS, zoneSheet } from '../../contract/resources/sheets.ts';
import type { LocationLevel } from '../serviceable.ts';
import { checkImport, ROW } from './check.ts';
import type { ImportDeclaration } from './declaration.ts';
import { describeError } from './describe.ts';
import { CHANGE, diffImport, refusedChange, rowChanges, type ExistingRecords } from './diff.ts';
import { RULE } from './rules.ts';
import { templateOf } from './template.ts';

const HEADERS = declaration.columns.map(({ header }) => header);
const good = (changes: Partial<Record<string, TestCell>> = {}): TestCell[] => {
  const row: Record<string, TestCell> = {
    channelId: 10_021,
    channelName: 'J&T Express',
    type: 'Standard',
    locationId: 3,
    state: 'Jawa Barat',
    city: 'Bandung',
    district: 'Coblong',
    street: '',
    canDeliver: 'Yes',
    canCOD: 'No',
    canPickup: 'Yes',
    canCODPickup: 'No',
    actionCode: null,
    ...changes,
  };
  return declaration.columns.map(({ key }) => row[key] ?? null);
};

function check(rows: readonly (readonly TestCell[])[], more: readonly (readonly TestCell[])[] = []) {
  const files = [importFileOf(declaration, [HEADERS, ...rows], 'a.xlsx')];
  if (more.length > 0) files.push(importFileOf(declaration, [HEADERS, ...more], 'b.xlsx'));
  const checked = checkImport(declaration, files, TEST_LOOKUP);
  return { checked, errors: [...checked.errors.inOrder()].map(at => describeError(checked, TEST_LOOKUP, at)) };
}

describe('names of channels next to their ids', () => {
  const otherNames = (...rows: readonly (readonly TestCell[])[]) => check(rows).checked.files[0]?.otherNames;

  it('a name that belongs to another channel is reported once with its row, and the row remains valid', () => {
    const other = good({ channelName: 'SiCepat' });
    const { checked, errors } = check([good(), other, good({ channelName: 'SiCepat', locationId: 4 })]);
    expect(errors.map(({ rule }) => rule)).not.toContain('placeMismatch');
    expect(checked.files[0]?.otherNames).toEqual([
      { first: [{ of: 'channel', id: 10_021, said: 'SiCepat', row: 3, name: 'J&T Express' }], count: 1 },
    ]);
  });

  it('a name in another case, with other spacing or accents, or without a name is not reported', () => {
    for (const channelName of ['J&T EXPRESS', ' j&t  express ', 'J&T Ex\u0301press', null])
      expect(otherNames(good({ channelName }))).toEqual([{ first: [], count: 0 }]);
  });

  it('an unknown channel and the template’s example are not reported', () => {
    expect(otherNames(good({ channelId: 99_999, channelName: 'SiCepat' }))).toEqual([{ first: [], count: 0 }]);
  });

  it('three names are kept, and all are counted', () => {
    const names = ['A', 'B', 'C', 'D', 'E'].map(channelName => good({ channelName }));
    const [found] = otherNames(...names) ?? [];
    expect(found?.first.map(({ said }) => said)).toEqual(['A', 'B', 'C']);
    expect(found?.count).toBe(5);
  });

  it('every import whose files have the names of channels or 3PLs compares them', () => {
    const imports = [...Object.values(SHEETS), ...CHANNEL_GROUP_SHEETS].map(importOf);
    const named = imports.filter(({ columns }) =>
      columns.some(({ header, type }) => type.kind === 'info' && /^(Channel|3PL) Name$/.test(header)),
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter(({ names }) => names?.length !== 1).map(({ id }) => id)).toEqual([]);
  });
});

const CASES: [
  what: string,
  changes: Record<string, TestCell>,
  key: string,
  rule: string,
  suggestion?: string | null,
][] = [
  ['a missing channel', { channelId: null }, 'channelId', 'required'],
  ['a channel of white space only', { channelId: ' \u00a0\u200b ' }, 'channelId', 'required'],
  ['an unknown channel', { channelId: '10023' }, 'channelId', 'unknownChannel', null],
  ['a channel with a wrong digit', { channelId: '20021' }, 'channelId', 'unknownChannel', '10021'],
  ['a fraction as ID', { locationId: 2.5 }, 'locationId', 'notId', '2'],
  ['an ID with a thousands separator', { channelId: '10,021' }, 'channelId', 'notId', '10021'],
  ['an ID in scientific notation', { locationId: '1.23457E+17' }, 'locationId', 'digitsLost'],
  [
    'an ID with more digits than a number can represent',
    { locationId: 1_234_567_890_123_456_800 },
    'locationId',
    'digitsLost',
  ],
  ['an unknown location', { locationId: 99, state: null, city: null, district: null }, 'locationId', 'unknownLocation'],
  ['a name that does not match the location', { district: 'Cibiru' }, 'district', 'placeMismatch', 'Coblong'],
  ['a name at a level that the location does not have', { street: 'Dago' }, 'street', 'placeMismatch', ''],
  ['a misspelled city without an ID', { locationId: null, city: 'Bandng' }, 'city', 'unknownPlace', 'Bandung'],
  ['a misspelled state without an ID', { locationId: null, state: 'Jawa Brat' }, 'state', 'unknownPlace', 'Jawa Barat'],
  ['a name shared by several places', { locationId: null, state: null, district: null }, 'city', 'ambiguousPlace'],
  ['neither an ID nor names', { locationId: null, state: null, city: null, district: null }, 'locationId', 'required'],
  ['an unknown type', { type: 'Standart' }, 'type', 'choice', 'Standard'],
  ['a flag that is neither Yes nor No', { canCOD: 'Maybe' }, 'canCOD', 'yesNo', null],
  ['a blank flag', { canPickup: '' }, 'canPickup', 'required'],
  ['an unknown action', { actionCode: 2 }, 'actionCode', 'choice', null],
  ['a formula without a result', { canDeliver: { formula: true } }, 'canDeliver', 'formula'],
  ['an error value', { canDeliver: { error: '#N/A' } }, 'canDeliver', 'errorValue'],
  ['a date as ID', { channelId: { serial: 45_000 } }, 'channelId', 'notId', null],
  ['the ID of a nonexistent location among other words', { locationId: 'ID 99' }, 'locationId', 'notId', null],
];

describe('checking serviceable locations', () => {
  it.each(CASES)('the import check reports %s', (_, changes, key, rule, suggestion) => {
    const { errors, checked } = check([good(changes), good({ locationId: 5, district: 'Cibiru' })]);
    expect(errors.map(error => [error.row, error.key, error.rule])).toEqual([[2, key, rule]]);
    expect(suggestion === undefined ? undefined : errors[0]?.suggestion).toBe(suggestion);
    expect(errors[0]?.message.length).toBeGreaterThan(10);
    expect(errors[0]).toMatchObject({ fileName: 'a.xlsx', sheet: 'Sheet1' });
    expect(checked.counts).toMatchObject({ rows: 2, wrongRows: 1, writes: 1 });
  });

  it('the import check accepts spaces, full-width characters, any case, numbers as text and booleans', () => {
    const { errors, checked } = check([
      good({
        channelId: '\u00a0１００２１ ',
        type: 'standard',
        canDeliver: true,
        canCOD: 0,
        canPickup: 'y',
        canCODPickup: 'FALSE',
      }),
      good({ locationId: '5', district: ' cibiru\u200b', type: 1 }),
      good({ locationId: null, state: 'BANTEN', city: 'bandung', district: 'Sao Jose' }),
    ]);
    expect(errors).toEqual([]);
    const at = (key: string) => checked.files[0]?.values[declaration.columns.findIndex(column => column.key === key)];
    expect([...(at('channelId') ?? [])].slice(1)).toEqual([10_021, 10_021, 10_021]);
    expect([...(at('type') ?? [])].slice(1)).toEqual([0, 1, 0]);
    expect([...(at('locationId') ?? [])].slice(1)).toEqual([3, 5, 8]);
    expect([...(at('actionCode') ?? [])].slice(1)).toEqual([1, 1, 1]);
  });

  it('a row that deletes a record requires only its key', () => {
    const blank = { canDeliver: null, canCOD: null, canPickup: null, canCODPickup: null };
    const { errors, checked } = check([
      good({ ...blank, actionCode: '-1' }),
      good({ ...blank, locationId: 5, district: null }),
    ]);
    expect(errors.map(({ row, rule }) => [row, rule])).toEqual([2, 3, 4, 5].map(() => [3, 'required']));
    expect(checked.counts).toMatchObject({ removals: 1, wrongRows: 1 });
  });

  it('rows with the same key are found across files: equal rows are duplicates, others contradictions', () => {
    const { errors, checked } = check(
      [good(), good({ locationId: 5, district: 'Cibiru' }), good()],
      [
        good({ canCOD: 'Yes', canPickup: 'No' }),
        good({ type: 'SBS' }),
        good({ locationId: 5, district: 'Cibiru', actionCode: -1 }),
      ],
    );
    expect(errors.map(({ fileName, row, key, rule, message }) => [fileName, row, key, rule, message])).toEqual([
      ['a.xlsx', 4, 'channelId', 'duplicate', 'This row is a duplicate of row 2'],
      ['b.xlsx', 2, 'canCOD', 'contradiction', 'Row 2 of "a.xlsx" says "No" for the same record'],
      ['b.xlsx', 2, 'canPickup', 'contradiction', 'Row 2 of "a.xlsx" says "Yes" for the same record'],
      ['b.xlsx', 4, 'actionCode', 'contradiction', 'Row 3 of "a.xlsx" leaves it blank for the same record'],
    ]);
    expect(checked.counts).toMatchObject({ rows: 6, wrongRows: 3 });
  });

  it('a cell that already has an error is not reported again by another rule', () => {
    const { errors } = check([good(), good({ canCOD: 'Maybe', canPickup: null, canDeliver: 'No' })]);
    expect(errors.map(({ row, key, rule }) => [row, key, rule])).toEqual([
      [3, 'canDeliver', 'contradiction'],
      [3, 'canCOD', 'yesNo'],
      [3, 'canPickup', 'required'],
    ]);
  });

  it('the import check requires the columns that the template’s notes describe as required', () => {
    const street = { locationId: 4, street: 'Dago', actionCode: 1 };
    const blankFails = (blank: string, changes: Record<string, TestCell> = {}): boolean =>
      check([good({ ...street, ...changes, [blank]: null })]).errors.length > 0;
    const names = { state: null, city: null, district: null, street: null };
    const does = declaration.columns.map(({ key, header }) => {
      const other = key === 'locationId' ? names : { locationId: null };
      const alone = blankFails(key, key === 'actionCode' ? {} : other);
      const deleted = blankFails(key, { actionCode: -1 });
      return [header, blankFails(key) ? (deleted ? 'always' : 'write') : alone ? 'alone' : 'no'];
    });
    expect(does).toEqual([
      ['Channel ID', 'always'],
      ['Channel Name', 'no'],
      ['Applicable Type', 'always'],
      ['Location ID', 'alone'],
      ['State', 'no'],
      ['City', 'no'],
      ['District', 'no'],
      ['Street', 'no'],
      ['Support Deliver', 'write'],
      ['Support COD Deliver', 'write'],
      ['Support Pickup', 'write'],
      ['Support COD Pickup', 'write'],
      ['Action Code', 'no'],
    ]);
    const [, notes] = templateOf(declaration);
    expect(notes?.rows.map(([header, required, takes]) => [header, required, takes])).toEqual([
      ['Channel ID', 'Yes', 'ID of a channel of the country'],
      ['Channel Name', 'No', 'For your information; neither checked nor stored'],
      ['Applicable Type', 'Yes', 'Standard or SBS'],
      ['Location ID', 'Yes, or the names from State onward', 'ID of a location of the country'],
      ...['State', 'City', 'District', 'Street'].map(header => [
        header,
        'Without Location ID, as many as identify the place',
        `Name of a ${header} of the country`,
      ]),
      ...['Deliver', 'COD Deliver', 'Pickup', 'COD Pickup'].map(what => [
        `Support ${what}`,
        'Yes, unless the row is deleted',
        'Yes or No',
      ]),
      ['Action Code', 'No', '1 or -1'],
    ]);
  });

  it('the check skips blank rows, rows above the header and the template’s example', () => {
    const [data] = templateOf(declaration);
    const example = data?.rows[0] ?? [];
    const file = importFileOf(declaration, [
      ['Locations of March'],
      [],
      HEADERS,
      [...example],
      good(),
      [null, 'remark only'],
      [],
    ]);
    const checked = checkImport(declaration, [file], TEST_LOOKUP);
    expect(checked.errors.count).toBe(0);
    expect(checked.counts).toMatchObject({ rows: 1, writes: 1 });
    expect([...(checked.files[0]?.rowKinds ?? [])].filter(kind => kind === ROW.write)).toHaveLength(1);
  });

  it('import errors are sorted by file, row and column, for one rule or for all', () => {
    const { checked } = check(
      [good({ canCOD: 'x', channelId: 'x' }), good({ locationId: 5, district: 'Dago', canPickup: null })],
      [good({ channelId: 10_022, type: '?', canDeliver: '?' })],
    );
    const shown = (rule?: Parameters<typeof checked.errors.inOrder>[0]) =>
      [...checked.errors.inOrder(rule)].map(at => {
        const { fileName, row, key } = describeError(checked, TEST_LOOKUP, at);
        return `${fileName} ${row} ${key}`;
      });
    expect(shown()).toEqual([
      'a.xlsx 2 channelId',
      'a.xlsx 2 canCOD',
      'a.xlsx 3 district',
      'a.xlsx 3 canPickup',
      'b.xlsx 2 type',
      'b.xlsx 2 canDeliver',
    ]);
    expect(shown(RULE.yesNo)).toEqual(['a.xlsx 2 canCOD', 'b.xlsx 2 canDeliver']);
  });

  it('import errors beyond the storage limit are counted but not stored', () => {
    const { checked } = check(Array.from({ length: 300 }, () => good({ channelId: 'x', canCOD: 'x' })));
    expect(checked.errors.total).toBe(600);
    expect(checked.counts.wrongRows).toBe(300);
  });
});

describe('comparing an import with existing records', () => {
  const existing: ExistingRecords = {
    count: 3,
    keys: [Float64Array.of(10_021, 10_021, 10_022), Float64Array.of(3, 5, 3), Float64Array.of(0, 0, 0)],
    values: [
      [1, 1, 1],
      [0, 0, 0],
      [1, 1, 1],
      [0, 1, 0],
    ],
  };
  const rows = [
    good(),
    good({ locationId: 5, district: 'Cibiru' }),
    good({ channelId: 10_022, actionCode: -1 }),
    good({ locationId: 8, state: null, city: null, district: null }),
    good({ channelId: 10_022, locationId: 8, state: null, city: null, district: null, actionCode: -1 }),
    good({ canCOD: 'x', locationId: 2, district: null }),
  ];

  it('the comparison classifies rows as added, changed, removed, unchanged or absent, with old and new values', () => {
    const { checked } = check(rows);
    const diff = diffImport(checked, existing);
    expect(diff.counts).toEqual({ added: 1, changed: 1, removed: 1, unchanged: 1, absent: 1, unknown: 0, refused: 0 });
    expect([...(diff.files[0]?.changes ?? [])]).toEqual([
      CHANGE.none,
      CHANGE.unchanged,
      CHANGE.changed,
      CHANGE.removed,
      CHANGE.added,
      CHANGE.absent,
      CHANGE.none,
    ]);
    expect(rowChanges(checked, diff, 0, 2).map(({ column, before, after }) => [column.key, before, after])).toEqual([
      ['canCODPickup', 1, 0],
    ]);
    expect(rowChanges(checked, diff, 0, 4).every(({ before, after }) => before === null && after !== null)).toBe(true);
    expect(rowChanges(checked, diff, 0, 3).every(({ before, after }) => before !== null && after === null)).toBe(true);
  });

  it('rows with an unknown key are not compared, such as rows that name a place while places are not available', () => {
    const names = good({ locationId: null });
    const files = [importFileOf(declaration, [HEADERS, good(), names, [...names.slice(0, -1), -1]], 'a.xlsx')];
    const checked = checkImport(declaration, files, { ...TEST_LOOKUP, noReferences: true });
    expect(checked.counts.wrongRows).toBe(0);
    const { counts } = diffImport(checked, existing);
    expect(counts).toEqual({ added: 0, changed: 0, removed: 0, unchanged: 1, absent: 0, unknown: 2, refused: 0 });
  });

  it('a row that would change a fixed value is refused, with the value before and after', () => {
    const { checked } = check(rows);
    const fixed = { ...checked, declaration: { ...declaration, fixed: ['canCODPickup'] } };
    const diff = diffImport(fixed, existing);
    expect(diff.counts).toEqual({ added: 1, changed: 0, removed: 1, unchanged: 1, absent: 1, unknown: 0, refused: 1 });
    expect(refusedChange(fixed, diff, 0, 2)).toMatchObject({ column: { key: 'canCODPickup' }, before: 1, after: 0 });
    expect(refusedChange(fixed, diff, 0, 4)).toBeNull();
    expect(rowChanges(fixed, diff, 0, 2).map(({ column }) => column.key)).toEqual(['canCODPickup']);
  });

  it('a replacing import removes records that its files do not contain', () => {
    const { checked } = check([good()]);
    const diff = diffImport({ ...checked, declaration: { ...declaration, mode: 'replace' } }, existing);
    expect(diff.counts).toMatchObject({ unchanged: 1, removed: 2 });
    expect([...diff.removedRecords]).toEqual([1, 2]);
  });
});

describe('a place below the deepest level allowed', () => {
  const errorsOf = (sheet: Sheet, row: Record<string, TestCell>, deepest?: LocationLevel) => {
    const whole = importOf(sheet);
    const own: ImportDeclaration =
      deepest === undefined ? whole : { ...whole, places: (whole.places ?? []).map(group => ({ ...group, deepest })) };
    const headers = own.columns.map(({ header }) => header);
    const cells = own.columns.map(({ key }) => row[key] ?? null);
    const checked = checkImport(own, [importFileOf(own, [headers, cells])], TEST_LOOKUP);
    return [...checked.errors.inOrder()].map(at => {
      const { key, rule, message } = describeError(checked, TEST_LOOKUP, at);
      return [key, rule, message];
    });
  };
  const zone = { channelId: 10_021, applicableType: 'Standard', zone: 'Z1' };
  const route = { channelId: 10_021, applicableType: 'Standard', fromLocationId: 3, toLocationId: 6 };
  const flags = { canDeliver: 'Yes', canCOD: 'No', canPickup: 'Yes', canCODPickup: 'No' };

  it.each([1, 2, 3])('location %i is accepted because it is not too deep', locationId => {
    expect(errorsOf(zoneSheet, { ...zone, locationId })).toEqual([]);
  });

  it('a location ID that is too deep is reported, along with the levels to choose from', () => {
    const message = 'Location 4 is a street; choose its state, city or district';
    expect(errorsOf(zoneSheet, { ...zone, locationId: 4 })).toEqual([['locationId', 'tooDeep', message]]);
    expect(errorsOf(zoneSheet, { ...zone, locationId: 4, actionCode: -1 })).toHaveLength(1);
    expect(errorsOf(routeSheet, route)).toEqual([]);
    expect(errorsOf(routeSheet, { ...route, toLocationId: 4 })).toEqual([['toLocationId', 'tooDeep', message]]);
  });

  it('the name of a place that is too deep is reported', () => {
    const named = { channelId: 10_021, type: 'Standard', state: 'Jawa Barat', city: 'Bandung', district: 'Coblong' };
    expect(errorsOf(locationSheet, { ...named, ...flags, street: 'Dago' })).toEqual([]);
    expect(errorsOf(locationSheet, { ...named, ...flags, street: 'Dago' }, 1)).toEqual([
      ['street', 'tooDeep', 'Location 4 is a street; choose its state or city'],
    ]);
    expect(errorsOf(locationSheet, { ...named, ...flags }, 1)).toEqual([
      ['district', 'tooDeep', 'Location 3 is a district; choose its state or city'],
    ]);
  });
});

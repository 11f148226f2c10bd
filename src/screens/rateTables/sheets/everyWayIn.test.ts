import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kindOf } from '../../../contract/fields/all.ts';
import { mayBeEmpty } from '../../../contract/fields/base.ts';
import { RATE_FILES } from '../../../contract/rateImports/resources.ts';
import type { Resource } from '../../../contract/resource.ts';
import { ROW_SHAPES } from '../../../contract/rateTable/rows.ts';
import { COUNTRY_CODES, type Country } from '../../../domain/country.ts';
import { currencyOf } from '../../../domain/currency.ts';
import { cellParser } from '../../../domain/import/parseCell.ts';
import { importRowProblem, partOf, rowOfCells, type Cells, type ImportKind } from '../../../domain/rates/importRows.ts';
import { rowProblem } from '../../../domain/rates/rowRules.ts';
import type { PartRow } from '../../../domain/rates/rows.ts';
import { TextPool } from '../../../domain/sheet/textPool.ts';
import { NO_EDITS, withTyped } from './draft.ts';
import { SHEET_FIELDS, type RecordPart } from './fields.ts';
import { recordSheet } from './recordSheet.ts';

/**
 * A draft's row is the same however it is entered: typed or pasted into the editor's cells (both as cell text),
 * imported from a file, or sent by a call.
 */

type Row = Readonly<Record<string, unknown>>;
type Texts = Readonly<Record<string, string>>;

/** The kinds of files, and the values that the editor adds to a row of each. */
const KINDS: Readonly<Partial<Record<ImportKind, Texts>>> = {
  zoneCode: { kind: 'zone' },
  calculationAddress: {},
  volumeFee: {},
  remoteFee: { type: 'remote', code: 'remote', name: 'Remote fee', of: 'base' },
  codFee: { type: 'cod', code: 'cod', name: 'COD fee', of: 'codAmount' },
};

/** The base of a share is required only if there is a share. */
const of = (texts: Texts): Texts => (texts['ppm'] === '' ? { ...texts, of: '' } : texts);

/** A row as parsed by the editor; null if a cell is rejected. */
function fromEditor(part: RecordPart, texts: Texts, country: Country): Row | null {
  const cells = Object.entries(texts).map(([column, text]) => ({ row: null, blank: 0, column, now: '', text }));
  const context = {
    country,
    currency: currencyOf(country),
    placeLabel: (name: string) => (/^\d+$/.test(name) ? `place ${name}` : name),
  };
  const { changes, problems } = recordSheet(part, [], withTyped(NO_EDITS, cells), context);
  const [change] = changes;
  return problems.size === 0 && change && 'row' in change ? (change.row as unknown as Row) : null;
}

/** The same cells in the format of a file: areas in words, and blanks where the editor has blanks. */
function fromFile(kind: ImportKind, texts: Texts, country: Country): Row | null {
  const pool = new TextPool();
  const resource = RATE_FILES.find(file => file.kind === kind)?.resource as Resource;
  const cells: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(resource.fields)) {
    if (name === 'channelId' || name === 'versionNo' || !resource.columns.includes(name)) continue;
    const text = name === 'area' ? (texts['kind'] ?? '') : (texts[name === 'cepRange' ? 'destination' : name] ?? '');
    const { value, rule } = cellParser(kindOf(field).sheet(field), { country, texts: pool }).text(text);
    if (rule !== 0) return null;
    // A blank cell leaves a value unchanged, but a row without its key or its area is rejected.
    if (Number.isNaN(value) && (name === 'code' || resource.key.includes(name))) return null;
    if (Number.isNaN(value)) continue;
    cells[name] = kindOf(field).sql === 'text' ? pool.text(value) : value;
  }
  // In a new row, blank cells are stored as empty values, and the row as a whole is checked again.
  const empty = Object.entries(resource.fields).flatMap(([name, field]) => (mayBeEmpty(field) ? [[name, null]] : []));
  const whole = { ...Object.fromEntries(empty), ...cells };
  if ([cells, whole].some(all => importRowProblem(kind, all as Cells, country) !== null)) return null;
  const row = rowOfCells(kind, cells as Cells).row as PartRow<RecordPart>;
  // The server checks whole rows, because only it knows the country of a channel's origins.
  return rowProblem(row, { country }) === null ? (row as unknown as Row) : null;
}

/** A row as stored by a call; null if it is rejected. */
function fromCall(part: RecordPart, row: Row, country: Country): Row | null {
  const shaped = ROW_SHAPES[part].safeParse(row);
  return shaped.success && rowProblem(shaped.data as PartRow<RecordPart>, { country }) === null
    ? (shaped.data as Row)
    : null;
}

const CODES = [
  'A',
  ' B 1 ',
  'Đà',
  'Đa\u0300',
  'a\u200bb',
  'A/B',
  'All',
  'all',
  '*',
  'ALL ',
  'S\ufffdo',
  'Ａ',
  'x\u00a0y',
  '',
  'x'.repeat(65),
];
const PLACES = ['', 'All', 'ID', 'BR', '1000004', ' 1000004 ', '01310000-01319999', 'Jawa', '0', '10\u200b00004'];
const PERCENTS = ['', '2', '2%', '0.02', '0,02', '0.02%', '1.5', '11 %', '-1', '%', 'x'];
const AMOUNTS = ['', '0', '5000', '5.000', '5,000', '1.234,56', '1,234.56', '12,5', '-1', 'x', '๑๒'];
const VALUES: Readonly<Record<string, readonly string[]>> = {
  kind: ['zone', 'route'],
  code: CODES,
  name: CODES,
  origin: PLACES,
  destination: PLACES,
  place: PLACES,
  shopGroup: ['0', '-1', '7', '1.5', '-2', '2147483648'],
  fixed: AMOUNTS,
  min: AMOUNTS,
  max: AMOUNTS,
  fee: AMOUNTS,
  ppm: PERCENTS,
  start: ['0', '1000', '1.000', '1,000', '-1'],
  end: ['2000', '30000', '0', '2147483648'],
};

describe('equivalence of editor, files and calls for rows of a draft', () => {
  it.each(Object.entries(KINDS) as [ImportKind, Texts][])(
    'a %s row is stored identically, however it is entered',
    (kind, own) => {
      const part = partOf(kind) as RecordPart;
      const columns = SHEET_FIELDS[part].map(({ key }) => key).filter(key => !(key in own));
      let stored = 0;
      fc.assert(
        fc.property(
          fc.constantFrom(...COUNTRY_CODES),
          fc.record(Object.fromEntries(columns.map(key => [key, fc.constantFrom(...(VALUES[key] ?? ['']))]))),
          (country, cells) => {
            const texts: Texts = { ...(cells as Texts), ...own };
            const [editor, file] = [fromEditor(part, of(texts), country), fromFile(kind, texts, country)];
            // A file may reject what the editor accepts and suggest what to write, but it must never accept more or
            // produce a different row.
            expect([texts, file === null ? null : editor]).toEqual([texts, file]);
            const called = editor === null ? null : fromCall(part, editor, country);
            expect([texts, called]).toEqual([texts, editor]);
            if (editor !== null) stored += 1;
          },
        ),
        { numRuns: 1_500 },
      );
      expect(stored).toBeGreaterThan(20);
    },
  );

  it.each(['All', 'all', '*', 'Everywhere', ''])(
    'the code "%s" of a volume fee means every area, both in a cell and in a file',
    code => {
      const texts = { kind: 'zone', code, start: '0', end: '10', fee: '1' };
      expect(fromEditor('volumeFees', texts, 'SG')).toMatchObject({ code: '' });
      const file = fromFile('volumeFee', texts, 'SG');
      expect(file).toEqual(code === 'All' ? fromEditor('volumeFees', texts, 'SG') : null);
    },
  );

  it.each(['All', 'all', '*', 'everywhere'])(
    '"%s" is rejected as a zone code in the editor, in files and in calls',
    code => {
      const texts = { kind: 'zone', code, name: 'Near' };
      expect(fromEditor('names', texts, 'SG')).toBeNull();
      expect(fromFile('zoneCode', texts, 'SG')).toBeNull();
      expect(fromCall('names', texts, 'SG')).toBeNull();
      expect(fromCall('volumeFees', { kind: 'zone', code, start: 0, end: 1, fee: 1 }, 'SG')).toBeNull();
      expect(importRowProblem('basicShippingFee', { area: 1, code, start: 0, end: 1 }, 'SG')).toMatchObject({
        field: 'code',
      });
    },
  );
});

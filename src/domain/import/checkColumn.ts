import { CELL, cellText, numberText, type SheetData } from '../sheet/columns.ts';
import type { ImportColumn, ImportDeclaration } from './declaration.ts';
import type { ImportFile } from './check.ts';
import { BLANK, INVALID, MOST_KEPT, type CellParser } from './parseCell.ts';
import { RULE, type RuleCode } from './rules.ts';

/** Receives the results of checking a column. */
export interface ColumnSink {
  /** The first stored row after the header row. */
  first: number;
  /** Set to 1 for each row with a value in a declared column. */
  filled: Uint8Array;
  fail: (row: number, column: number, rule: RuleCode, detail?: number) => void;
}

const EPOCHS_APART = 1462;

/**
 * Parses one column of a sheet according to its declared type. Each distinct string is parsed only once, no matter how
 * many rows contain it.
 * @param from the sheet's column; -1 if the file has none
 * @returns a value for each stored row; BLANK or INVALID if there is none
 */
export function readColumn(
  column: ImportColumn,
  number: number,
  sheet: SheetData,
  from: number,
  parser: CellParser,
  sink: ColumnSink,
  skip: (row: number) => boolean,
): Float64Array {
  const blank = column.blank ?? BLANK;
  const cells = from < 0 ? undefined : sheet.columns[from];
  const values = new Float64Array(sheet.rows).fill(blank);
  if (!cells) return values;
  const { kinds, values: existing } = cells;
  const { texts } = sheet;
  const isId = column.type.kind === 'id';
  /** 0: not parsed yet; 1: parsed; otherwise, one more than the violated rule. */
  const states = new Uint8Array(texts.count);
  const parsed = new Float64Array(texts.count);
  for (let row = sink.first; row < sheet.rows; row++) {
    const kind = kinds[row];
    if (kind === CELL.empty) continue;
    const cell = existing[row] as number;
    let value: number;
    let rule: number;
    // Nearly every id is a plain number, so ids are parsed inline, without a function call.
    if (isId && kind === CELL.number && cell > 0 && cell <= MOST_KEPT && Number.isInteger(cell)) {
      value = cell;
      rule = 0;
    } else if (kind === CELL.text) {
      let state = states[cell] as number;
      if (state === 0) {
        const read = parser.text(texts.text(cell));
        state = states[cell] = read.rule + 1;
        parsed[cell] = read.value;
      }
      value = parsed[cell] as number;
      rule = state - 1;
    } else {
      const read = readOther(kind as number, cell, parser, sheet);
      ({ value, rule } = read);
    }
    if (skip(row)) continue;
    // A cell that contains only spaces is parsed as NaN.
    if (value === value) {
      sink.filled[row] = 1;
      values[row] = value;
    }
    if (rule !== 0) sink.fail(row, number, rule as RuleCode);
  }
  return values;
}

function readOther(kind: number, cell: number, parser: CellParser, sheet: SheetData): { value: number; rule: number } {
  switch (kind) {
    case CELL.number:
      return parser.number(cell);
    case CELL.date:
      return parser.date(sheet.date1904 ? cell + EPOCHS_APART : cell);
    case CELL.boolean:
      return parser.text(cell === 1 ? 'TRUE' : 'FALSE');
    case CELL.longNumber:
      return parser.text(sheet.texts.text(cell));
    case CELL.formula:
      return { value: INVALID, rule: RULE.formula };
    default:
      return { value: INVALID, rule: RULE.errorValue };
  }
}

/**
 * Whether a row is the unchanged example from the template: every declared cell in the file equals the example's cell.
 */
export function isExampleRow({ columns }: ImportDeclaration, { sheet, match }: ImportFile, row: number): boolean {
  return columns.every(({ example }, at) => {
    const from = match.columns[at] ?? -1;
    return from < 0 || cellText(sheet, from, row) === (typeof example === 'number' ? numberText(example) : example);
  });
}

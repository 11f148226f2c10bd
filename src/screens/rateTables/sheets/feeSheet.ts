import { onceFor } from '../../../domain/rates/cells.ts';
import { amountText } from '../../../domain/rates/money.ts';
import { copiedNumber } from '../../../domain/rates/pastedNumbers.ts';
import { KEYS, type AreaKind, type FeeRow } from '../../../domain/rates/rows.ts';
import { kilograms } from '../../../domain/rates/weightRanges.ts';
import { readNumber } from '../../../domain/wholeNumber.ts';
import { byKeyOf, changesOf, plainRow, type RowChange, type StoredFee } from './changes.ts';
import { cellId, parseCellId, type CellsOf, type SheetDraft } from './draft.ts';
import {
  AMOUNT_DECIMALS,
  amountField,
  amountRule,
  KILOGRAM_DECIMALS,
  weightField,
  weightRule,
  type Read,
  type SheetContext,
} from './fields.ts';

/**
 * Basic fees as a grid: a line for each weight range, a column for each zone or route. Each cell is a separate record;
 * an empty cell means that there is no fee, never 0.
 */

export const FROM = 'from';
export const TO = 'to';
export const SIDES = 'sides';
/** The column of a zone or route. */
export const areaColumn = (code: string): string => `=${code}`;

export interface FeeLine {
  /** "0-1000", or a new line's id. */
  readonly id: string;
  readonly start: number | null;
  readonly end: number | null;
  /** Maximum sum of the sides in millimeters; null if it is unlimited or differs between fees of the line. */
  readonly sides: number | null;
}

export interface FeeSheet {
  readonly kind: AreaKind;
  readonly codes: readonly string[];
  readonly lines: readonly FeeLine[];
  readonly cells: ReadonlyMap<string, StoredFee>;
  readonly problems: ReadonlyMap<string, string>;
  readonly changes: readonly RowChange[];
}

const lineId = ({ start, end }: Pick<FeeRow, 'start' | 'end'>): string => `${start}-${end}`;

const linesOf: Readonly<Record<AreaKind, WeakMap<object, unknown>>> = { zone: new WeakMap(), route: new WeakMap() };

interface ServedLines extends Pick<FeeSheet, 'lines' | 'cells'> {
  /** The fees of each line. */
  readonly inLine: ReadonlyMap<string, readonly StoredFee[]>;
}

/** The server's fees of one kind by line and code, and the lines by weight. */
export const feeLines = (rows: readonly StoredFee[], kind: AreaKind): ServedLines =>
  onceFor(linesOf[kind], rows, () => readLines(rows, kind));

function readLines(rows: readonly StoredFee[], kind: AreaKind): ServedLines {
  const cells = new Map<string, StoredFee>();
  const lines = new Map<string, FeeLine>();
  const inLine = new Map<string, StoredFee[]>();
  for (const row of rows) {
    if (row.kind !== kind) continue;
    const id = lineId(row);
    cells.set(cellId(id, row.code), row);
    const own = inLine.get(id);
    if (own) own.push(row);
    else inLine.set(id, [row]);
    const line = lines.get(id);
    if (!line) lines.set(id, { id, start: row.start, end: row.end, sides: row.sides });
    else if (line.sides !== row.sides && line.sides !== null) lines.set(id, { ...line, sides: null });
  }
  return {
    cells,
    inLine,
    lines: [...lines.values()].sort(
      (one, other) => (one.start ?? 0) - (other.start ?? 0) || (one.end ?? 0) - (other.end ?? 0),
    ),
  };
}

const typedWeight = (grams: number | null, { country }: SheetContext): string =>
  grams === null ? '' : copiedNumber(grams, KILOGRAM_DECIMALS, country);
const typedSides = (millimeters: number | null, { country }: SheetContext): string =>
  millimeters === null ? '' : copiedNumber(millimeters, 1, country);

/**
 * The server's text for a cell: null for a line that does not exist on the server, empty for a missing fee in an
 * existing line.
 */
export function serverFeeText(
  { lines, cells }: Pick<FeeSheet, 'lines' | 'cells'>,
  context: SheetContext,
): (row: string, column: string) => string | null {
  const byId = new Map(lines.map(line => [line.id, line]));
  return (id, column) => {
    const line = byId.get(id);
    if (!line) return null;
    if (column === FROM) return typedWeight(line.start, context);
    if (column === TO) return typedWeight(line.end, context);
    if (column === SIDES) return typedSides(line.sides, context);
    const fee = cells.get(cellId(id, column.slice(1)))?.fee ?? null;
    return fee === null ? '' : copiedNumber(fee, AMOUNT_DECIMALS, context.country);
  };
}

/** The server's texts of a line's fees and sums of sides by column; null for a line that does not exist. */
export const servedLineCells =
  ({ inLine }: ServedLines, context: SheetContext): CellsOf =>
  id => {
    const rows = inLine.get(id);
    if (!rows) return null;
    return Object.fromEntries(
      rows.flatMap(({ code, fee, sides }) => [
        [areaColumn(code), fee === null ? '' : copiedNumber(fee, AMOUNT_DECIMALS, context.country)],
        ...(sides === null ? [] : [[`${SIDES} ${code}`, typedSides(sides, context)]]),
      ]),
    );
  };

const FROM_FIELD = weightField('start', 'From kg');
const TO_FIELD = weightField('end', 'To kg');
const FEE_FIELD = amountField('fee', 'Fee');

function readSides(text: string, { country }: SheetContext): Read {
  if (text.trim() === '') return { value: null };
  return readNumber('Sum of sides', text, { decimals: 1, min: 0.1, country, unit: 'cm' });
}

/** The grid with the typed input applied, its invalid cells, and the resulting changes. */
export function feeSheet(
  rows: readonly StoredFee[],
  kind: AreaKind,
  codes: readonly string[],
  draft: SheetDraft,
  context: SheetContext,
): FeeSheet {
  const { lines: served, cells } = feeLines(rows, kind);
  const removed = new Set(draft.removed);
  const lines: FeeLine[] = [
    ...served.filter(({ id }) => !removed.has(id)),
    ...draft.added.map(id => ({ id, start: null, end: null, sides: null })),
  ];
  const edits = new Map<string, Set<string>>();
  for (const id of Object.keys(draft.cells)) {
    const { row, column } = parseCellId(id);
    edits.set(row, (edits.get(row) ?? new Set()).add(column));
  }
  const problems = new Map<string, string>();
  const before: StoredFee[] = served
    .filter(({ id }) => removed.has(id))
    .flatMap(({ id }) => codes.flatMap(code => cells.get(cellId(id, code)) ?? []));
  const after: FeeRow[] = [];
  const idOfKey = new Map<string, string>();
  for (const line of lines) {
    const edited = edits.get(line.id);
    if (!edited) continue;
    const isNew = line.id.startsWith('+');
    const bound = (column: string, field: typeof FROM_FIELD, own: number | null): number | null => {
      const edit = draft.cells[cellId(line.id, column)];
      if (!edit && !isNew) return own;
      const read = field.read(edit?.text ?? '', context);
      if ('value' in read) return read.value as number;
      problems.set(cellId(line.id, column), read.problem);
      return null;
    };
    const start = bound(FROM, FROM_FIELD, line.start);
    const end = bound(TO, TO_FIELD, line.end);
    if (start !== null && end !== null && start >= end)
      problems.set(cellId(line.id, TO), `To must be above ${kilograms(start)} kg, where the range begins`);
    const sidesEdit = draft.cells[cellId(line.id, SIDES)];
    const sides = sidesEdit ? readSides(sidesEdit.text, context) : null;
    if (sides && 'problem' in sides) problems.set(cellId(line.id, SIDES), sides.problem);
    const isRange = start !== null && end !== null && start < end;
    const whole = edited.has(FROM) || edited.has(TO) || edited.has(SIDES);
    for (const code of codes) {
      const column = areaColumn(code);
      if (!whole && !edited.has(column)) continue;
      const own = cells.get(cellId(line.id, code));
      const edit = draft.cells[cellId(line.id, column)];
      if (own) before.push(own);
      const read: Read = edit ? FEE_FIELD.read(edit.text, context) : { value: own?.fee ?? null };
      if ('problem' in read) {
        problems.set(cellId(line.id, column), read.problem.replace(/^Fee/, `Fee of ${code}`));
        if (own) after.push(plainRow(own));
        continue;
      }
      // Clearing a cell deletes its record; a cell without a record on the server is left unchanged.
      if (edit ? edit.text.trim() === '' : !own) continue;
      if (!isRange) {
        if (own) after.push(plainRow(own));
        continue;
      }
      const row: FeeRow = {
        kind,
        code,
        start,
        end,
        fee: read.value as number | null,
        sides: sides && 'value' in sides ? (sides.value as number | null) : (own?.sides ?? line.sides),
      };
      after.push(row);
      idOfKey.set(KEYS.fees(row), cellId(line.id, column));
    }
  }
  const { changes, twice } = changesOf('fees', { before, after }, byKeyOf('fees', rows));
  for (const key of twice) {
    const id = idOfKey.get(key);
    if (id !== undefined) problems.set(id, 'Another range of this zone or route begins at the same weight');
  }
  return { kind, codes, lines, cells, problems, changes };
}

/** A bound or sum of sides as displayed, in the same notation as the fees next to it; unreadable text stays as it is. */
function shownBound(column: string, text: string, context: SheetContext): string {
  if (column === SIDES) {
    const read = readSides(text, context);
    return 'value' in read && typeof read.value === 'number' ? String(read.value / 10) : text;
  }
  const field = column === FROM ? FROM_FIELD : TO_FIELD;
  const read = field.read(text, context);
  return field.shown && 'value' in read ? field.shown(read.value, context) : text;
}

/** A cell as displayed in the grid. */
export function feeCell(
  { cells }: Pick<FeeSheet, 'cells'>,
  line: FeeLine,
  column: string,
  draft: SheetDraft,
  context: SheetContext,
): { typed: string; shown: string; changed: boolean } {
  const edit = draft.cells[cellId(line.id, column)];
  if (column === FROM || column === TO || column === SIDES) {
    const own =
      column === SIDES
        ? typedSides(line.sides, context)
        : typedWeight(column === FROM ? line.start : line.end, context);
    const text = edit?.text ?? own;
    return { typed: text, shown: shownBound(column, text, context), changed: edit !== undefined };
  }
  if (edit) {
    const read = readNumber('', edit.text, amountRule(context));
    const shown = edit.text.trim() !== '' && 'value' in read ? amountText(read.value, context.currency) : edit.text;
    return { typed: edit.text, shown, changed: true };
  }
  const fee = cells.get(cellId(line.id, column.slice(1)))?.fee ?? null;
  if (fee === null) return { typed: '', shown: '', changed: false };
  return {
    typed: copiedNumber(fee, AMOUNT_DECIMALS, context.country),
    shown: amountText(fee, context.currency),
    changed: false,
  };
}

export const weightCellRule = weightRule;

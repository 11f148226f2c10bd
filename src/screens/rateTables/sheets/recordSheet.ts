import { rowProblem } from '../../../domain/rates/rowRules.ts';
import { KEYS, type PartRow } from '../../../domain/rates/rows.ts';
import { byKeyOf, changesOf, plainRow, type RowChange, type Stored } from './changes.ts';
import { cellId, parseCellId, type CellsOf, type SheetDraft } from './draft.ts';
import { SHEET_FIELDS, valueIn, type RecordPart, type SheetContext, type SheetField } from './fields.ts';

/** A part of a version as a grid of records, with the typed input applied to the server's rows, as pure functions. */

export interface RecordLine<P extends RecordPart> {
  readonly id: string;
  /** The server's row; null if the row is new. */
  readonly row: Stored<PartRow<P>> | null;
}

export interface RecordSheet<P extends RecordPart = RecordPart> {
  readonly part: P;
  readonly fields: readonly SheetField[];
  readonly lines: readonly RecordLine<P>[];
  /** Invalid cells, by `cellId`. */
  readonly problems: ReadonlyMap<string, string>;
  readonly changes: readonly RowChange[];
}

/** The server's text for a cell; null if the row does not exist. */
export function serverText<P extends RecordPart>(
  part: P,
  rows: ReadonlyMap<string, Stored<PartRow<P>>>,
  context: SheetContext,
): (row: string, column: string) => string | null {
  const fields = new Map(SHEET_FIELDS[part].map(field => [field.key, field]));
  return (id, column) => {
    const row = rows.get(id);
    const field = fields.get(column);
    return row && field ? field.typed(valueIn(row, column), context) : null;
  };
}

/** The server's texts of a row's cells by column; null if the row does not exist. */
export function servedCells<P extends RecordPart>(
  part: P,
  rows: ReadonlyMap<string, Stored<PartRow<P>>>,
  context: SheetContext,
): CellsOf {
  return id => {
    const row = rows.get(id);
    if (!row) return null;
    return Object.fromEntries(
      SHEET_FIELDS[part].map(field => [field.key, field.typed(valueIn(row, field.key), context)]),
    );
  };
}

/** A part's grid: the server's rows in order, followed by the new ones. */
export function recordSheet<P extends RecordPart>(
  part: P,
  rows: readonly Stored<PartRow<P>>[],
  draft: SheetDraft,
  context: SheetContext,
): RecordSheet<P> {
  const fields = SHEET_FIELDS[part];
  const keyOf = KEYS[part] as (row: PartRow<P>) => string;
  const removed = new Set(draft.removed);
  const lines: RecordLine<P>[] = [
    ...rows.map(row => ({ id: keyOf(row), row })).filter(({ id }) => !removed.has(id)),
    ...draft.added.map(id => ({ id, row: null })),
  ];
  const edited = new Set([...Object.keys(draft.cells).map(id => parseCellId(id).row), ...draft.added]);
  const all = byKeyOf(part, rows);
  const problems = new Map<string, string>();
  const before: Stored<PartRow<P>>[] = [...removed].flatMap(id => all.get(id) ?? []);
  const after: PartRow<P>[] = [];
  const idOfKey = new Map<string, string>();
  for (const { id, row } of lines) {
    if (!edited.has(id)) continue;
    const read = readLine(fields, id, row, draft, context, problems);
    const wrong = read && rowProblem(read as PartRow<P>, context);
    if (wrong) problems.set(cellId(id, wrong.field), capitalized(wrong.message));
    const made = wrong ? null : read;
    if (row) before.push(row);
    if (made) {
      after.push(made as PartRow<P>);
      idOfKey.set(keyOf(made as PartRow<P>), id);
    } else if (row) after.push(plainRow(row));
  }
  const { changes, twice } = changesOf(part, { before, after }, all);
  for (const key of twice) {
    const id = idOfKey.get(key);
    if (id !== undefined && fields[0])
      problems.set(cellId(id, fields[0].key), 'Two rows are the same: remove one of them');
  }
  return { part, fields, lines, problems, changes };
}

const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** Parses a line as a row; null if any of its cells is invalid. */
function readLine(
  fields: readonly SheetField[],
  id: string,
  row: object | null,
  draft: SheetDraft,
  context: SheetContext,
  problems: Map<string, string>,
): object | null {
  const made: Record<string, unknown> = row ? { ...plainRow(row) } : {};
  let readable = true;
  for (const field of fields) {
    const edit = draft.cells[cellId(id, field.key)];
    if (!edit && row) continue;
    const text = edit?.text ?? '';
    const read =
      text.trim() === '' && field.initial !== undefined ? { value: field.initial } : field.read(text, context);
    if ('value' in read) made[field.key] = read.value;
    else {
      readable = false;
      problems.set(cellId(id, field.key), read.problem);
    }
  }
  return readable ? made : null;
}

/** The displayed text of a cell. */
export function typedText(
  { fields, lines }: Pick<RecordSheet, 'fields' | 'lines'>,
  draft: SheetDraft,
  context: SheetContext,
  line: number,
  column: number,
): { typed: string; shown: string; changed: boolean } {
  const field = fields[column];
  const at = lines[line];
  if (!field || !at) return { typed: '', shown: '', changed: false };
  const edit = draft.cells[cellId(at.id, field.key)];
  const shownOf = (value: unknown) => (field.shown ?? field.typed)(value, context);
  if (!edit) {
    if (at.row) {
      const value = valueIn(at.row as never, field.key);
      return { typed: field.typed(value, context), shown: shownOf(value), changed: false };
    }
    return { typed: '', shown: field.initial === undefined ? '' : shownOf(field.initial), changed: false };
  }
  const read = field.read(edit.text, context);
  return {
    typed: edit.text,
    shown: 'value' in read && edit.text.trim() !== '' ? shownOf(read.value) : edit.text,
    changed: true,
  };
}

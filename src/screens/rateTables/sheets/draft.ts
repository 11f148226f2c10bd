/**
 * Text that a person has typed into a version's grids but not applied, by row and column, each entry with the text that
 * it replaced. It is stored on the device as typed and compared with the server's current values, so that another
 * person's change to the same cell is detected.
 */
export interface CellEdit {
  /** The text that the server's cell had when it was replaced; '' for a new row. */
  readonly was: string;
  readonly text: string;
}

export interface SheetDraft {
  /** Edited cells, by `cellId`. */
  readonly cells: Readonly<Record<string, CellEdit>>;
  /** Ids of new rows, which the server does not have yet, in order. */
  readonly added: readonly string[];
  /** Ids of rows to delete from the server. */
  readonly removed: readonly string[];
  /** The texts of these rows' cells when they were removed, by `cellId`. */
  readonly gone?: Readonly<Record<string, string>>;
}

/** The texts of a row's cells on the server by column; null if the row does not exist. */
export type CellsOf = (row: string) => Readonly<Record<string, string>> | null;

export const NO_EDITS: SheetDraft = { cells: {}, added: [], removed: [] };

const APART = '\t';
export const cellId = (row: string, column: string): string => `${row}${APART}${column}`;
export function parseCellId(id: string): { row: string; column: string } {
  const at = id.lastIndexOf(APART);
  return { row: id.slice(0, at), column: id.slice(at + 1) };
}

export const isEmptyDraft = ({ cells, added, removed }: SheetDraft): boolean =>
  added.length === 0 && removed.length === 0 && Object.keys(cells).length === 0;

/** Id of the next new row: "+1", "+2". No existing row's key starts with "+". */
const nextNew = (added: readonly string[]): number => Math.max(0, ...added.map(id => Number(id.slice(1)))) + 1;

export interface TypedCell {
  /** Id of the row; null for one of the empty rows at the end, which `blank` identifies. */
  readonly row: string | null;
  /** Identifies an empty row: cells with the same number belong to the same new row. */
  readonly blank: number;
  readonly column: string;
  /** The text of the server's cell; '' for a new row. */
  readonly now: string;
  readonly text: string;
}

/** Applies an edit to the draft; a cell restored to the server's text no longer counts as edited. */
export function withTyped(draft: SheetDraft, typed: readonly TypedCell[]): SheetDraft {
  const cells = { ...draft.cells };
  const added = [...draft.added];
  const made = new Map<number, string>();
  let next = nextNew(added);
  for (const { row, blank, column, now, text } of typed) {
    let id = row;
    if (id === null) {
      // Clearing an empty row does not create a row.
      if (text.trim() === '' && !made.has(blank)) continue;
      id = made.get(blank) ?? `+${next}`;
      if (!made.has(blank)) {
        made.set(blank, id);
        added.push(id);
        next += 1;
      }
    }
    const cell = cellId(id, column);
    if (text === now && !added.includes(id)) delete cells[cell];
    else if (text === '' && added.includes(id)) delete cells[cell];
    else cells[cell] = { was: cells[cell]?.was ?? now, text };
  }
  return withoutEmptyRows({ ...draft, cells, added });
}

/** New rows without any text are dropped. */
function withoutEmptyRows(draft: SheetDraft): SheetDraft {
  if (draft.added.length === 0) return draft;
  const filled = new Set(Object.keys(draft.cells).map(id => parseCellId(id).row));
  return { ...draft, added: draft.added.filter(id => filled.has(id)) };
}

/**
 * Removes rows from the draft: new ones are dropped, and the server's are marked for deletion.
 * @param cellsOf what the rows contain now: a later change to them by someone else is a conflict
 */
export function withRemoved(draft: SheetDraft, rows: readonly string[], cellsOf: CellsOf): SheetDraft {
  const dropped = new Set(rows);
  const cells = Object.fromEntries(Object.entries(draft.cells).filter(([id]) => !dropped.has(parseCellId(id).row)));
  const known = new Set([...draft.added, ...draft.removed]);
  const gone = { ...draft.gone };
  for (const row of dropped)
    if (!known.has(row))
      for (const [column, text] of Object.entries(cellsOf(row) ?? {})) gone[cellId(row, column)] = text;
  const own = new Set(draft.added);
  return {
    cells,
    added: draft.added.filter(id => !dropped.has(id)),
    removed: [...new Set([...draft.removed, ...rows.filter(id => !own.has(id))])],
    gone,
  };
}

/**
 * What is left of a draft once an earlier state of it has been applied. The server's text of a cell that was typed again
 * since then is the applied one. A new row that was changed since then stays as a whole.
 */
export function leftOf(draft: SheetDraft, applied: SheetDraft): SheetDraft {
  const changed = (id: string): boolean => draft.cells[id]?.text !== applied.cells[id]?.text;
  const rowsChanged = new Set(
    [...Object.keys(draft.cells), ...Object.keys(applied.cells)].filter(changed).map(id => parseCellId(id).row),
  );
  const newBefore = new Set(applied.added);
  const removedBefore = new Set(applied.removed);
  const cells = Object.entries(draft.cells).flatMap(([id, { was, text }]): [string, CellEdit][] => {
    const { row } = parseCellId(id);
    if (newBefore.has(row)) return rowsChanged.has(row) ? [[id, { was, text }]] : [];
    return changed(id) ? [[id, { was: applied.cells[id]?.text ?? was, text }]] : [];
  });
  return {
    cells: Object.fromEntries(cells),
    added: draft.added.filter(id => !newBefore.has(id) || rowsChanged.has(id)),
    removed: draft.removed.filter(id => !removedBefore.has(id)),
    gone: Object.fromEntries(
      Object.entries(draft.gone ?? {}).filter(([id]) => !removedBefore.has(parseCellId(id).row)),
    ),
  };
}

/**
 * A draft on top of an earlier one that was not known while it was typed. Each cell has the text that was typed last; new
 * rows of both are kept, those of the later one after the others.
 */
export function onTopOf(earlier: SheetDraft, typed: SheetDraft): SheetDraft {
  const first = nextNew(earlier.added);
  const renumbered = new Map(typed.added.map((id, at) => [id, `+${first + at}`]));
  const removed = new Set(typed.removed);
  const cells: Record<string, CellEdit> = {};
  for (const [id, edit] of Object.entries(earlier.cells)) if (!removed.has(parseCellId(id).row)) cells[id] = edit;
  for (const [id, { was, text }] of Object.entries(typed.cells)) {
    const { row, column } = parseCellId(id);
    const cell = cellId(renumbered.get(row) ?? row, column);
    cells[cell] = { was: cells[cell]?.was ?? was, text };
  }
  const edited = new Set(Object.keys(cells).map(id => parseCellId(id).row));
  return {
    cells,
    added: [...earlier.added, ...renumbered.values()],
    // A row that was typed into again is not removed.
    removed: [...new Set([...earlier.removed, ...typed.removed])].filter(row => removed.has(row) || !edited.has(row)),
    gone: { ...earlier.gone, ...typed.gone },
  };
}

/** Keeps rows that were marked for deletion. */
export function withKept(draft: SheetDraft, rows: readonly string[]): SheetDraft {
  const kept = new Set(rows);
  return {
    ...draft,
    removed: draft.removed.filter(id => !kept.has(id)),
    gone: Object.fromEntries(Object.entries(draft.gone ?? {}).filter(([id]) => !kept.has(parseCellId(id).row))),
  };
}

/** A cell that both the person and someone else have changed, in different ways. */
export interface CellConflict {
  readonly id: string;
  readonly row: string;
  readonly column: string;
  readonly was: string;
  /** Null if the person removed the row. */
  readonly mine: string | null;
  /** Null if the row no longer exists. */
  readonly theirs: string | null;
}

/**
 * @param now returns the server's current text for a cell; null if the row does not exist
 * @param cellsOf returns the server's current texts of a row
 */
export function conflictsOf(
  draft: SheetDraft,
  now: (row: string, column: string) => string | null,
  cellsOf: CellsOf,
): CellConflict[] {
  const own = new Set(draft.added);
  const typed = Object.entries(draft.cells).flatMap(([id, { was, text }]): CellConflict[] => {
    const { row, column } = parseCellId(id);
    if (own.has(row)) return [];
    const theirs = now(row, column);
    return theirs === was || theirs === text ? [] : [{ id, row, column, was, mine: text, theirs }];
  });
  return [...typed, ...removalConflicts(draft, cellsOf)];
}

/** Cells of removed rows that someone else has changed or added since. */
function removalConflicts({ removed, gone = {} }: SheetDraft, cellsOf: CellsOf): CellConflict[] {
  if (removed.length === 0) return [];
  const before = new Map<string, Record<string, string>>();
  for (const [id, text] of Object.entries(gone)) {
    const { row, column } = parseCellId(id);
    const cells = before.get(row);
    if (cells) cells[column] = text;
    else before.set(row, { [column]: text });
  }
  return removed.flatMap(row => {
    const [was, is] = [before.get(row), cellsOf(row)];
    if (!was || !is) return [];
    return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((column): CellConflict[] => {
      const [old = '', now = ''] = [was[column], is[column]];
      return old === now ? [] : [{ id: cellId(row, column), row, column, was: old, mine: null, theirs: now }];
    });
  });
}

/**
 * Resolves a conflict in the draft: "mine" is rebased on the server's current value, and "theirs" drops the edit or
 * keeps the row.
 */
export function decided(
  draft: SheetDraft,
  { id, row, theirs, mine }: CellConflict,
  keep: 'mine' | 'theirs',
): SheetDraft {
  if (mine === null)
    return keep === 'theirs' ? withKept(draft, [row]) : { ...draft, gone: { ...draft.gone, [id]: theirs ?? '' } };
  const cells = { ...draft.cells };
  if (keep === 'mine' && theirs !== null) cells[id] = { was: theirs, text: mine };
  else delete cells[id];
  return { ...draft, cells };
}

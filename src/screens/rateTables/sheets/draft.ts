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
}

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

/** Removes rows from the draft: new ones are dropped, and the server's are marked for deletion. */
export function withRemoved(draft: SheetDraft, rows: readonly string[]): SheetDraft {
  const gone = new Set(rows);
  const cells = Object.fromEntries(Object.entries(draft.cells).filter(([id]) => !gone.has(parseCellId(id).row)));
  const own = new Set(draft.added);
  return {
    cells,
    added: draft.added.filter(id => !gone.has(id)),
    removed: [...new Set([...draft.removed, ...rows.filter(id => !own.has(id))])],
  };
}

/** A cell that both the person and someone else have changed, in different ways. */
export interface CellConflict {
  readonly id: string;
  readonly row: string;
  readonly column: string;
  readonly was: string;
  readonly mine: string;
  /** Null if the row no longer exists. */
  readonly theirs: string | null;
}

/** @param now returns the server's current text for a cell; null if the row does not exist */
export function conflictsOf(draft: SheetDraft, now: (row: string, column: string) => string | null): CellConflict[] {
  const own = new Set(draft.added);
  return Object.entries(draft.cells).flatMap(([id, { was, text }]) => {
    const { row, column } = parseCellId(id);
    if (own.has(row)) return [];
    const theirs = now(row, column);
    return theirs === was || theirs === text ? [] : [{ id, row, column, was, mine: text, theirs }];
  });
}

/** Resolves a conflict in the draft: "mine" is rebased on the server's current value, and "theirs" drops the edit. */
export function decided(draft: SheetDraft, { id, theirs, mine }: CellConflict, keep: 'mine' | 'theirs'): SheetDraft {
  const cells = { ...draft.cells };
  if (keep === 'mine' && theirs !== null) cells[id] = { was: theirs, text: mine };
  else delete cells[id];
  return { ...draft, cells };
}

/**
 * What a person typed into the grids of a version and has not applied: texts by row and column, each with the text that it took the
 * place of. Kept on the device as it is, and compared with what the server has now, so that a change of the same cell by somebody
 * else is seen.
 */
export interface CellEdit {
  /** Text of the server's cell when it was typed over; '' of a new row. */
  readonly was: string;
  readonly text: string;
}

export interface SheetDraft {
  /** By `cellId`. */
  readonly cells: Readonly<Record<string, CellEdit>>;
  /** Ids of rows that the server does not have, in their order. */
  readonly added: readonly string[];
  /** Ids of rows of the server that are to go. */
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

/** Id of the next new row: "+1", "+2". No key of a row begins so. */
const nextNew = (added: readonly string[]): number => Math.max(0, ...added.map(id => Number(id.slice(1)))) + 1;

export interface TypedCell {
  /** Id of the row; null: one of the empty rows at the end, by `blank`. */
  readonly row: string | null;
  /** Which of the empty rows; cells of one number are of one new row. */
  readonly blank: number;
  readonly column: string;
  /** Text of the server's cell; '' of a new row. */
  readonly now: string;
  readonly text: string;
}

/** The draft after one gesture; a cell that has the server's text again is not an edit. */
export function withTyped(draft: SheetDraft, typed: readonly TypedCell[]): SheetDraft {
  const cells = { ...draft.cells };
  const added = [...draft.added];
  const made = new Map<number, string>();
  let next = nextNew(added);
  for (const { row, blank, column, now, text } of typed) {
    let id = row;
    if (id === null) {
      // Clearing an empty row makes none.
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

/** New rows in which nothing is typed are none. */
function withoutEmptyRows(draft: SheetDraft): SheetDraft {
  if (draft.added.length === 0) return draft;
  const filled = new Set(Object.keys(draft.cells).map(id => parseCellId(id).row));
  return { ...draft, added: draft.added.filter(id => filled.has(id)) };
}

/** The draft with rows removed: new ones are forgotten, those of the server are to go. */
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

/** A cell that the person changed and somebody else changed too, to another text. */
export interface CellConflict {
  readonly id: string;
  readonly row: string;
  readonly column: string;
  readonly was: string;
  readonly mine: string;
  /** null: the row is gone. */
  readonly theirs: string | null;
}

/** @param now text that the server has of a cell now; null if it has no such row */
export function conflictsOf(draft: SheetDraft, now: (row: string, column: string) => string | null): CellConflict[] {
  const own = new Set(draft.added);
  return Object.entries(draft.cells).flatMap(([id, { was, text }]) => {
    const { row, column } = parseCellId(id);
    if (own.has(row)) return [];
    const theirs = now(row, column);
    return theirs === was || theirs === text ? [] : [{ id, row, column, was, mine: text, theirs }];
  });
}

/** The draft with a conflict decided: mine goes on from what the server has now, or theirs stays. */
export function decided(draft: SheetDraft, { id, theirs, mine }: CellConflict, keep: 'mine' | 'theirs'): SheetDraft {
  const cells = { ...draft.cells };
  if (keep === 'mine' && theirs !== null) cells[id] = { was: theirs, text: mine };
  else delete cells[id];
  return { ...draft, cells };
}

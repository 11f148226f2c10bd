import { useCallback, useLayoutEffect, useRef, type FocusEvent, type KeyboardEvent, type RefObject } from 'react';
import { focusTarget } from './doing.ts';

const PAGE = 10;

/** The row to which a key moves; null for any other key. */
export function nextRow(key: string, at: number, rows: number): number | null {
  const clamp = (index: number) => Math.max(0, Math.min(rows - 1, index));
  switch (key) {
    case 'ArrowDown':
      return clamp(at + 1);
    case 'ArrowUp':
      return clamp(at - 1);
    case 'PageDown':
      return clamp(at + PAGE);
    case 'PageUp':
      return clamp(at - PAGE);
    case 'Home':
      return 0;
    case 'End':
      return clamp(rows - 1);
    default:
      return null;
  }
}

interface RovingRows {
  /** The row in the tab order; stored by the table, which renders that row even when it is out of view. */
  active: number;
  setActive: (index: number) => void;
  /** Scrolls to a row that is not rendered. */
  reveal: (index: number) => void;
  /** Opens the row's first action. */
  open: (index: number) => void;
}

/**
 * Moves the focus between rows. Only one row, with its actions, is in the tab order; the arrow keys, Page Up, Page
 * Down, Home and End change which one, and Enter opens its first action.
 */
export function useRovingRows(
  body: RefObject<HTMLElement | null>,
  rows: number,
  { active, setActive, reveal, open }: RovingRows,
) {
  const wanted = useRef<number | null>(null);
  /** The column of the last focused cell; focus stays in this column when it moves to another row. */
  const column = useRef<string | null>(null);
  /** Whether the focus was last seen inside the rows; removing a focused row fires no event. */
  const held = useRef(false);
  const current = Math.max(0, Math.min(active, rows - 1));

  useLayoutEffect(() => {
    if (wanted.current === null) return;
    const row = body.current?.querySelector<HTMLElement>(`[data-row="${wanted.current}"]`);
    if (!row) return;
    const cell = column.current === null ? null : row.querySelector<HTMLElement>(`td[data-col="${column.current}"]`);
    (cell ? focusTarget(cell) : row).focus({ preventScroll: false });
    wanted.current = null;
  });

  const onKeyDown = useCallback(
    (event: KeyboardEvent<HTMLElement>) => {
      if (event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLElement)) return;
      const onRow = event.target.dataset['row'] !== undefined;
      if (event.key === 'Enter' && onRow) {
        event.preventDefault();
        open(current);
        return;
      }
      const next = nextRow(event.key, current, rows);
      if (next === null || rows === 0) return;
      event.preventDefault();
      wanted.current = next;
      column.current = event.target.closest<HTMLElement>('td[data-col]')?.dataset['col'] ?? null;
      reveal(next);
      setActive(next);
    },
    [current, rows, open, reveal, setActive],
  );

  const onFocus = useCallback(
    (event: FocusEvent<HTMLElement>) => {
      const row = (event.target as HTMLElement).closest<HTMLElement>('[data-row]');
      if (row?.dataset['row'] === undefined) return;
      held.current = true;
      setActive(Number(row.dataset['row']));
    },
    [setActive],
  );
  const onBlur = useCallback(() => {
    held.current = false;
  }, []);

  /**
   * Restores the focus when the focused row is gone, because its element was replaced or another record moved up: moves
   * it to the row that is now active. If there are no rows, `empty` is focused until there are.
   */
  const refocus = useCallback(
    (empty?: HTMLElement | null) => {
      const focused = document.activeElement;
      if (!held.current || (focused !== document.body && focused !== empty)) return;
      const row = body.current?.querySelector<HTMLElement>(`[data-row="${current}"]`);
      (row ?? (rows === 0 ? empty : null))?.focus({ preventScroll: true });
    },
    [body, current, rows],
  );

  return { active: current, onKeyDown, onFocus, onBlur, refocus };
}

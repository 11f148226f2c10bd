import { useEffect, useLayoutEffect, type KeyboardEvent, type MouseEvent } from 'react';
import type { Fields } from '../../contract/listData.ts';
import { failureText } from '../form/failureText.ts';
import { useUi } from '../UiContext.ts';
import { cellText, copied, writeClipboard } from './copyRows.ts';
import { focusTarget, isSelected, NO_SELECTION } from './doing.ts';
import { isNothing, moreSelected, pageToggled } from './selectRows.ts';
import { placeOf, type At, type TableDoingOptions } from './tableDoing.ts';
import { useCellEditing } from './useCellEditing.tsx';
import { useSelecting } from './useSelecting.ts';

/** Moves the focus horizontally: from the row to its first or last cell, from cell to cell, and back to the row. */
function moveSideways<R>({ key, currentTarget }: KeyboardEvent<HTMLElement>, here: At<R>): void {
  const row = currentTarget.querySelector<HTMLElement>(`tr[data-row="${here.index}"]`);
  const cells = [...(row?.querySelectorAll<HTMLElement>('td[data-col]') ?? [])];
  const step = key === 'ArrowRight' ? 1 : -1;
  const next = here.cell ? cells.indexOf(here.cell) + step : step === 1 ? 0 : cells.length - 1;
  const cell = cells[next];
  const to = cell ? focusTarget(cell) : next < 0 ? row : null;
  to?.focus();
}

/** Copies a row with its headings, or a single cell; copies the whole selection if the row belongs to it. */
function useCopying<R extends Fields>({ doing, columns, onCopySelection }: TableDoingOptions<R>) {
  const { notify, entity, timeZone } = useUi();
  const place = { entity, timeZone };
  return async ({ item, column }: At<R>): Promise<void> => {
    const { selection, painted } = doing.getSnapshot();
    if (isSelected(selection, item.key)) return onCopySelection();
    const row = { ...item.row, ...painted.get(item.key)?.values } as R;
    try {
      if (column) {
        await writeClipboard(copied([column], [row], place, false));
        notify.success(`Copied ${cellText(column, row, place) || 'an empty cell'}`);
      } else {
        await writeClipboard(copied(columns, [row], place));
        notify.success('Copied the row with column headings');
      }
    } catch (error) {
      notify.error(failureText(error));
    }
  };
}

/**
 * Toggles flags, edits cells, and selects and copies rows, by mouse and keyboard. Renders the menu of a choice that is
 * being changed.
 */
export function useTableDoing<R extends Fields>(options: TableDoingOptions<R>) {
  const { doing, rows } = options;
  const { isBlocked, openEditor, act, menu } = useCellEditing(options);
  const { keysHere, select, selectTo, selectOne, forgetRange } = useSelecting(doing, rows);
  const copy = useCopying(options);

  const onKey = (event: KeyboardEvent<HTMLElement>): boolean => {
    const here = placeOf(event.target, options);
    const { selection } = doing.getSnapshot();
    const command = event.ctrlKey || event.metaKey;
    if (command && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'a') {
      select(moreSelected(selection, keysHere(), options.canAll));
      return true;
    }
    // Buttons in the Action column and the row's checkbox handle their own key events.
    const target = event.target as HTMLElement;
    const isRow = target.dataset['row'] !== undefined;
    if (!here || event.altKey || (!isRow && !here.cell)) return false;
    const isCopy = event.key.toLowerCase() === 'c' && !event.shiftKey;
    if (isCopy && (!command || window.getSelection()?.isCollapsed !== false)) {
      if (!event.repeat) void copy(here);
      return true;
    }
    if (command) return false;
    // Controls inside a custom cell handle their own key events.
    const isOwnControl = here.column?.kind === 'custom' && target !== here.cell;
    switch (event.key) {
      case 'ArrowRight':
      case 'ArrowLeft':
        moveSideways(event, here);
        return true;
      case 'ArrowDown':
      case 'ArrowUp': {
        if (!event.shiftKey) {
          forgetRange();
          return false;
        }
        const to = Math.max(0, Math.min(rows.length - 1, here.index + (event.key === 'ArrowDown' ? 1 : -1)));
        selectTo(to, here.index);
        // The focus also moves to this cell.
        return false;
      }
      case ' ':
        // The key press already activates the button.
        if (isOwnControl || target.dataset['act'] !== undefined) return false;
        if (!event.repeat) selectOne(here.item);
        return true;
      case 'Enter': {
        const [first] = options.actions;
        if (isOwnControl || event.repeat || !first) return false;
        if (!first.readOnly && isBlocked(here.item)) return true;
        // From the row itself, the table opens it, even before this code has loaded.
        if (isRow) return false;
        options.onAction(first.id, here.item);
        return true;
      }
      case 'F2':
        return here.cell !== null && act(here);
      case 'Delete': {
        const action = options.actions.find(({ id }) => id === 'delete');
        if (isSelected(selection, here.item.key)) options.onDeleteSelection();
        else if (action && !isBlocked(here.item)) options.onAction(action.id, here.item);
        return true;
      }
      case 'Escape':
        if (here.cell) event.currentTarget.querySelector<HTMLElement>(`tr[data-row="${here.index}"]`)?.focus();
        else if (!isNothing(selection)) select(NO_SELECTION);
        else return false;
        return true;
      default:
        return false;
    }
  };

  const onClick = (event: MouseEvent<HTMLElement>): void => {
    const target = event.target as HTMLElement;
    const box = target.closest('[data-select]');
    const here = placeOf(target, options);
    if (box && !here) return select(pageToggled(doing.getSnapshot().selection, keysHere()));
    if (!here) return;
    if (event.shiftKey && (box || here.cell)) {
      window.getSelection()?.removeAllRanges();
      return selectTo(here.index, here.index);
    }
    if (box) return selectOne(here.item);
    // The second click of a double click does not count as a separate gesture.
    if (target.closest('[data-act]') && event.detail < 2) act(here);
  };

  const onDoubleClick = (event: MouseEvent<HTMLElement>): void => {
    const here = placeOf(event.target, options);
    if (!here?.cell || (event.target as HTMLElement).closest('[data-act], a, input') || openEditor(here)) return;
    // A value that cannot be edited in its cell is edited in a dialog.
    const by = here.column?.edit ?? here.column?.form;
    const action = options.actions.find(({ id }) => id === by);
    if (action && !isBlocked(here.item)) options.onAction(action.id, here.item);
  };

  const handlers = {
    onKeyDown: (event: KeyboardEvent<HTMLElement>): boolean => {
      const used = onKey(event);
      if (used) event.preventDefault();
      return used;
    },
    onClick,
    onDoubleClick,
  };
  useLayoutEffect(() => {
    doing.handle(handlers);
  });
  useEffect(
    () => () => {
      doing.handle(null);
      doing.set({ editor: null });
    },
    [doing],
  );

  return menu;
}

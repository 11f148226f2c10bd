import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import type { Fields, ListRow } from '../../contract/listData.ts';
import { failureText } from '../form/failureText.ts';
import { PopupMenu } from '../PopupMenu.tsx';
import { blockedBy } from '../rowMark.ts';
import { useUi } from '../UiContext.ts';
import { CellEditor } from './CellEditor.tsx';
import { cellText, copied, writeClipboard } from './copyRows.ts';
import type { Column } from './columns.ts';
import { focusTarget, isSelected, NO_SELECTION, type Painted, type TableDoing } from './doing.ts';
import type { TableAction } from './RowActions.tsx';
import { isNothing, moreSelected, pageToggled } from './selectRows.ts';
import { usePainted } from './usePainted.ts';
import { useSelecting } from './useSelecting.ts';

export interface TableDoingOptions<R extends Fields> {
  doing: TableDoing;
  rows: readonly ListRow<R>[];
  /** The shown columns; `edit` is set only on those that the person may change. */
  columns: readonly Column<R>[];
  actions: readonly TableAction[];
  /** Whether every row that matches the filters can be found. */
  canAll: boolean;
  /** Marks of pending changes of many records, by key. */
  waiting: ReadonlyMap<string, Painted>;
  /** Writes a cell's new value; resolves when it is stored. */
  write: (row: R, column: Column<R>, value: unknown) => Promise<void>;
  /** How a cell is edited in place; null if only the dialog can change it. */
  typed: (column: Column<R>) => TypedCell<R> | null;
  /** The options of a cell. */
  choices: (column: Column<R>) => readonly { value: string | number; label: string }[];
  onAction: (action: string, item: ListRow<R>) => void;
  /** Copies or deletes the selection. */
  onCopySelection: () => void;
  onDeleteSelection: () => void;
}

/** How a cell's value is edited as text. */
export interface TypedCell<R> {
  maxLength?: number;
  /** Problem of a text in a row; null if there is none. */
  problemOf: (text: string, row: R) => string | null;
  /**
   * The value as an editable text, and the value of a valid text; for numbers and days, whose stored value is not their
   * text.
   */
  write?: (row: R) => string;
  read?: (text: string) => unknown;
}

/** The cell of the table that contains the pressed element. */
interface At<R> {
  item: ListRow<R>;
  index: number;
  column: Column<R> | undefined;
  cell: HTMLElement | null;
}

/** Toggles flags, edits cells, selects and copies rows, by mouse and keyboard. Renders the menu of an open choice. */
export function useTableDoing<R extends Fields>(options: TableDoingOptions<R>) {
  const { doing, rows, waiting } = options;
  const { notify, entity, timeZone } = useUi();
  const place = { entity, timeZone };
  const [menu, setMenu] = useState<{ at: At<R>; button: HTMLElement } | null>(null);
  const anchor = useRef<HTMLElement | null>(null);
  /** Whether a row cannot be changed now; if so, notifies the person why. */
  const isBlocked = ({ key, pending }: ListRow<R>): boolean => {
    const reason = blockedBy(pending ?? waiting.get(key)?.pending ?? null);
    if (reason !== null) notify.warning(reason);
    return reason !== null;
  };

  const paint = usePainted(options);
  const change = (item: ListRow<R>, column: Column<R>, value: unknown): void => {
    if (!isBlocked(item)) paint(item, column, value);
  };
  const { keysHere, select, selectTo, selectOne, forgetRange } = useSelecting(doing, rows);

  const focusCell = (at: At<R>): void => (at.cell ? focusTarget(at.cell) : null)?.focus();

  const closeEditor = (at: At<R>): void => {
    doing.set({ editor: null });
    focusCell(at);
  };

  const openEditor = (at: At<R>): boolean => {
    const { item, column } = at;
    if (!column || column.edit === undefined) return false;
    const rule = options.typed(column);
    if (!rule) return false;
    if (isBlocked(item)) return true;
    const initial = rule.write ? rule.write(item.row) : String(item.row[column.key] ?? '');
    doing.set({
      editor: {
        key: item.key,
        column: column.key,
        element: (
          <CellEditor
            label={column.label}
            initial={initial}
            maxLength={rule.maxLength}
            problemOf={text => rule.problemOf(text, item.row)}
            onApply={(value, how) => {
              if (how === 'enter') closeEditor(at);
              else doing.set({ editor: null });
              change(item, column, rule.read ? rule.read(value) : value);
            }}
            onCancel={problem => {
              if (problem === null) closeEditor(at);
              else {
                doing.set({ editor: null });
                notify.warning(`${column.label} was not changed: ${problem}.`);
              }
            }}
          />
        ),
      },
    });
    return true;
  };

  const openChoice = (at: At<R>): boolean => {
    const button = at.cell?.querySelector<HTMLElement>('[data-act]');
    if (!button || !at.column) return false;
    if (isBlocked(at.item)) return true;
    anchor.current = button;
    setMenu({ at, button });
    return true;
  };

  /** Runs a cell's own action: toggles a flag, opens the menu of a choice, or opens the editor of a text. */
  const act = (at: At<R>): boolean => {
    const { item, column, cell } = at;
    if (!column || column.edit === undefined) return false;
    if (column.kind === 'yesNo') {
      const shown = cell?.querySelector('[role="switch"]')?.getAttribute('aria-checked') === 'true';
      change(item, column, !shown);
      return true;
    }
    return options.choices(column).length > 0 ? openChoice(at) : openEditor(at);
  };

  const at = (target: EventTarget): At<R> | null => {
    const element = target instanceof Element ? target : null;
    const row = element?.closest<HTMLElement>('tr[data-row]');
    const index = Number(row?.dataset['row'] ?? -1);
    const item = rows[index];
    if (!row || !item) return null;
    const cell = element?.closest<HTMLElement>('td[data-col]') ?? null;
    const column = options.columns.find(({ key }) => key === cell?.dataset['col']);
    return { item, index, column, cell };
  };

  const copy = async ({ item, column }: At<R>): Promise<void> => {
    const { selection, painted } = doing.getSnapshot();
    if (isSelected(selection, item.key)) return options.onCopySelection();
    const row = { ...item.row, ...painted.get(item.key)?.values } as R;
    try {
      if (column) {
        await writeClipboard(copied([column], [row], place, false));
        notify.success(`Copied ${cellText(column, row, place) || 'an empty cell'}`);
      } else {
        await writeClipboard(copied(options.columns, [row], place));
        notify.success('Copied the row with its headings');
      }
    } catch (error) {
      notify.error(failureText(error));
    }
  };

  /** Moves the focus sideways: from the row into its first or last cell, from cell to cell, and back to the row. */
  const sideways = (event: KeyboardEvent<HTMLElement>, here: At<R>): boolean => {
    const row = event.currentTarget.querySelector<HTMLElement>(`tr[data-row="${here.index}"]`);
    const cells = [...(row?.querySelectorAll<HTMLElement>('td[data-col]') ?? [])];
    const step = event.key === 'ArrowRight' ? 1 : -1;
    const next = here.cell ? cells.indexOf(here.cell) + step : step === 1 ? 0 : cells.length - 1;
    const cell = cells[next];
    const to = cell ? focusTarget(cell) : next < 0 ? row : null;
    to?.focus();
    return true;
  };

  const onKey = (event: KeyboardEvent<HTMLElement>): boolean => {
    const here = at(event.target);
    const { selection } = doing.getSnapshot();
    const command = event.ctrlKey || event.metaKey;
    if (command && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'a') {
      select(moreSelected(selection, keysHere(), options.canAll));
      return true;
    }
    // Buttons of the Action column and the row's checkbox handle their own keys.
    const target = event.target as HTMLElement;
    const isRow = target.dataset['row'] !== undefined;
    if (!here || event.altKey || (!isRow && !here.cell)) return false;
    const isCopy = event.key.toLowerCase() === 'c' && !event.shiftKey;
    if (isCopy && (!command || window.getSelection()?.isCollapsed !== false)) {
      if (!event.repeat) void copy(here);
      return true;
    }
    if (command) return false;
    // Controls inside a custom cell handle their own keys.
    const isOwnControl = here.column?.kind === 'custom' && target !== here.cell;
    switch (event.key) {
      case 'ArrowRight':
      case 'ArrowLeft':
        return sideways(event, here);
      case 'ArrowDown':
      case 'ArrowUp': {
        if (!event.shiftKey) {
          forgetRange();
          return false;
        }
        const to = Math.max(0, Math.min(rows.length - 1, here.index + (event.key === 'ArrowDown' ? 1 : -1)));
        selectTo(to, here.index);
        // The focus moves there as well.
        return false;
      }
      case ' ':
        // The key already presses the button.
        if (isOwnControl || target.dataset['act'] !== undefined) return false;
        if (!event.repeat) selectOne(here.item);
        return true;
      case 'Enter': {
        const [first] = options.actions;
        if (isOwnControl || event.repeat || !first) return false;
        if (!first.readOnly && isBlocked(here.item)) return true;
        // The table opens it from the row itself, even before this code is loaded.
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
    const here = at(target);
    if (box && !here) return select(pageToggled(doing.getSnapshot().selection, keysHere()));
    if (!here) return;
    if (event.shiftKey && (box || here.cell)) {
      window.getSelection()?.removeAllRanges();
      return selectTo(here.index, here.index);
    }
    if (box) return selectOne(here.item);
    // The second click of a double click is not a separate gesture.
    if (target.closest('[data-act]') && event.detail < 2) act(here);
  };

  const onDoubleClick = (event: MouseEvent<HTMLElement>): void => {
    const here = at(event.target);
    if (!here?.cell || (event.target as HTMLElement).closest('[data-act], a, input') || openEditor(here)) return;
    // A value that cannot be changed in its cell is changed in a dialog.
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

  const opened = menu && menu.at.column ? { ...menu, column: menu.at.column } : null;
  return (
    opened && (
      <PopupMenu
        label={opened.column.label}
        anchor={anchor}
        onClose={() => setMenu(null)}
        groups={[
          {
            items: options.choices(opened.column).map(({ value, label }) => ({
              key: String(value),
              label,
              kind: 'radio',
              checked: opened.at.item.row[opened.column.key] === value,
              run: () => {
                setMenu(null);
                opened.button.focus();
                change(opened.at.item, opened.column, value);
              },
            })),
          },
        ]}
      />
    )
  );
}

import { useRef, useState, type ReactNode } from 'react';
import type { Fields, ListRow } from '../../contract/listData.ts';
import { PopupMenu } from '../PopupMenu.tsx';
import { blockedBy } from '../rowMark.ts';
import { useUi } from '../UiContext.ts';
import { CellEditor } from './CellEditor.tsx';
import type { Column } from './columns.ts';
import { focusTarget } from './doing.ts';
import type { At, TableDoingOptions } from './tableDoing.ts';
import { usePainted } from './usePainted.ts';

interface CellEditing<R extends Fields> {
  /** Whether a row cannot currently be changed; if so, tells the person why. */
  isBlocked: (item: ListRow<R>) => boolean;
  /** Opens the text editor; returns false if the cell contains no text. */
  openEditor: (at: At<R>) => boolean;
  /**
   * Runs a cell's own action: toggles a flag, opens the menu of a choice, or opens the text editor; returns false if
   * the cell has no action.
   */
  act: (at: At<R>) => boolean;
  /** The open menu of a choice, if any. */
  menu: ReactNode;
}

/** Changes a value in its cell: a flag, a choice or text. */
export function useCellEditing<R extends Fields>(options: TableDoingOptions<R>): CellEditing<R> {
  const { doing, waiting } = options;
  const { notify } = useUi();
  const [choice, setChoice] = useState<{ at: At<R>; column: Column<R>; button: HTMLElement } | null>(null);
  const anchor = useRef<HTMLElement | null>(null);
  const paint = usePainted(options);

  const isBlocked = ({ key, pending }: ListRow<R>): boolean => {
    const reason = blockedBy(pending ?? waiting.get(key)?.pending ?? null);
    if (reason !== null) notify.warning(reason);
    return reason !== null;
  };
  const change = (item: ListRow<R>, column: Column<R>, value: unknown): void => {
    if (!isBlocked(item)) paint(item, column, value);
  };
  const closeEditor = ({ cell }: At<R>): void => {
    doing.set({ editor: null });
    (cell ? focusTarget(cell) : null)?.focus();
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
    setChoice({ at, column: at.column, button });
    return true;
  };

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

  const menu = choice && (
    <PopupMenu
      label={choice.column.label}
      anchor={anchor}
      onClose={() => setChoice(null)}
      groups={[
        {
          items: options.choices(choice.column).map(({ value, label }) => ({
            key: String(value),
            label,
            kind: 'radio',
            checked: choice.at.item.row[choice.column.key] === value,
            run: () => {
              setChoice(null);
              choice.button.focus();
              change(choice.at.item, choice.column, value);
            },
          })),
        },
      ]}
    />
  );
  return { isBlocked, openEditor, act, menu };
}

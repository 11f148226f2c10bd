import { useCallback, useState, type ComponentType } from 'react';
import type { Fields, ListRow } from '../../contract/listData.ts';
import { useUi } from '../UiContext.ts';
import type { ListDefinition, ListDialogProps, Operation, RowAction } from './definition.ts';

/**
 * The dialog of a list that is open, if any, and what opens and closes it.
 *
 * @param actions the row actions that the person may use
 * @param creates whether the Create dialog is open at first
 */
export function useListDialog<S extends { rowKey: (row: R) => string }, R extends Fields>(
  { operations, dialogs }: ListDefinition<S, R>,
  actions: readonly RowAction[],
  creates: boolean,
) {
  const { can } = useUi();
  const create = operations.find(
    operation => operation.kind === 'dialog' && operation.primary === true && can(operation.permission),
  ) as Extract<Operation, { kind: 'dialog' }> | undefined;
  const [dialog, setDialog] = useState<{ id: string; item: ListRow<R> | null } | null>(
    creates && create ? { id: create.dialog, item: null } : null,
  );
  const open = useCallback((id: string) => setDialog({ id, item: null }), []);
  /** Opens the dialog of an action on a row. */
  const act = useCallback(
    (action: string, item: ListRow<R>) => {
      const found = actions.find(({ id }) => id === action);
      if (found) setDialog({ id: found.dialog, item });
    },
    [actions],
  );
  const close = useCallback(() => setDialog(null), []);
  const Dialog = dialog ? (dialogs[dialog.id] as ComponentType<ListDialogProps<R>> | undefined) : undefined;
  return { create, Dialog, item: dialog?.item ?? null, open, act, close };
}

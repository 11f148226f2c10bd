import { useState, useSyncExternalStore } from 'react';
import { CheckmarkCircleRegular, CopyRegular } from '@fluentui/react-icons';
import type { OrderRow } from '../../contract/recon.ts';
import { countText } from '../../domain/import/countsText.ts';
import { FEATURE } from '../../domain/permission.ts';
import { BulkBar, type BulkAction } from '../../ui/list/BulkBar.tsx';
import type { ListDoingProps } from '../../ui/list/definition.ts';
import { copied, writeClipboard } from '../../ui/table/copyRows.ts';
import { NO_SELECTION, selectedCount } from '../../ui/table/doing.ts';
import { EVERY_ROW, isNothing } from '../../ui/table/selectRows.ts';
import { useTableDoing } from '../../ui/table/useTableDoing.tsx';
import { useUi } from '../../ui/UiContext.ts';
import { useSelectedRows } from '../shared/useSelectedRows.ts';
import { ChangeStatus } from './ChangeStatus.tsx';

type Order = OrderRow & Record<string, unknown>;

const NOTHING_WAITS = new Map<string, never>();
const nothing = () => undefined;

/** Selects orders one at a time, by page, or all that match; the available action sets their status (REC-6). */
export function OrdersDoing({
  doing,
  rows,
  columns,
  actions,
  filters,
  total,
  onAction,
  refresh,
}: ListDoingProps<Order>) {
  const ui = useUi();
  const { entity, notify, timeZone } = ui;
  const { selection } = useSyncExternalStore(doing.subscribe, doing.getSnapshot);
  /** The selected rows while their status is being changed; otherwise null. */
  const [changing, setChanging] = useState<readonly OrderRow[] | null>(null);
  const selectedRows = useSelectedRows(doing, rows, JSON.stringify([entity, filters]));
  const chosen = (): OrderRow[] => selectedRows().map(({ row }) => row);
  const copy = () =>
    void writeClipboard(copied(columns, chosen() as Order[], { entity, timeZone })).then(() =>
      notify.success(`Copied ${countText(chosen().length, 'row')} with column headings`),
    );
  const menu = useTableDoing<Order>({
    doing,
    rows,
    columns,
    actions,
    canAll: true,
    waiting: NOTHING_WAITS,
    write: () => Promise.resolve(),
    typed: () => null,
    choices: () => [],
    onAction,
    onCopySelection: copy,
    onDeleteSelection: nothing,
  });
  const count = selectedCount(selection, total);
  const bar: BulkAction[] = [
    ...(ui.can(`${FEATURE.recon}.write`)
      ? [
          {
            key: 'status',
            label: 'Change Status',
            icon: <CheckmarkCircleRegular />,
            run: () => setChanging(chosen()),
          },
        ]
      : []),
    ...(selection.all ? [] : [{ key: 'copy', label: 'Copy', icon: <CopyRegular />, run: copy }]),
  ];
  return (
    <>
      {menu}
      {changing !== null && (
        <ChangeStatus
          item={null}
          filters={filters}
          {...(selection.all
            ? { scopeFirst: 'all' as const, except: [...selection.keys].map(Number) }
            : { chosenRows: changing })}
          close={() => setChanging(null)}
          refresh={() => {
            doing.set({ selection: NO_SELECTION });
            refresh();
          }}
        />
      )}
      {!isNothing(selection) && (
        <BulkBar
          count={count}
          all={count < total ? total : null}
          actions={bar}
          busy={null}
          onAll={() => doing.set({ selection: EVERY_ROW })}
          onClear={() => doing.set({ selection: NO_SELECTION })}
        />
      )}
    </>
  );
}

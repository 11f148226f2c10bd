import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { ArrowDownloadRegular, CopyRegular, DeleteRegular, EditRegular } from '@fluentui/react-icons';
import { useNavigate } from '@tanstack/react-router';
import { offeredChoices } from '../../contract/fields/choice.ts';
import type { ListRow } from '../../contract/listData.ts';
import { cachedOwnerIn } from '../../contract/owner.ts';
import { updatesOf, type RecordUpdate } from '../../contract/resource.ts';
import type { ResourceCollection } from '../../contract/resources/all.ts';
import { EXPORT_TYPES, exportCells, exportColumns } from '../../contract/resourceSheet.ts';
import { SHEETS } from '../../contract/resources/sheets.ts';
import { formatCount, formatMillis } from '../../domain/format.ts';
import { csvText } from '../../domain/sheet/csvText.ts';
import type { Cell } from '../../domain/sheet/workbookXml.ts';
import { matchingRows } from '../../sync/actions/matchingRows.ts';
import { editRecord } from '../../sync/actions/records.ts';
import { writeTable } from '../../sync/excelClient/writer.ts';
import { useCachedSet } from '../../sync/hooks/useCachedSet.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { afterBulks, useWaitingBulks, type WaitingBulk } from '../../sync/hooks/useWaitingBulks.ts';
import type { Row } from '../../sync/types.ts';
import { failureText } from '../../ui/form/failureText.ts';
import { BulkBar, type BulkAction } from '../../ui/list/BulkBar.tsx';
import type { ListDoingProps } from '../../ui/list/definition.ts';
import type { ExportChoice } from '../../ui/list/preferences.ts';
import { cellText, copied, writeClipboard } from '../../ui/table/copyRows.ts';
import type { Column } from '../../ui/table/columns.ts';
import { isSelected, NO_SELECTION, selectedCount, type Painted } from '../../ui/table/doing.ts';
import { EVERY_ROW, isNothing } from '../../ui/table/selectRows.ts';
import { useTableDoing } from '../../ui/table/useTableDoing.tsx';
import { useUi } from '../../ui/UiContext.ts';
import { saveBlob } from '../shared/saveBlob.ts';
import { useBulkWritten } from '../shared/bulk/useBulkWritten.ts';
import { useSelectedRows } from '../shared/useSelectedRows.ts';
import { useWritten } from '../shared/useUndo.ts';
import { BulkDialog } from './BulkDialog.tsx';
import { recordValues } from './fields.tsx';
import { requireNamed, tellWaiting } from './requireNamed.ts';
import { typedCell } from './typedCell.ts';
import type { ResourcePage } from './screen.tsx';
import { sourceOf } from './source.ts';

/** Maximum number of rows copied to the clipboard; more belong in a file. */
const COPY_MOST = 20_000;
/** The open dialog: for an update or for a deletion. */
type OpenBulk = { update: RecordUpdate | null };

/**
 * Actions in the rows of a resource's list: flags and cells are edited in place, and rows are selected, copied and
 * exported.
 */
export function RowsDoing(props: ListDoingProps<Row> & { page: ResourcePage }) {
  const { doing, rows, columns, actions, filters, sort, total, page, onAction } = props;
  const { resource, id } = page;
  const { client, entity } = useSync();
  const ui = useUi();
  const { notify, timeZone } = ui;
  const navigate = useNavigate();
  const written = useWritten();
  const bulkWritten = useBulkWritten();
  const source = useMemo(() => sourceOf(resource, id), [resource, id]);
  const { selection } = useSyncExternalStore(doing.subscribe, doing.getSnapshot);
  const [busy, setBusy] = useState<string | null>(null);
  const [bulk, setBulk] = useState<OpenBulk | null>(null);
  // A page with its own form has rules between fields, which a bulk change of a single field cannot check.
  const updates = (page.Form === undefined || page.together ? updatesOf(resource) : [])
    .filter(({ action }) => actions.some(own => own.id === (action ?? 'edit')))
    .map(update => (page.together ? { ...update, fields: page.together.fields } : update));
  const deletes = actions.some(own => own.id === 'delete');
  const bulks = useWaitingBulks(resource.id);
  const waiting = useMemo(() => paintedBy(bulks, rows), [bulks, rows]);
  const canAll =
    useCachedSet(cachedOwnerIn(resource.scope, filters), resource.collection as ResourceCollection)?.state === 'ready';

  const seenAndSelected = useSelectedRows(doing, rows, JSON.stringify([entity, filters]));
  const place = { entity, timeZone };
  const selectedRows = async (): Promise<ListRow<Row>[]> => {
    const known = canAll ? await matchingRows(client, entity, source, filters as Row, sort) : null;
    if (known) return known.filter(({ key }) => isSelected(selection, key));
    if (selection.all) throw new Error('Not all of these records are on this device. Try again in a moment.');
    return seenAndSelected();
  };
  const during = async (text: string, work: () => Promise<void>): Promise<void> => {
    setBusy(text);
    try {
      await work();
    } catch (error) {
      notify.error(failureText(error));
    } finally {
      setBusy(null);
    }
  };
  const copySelection = () =>
    during('Copying ...', async () => {
      const found = await selectedRows();
      if (found.length > COPY_MOST) {
        notify.warning(`${formatCount(found.length)} rows are too many for the clipboard. Export them instead.`);
        return;
      }
      await writeClipboard(
        copied(
          columns,
          found.map(({ row }) => row),
          place,
        ),
      );
      notify.success(`Copied ${rowsText(found.length)} with column headings`);
    });
  const exportSelection = ({ format, columns: which }: ExportChoice) =>
    during('Writing the file ...', async () => {
      const found = await selectedRows();
      const sheet = SHEETS[resource.collection as ResourceCollection];
      const cellsOf = exportCells(sheet, entity, format);
      const lines: (readonly Cell[])[] =
        which === 'all'
          ? [exportColumns(sheet).map(({ heading }) => heading), ...found.map(({ row }) => cellsOf(row))]
          : [
              columns.map(({ label }) => label),
              ...found.map(({ row }) => columns.map(column => cellText(column, row, place))),
            ];
      const name = `${resource.label.many} ${formatMillis(Date.now(), timeZone).replaceAll(/[:.]/g, '-')}`;
      const blob =
        format === 'xlsx'
          ? await writeTable(resource.label.many.slice(0, 31), lines)
          : new Blob([csvText(lines)], { type: EXPORT_TYPES.csv });
      saveBlob(`${name}.${format}`, blob);
      notify.success(`Exported ${rowsText(found.length)}`);
    });
  useEffect(() => doing.offerExport(choice => void exportSelection(choice)));

  const write = useCallback(
    async (row: Row, column: Column<Row>, value: unknown): Promise<void> => {
      const update = updatesOf(resource).find(({ action }) => (action ?? 'edit') === column.edit);
      if (!update) return;
      const wanted = recordValues(resource, entity, { [column.key]: value });
      const waiting = await requireNamed(client, entity, resource, wanted);
      const entry = await editRecord(client, resource, entity, row, wanted, update.callId, waiting);
      if (!entry) return;
      written(`${update.label} Successfully`, entry);
      tellWaiting(notify, waiting);
    },
    [client, entity, notify, resource, written],
  );
  const menu = useTableDoing<Row>({
    doing,
    rows,
    columns,
    actions,
    canAll,
    waiting,
    write,
    typed: column => typedCell(resource, column, entity),
    choices: column => {
      const field = resource.fields[column.key];
      return field?.kind === 'choice' ? offeredChoices(field, ui.person.category) : [];
    },
    onAction,
    onCopySelection: () => void copySelection(),
    onDeleteSelection: () => (deletes ? setBulk({ update: null }) : undefined),
  });

  const count = selectedCount(selection, total);
  const changes: BulkAction[] = updates.map(update => ({
    key: update.callId,
    label: update.action === null ? 'Change' : update.label,
    icon: <EditRegular />,
    run: () => setBulk({ update }),
  }));
  const removal: BulkAction[] = deletes
    ? [{ key: 'delete', label: 'Delete', icon: <DeleteRegular />, danger: true, run: () => setBulk({ update: null }) }]
    : [];
  const leads = (page.selectionLeads ?? [])
    .filter(({ permission }) => permission === undefined || ui.can(permission))
    .filter(({ exactly, most }) => (exactly === undefined || count === exactly) && count <= (most ?? count))
    .map(({ id: key, label, icon, href }): BulkAction => ({
      key,
      label,
      icon,
      run: () =>
        void during('Opening ...', async () => {
          const found = await selectedRows();
          await navigate({ href: href(found.map(({ row }) => row)) });
        }),
    }));
  const bar: BulkAction[] = [
    ...changes,
    ...leads,
    { key: 'copy', label: 'Copy', icon: <CopyRegular />, run: () => void copySelection() },
    {
      key: 'export',
      label: 'Export selected',
      icon: <ArrowDownloadRegular />,
      menu: [
        {
          key: 'xlsx',
          label: 'Workbook (.xlsx)',
          run: () => void exportSelection({ format: 'xlsx', columns: 'shown' }),
        },
        {
          key: 'csv',
          label: 'Comma-separated (.csv)',
          run: () => void exportSelection({ format: 'csv', columns: 'shown' }),
        },
      ],
    },
    ...removal,
  ];
  return (
    <>
      {menu}
      {bulk && (
        <BulkDialog
          resource={resource}
          update={bulk.update}
          rows={selectedRows}
          rules={page.together}
          Consequence={page.BulkConsequence}
          onTaken={id => {
            bulkWritten(id);
            doing.set({ selection: NO_SELECTION });
          }}
          onClose={() => setBulk(null)}
        />
      )}
      {!isNothing(selection) && (
        <BulkBar
          count={count}
          all={canAll && count < total ? total : null}
          actions={bar}
          busy={busy}
          onAll={() => doing.set({ selection: EVERY_ROW })}
          onClear={() => {
            doing.set({ selection: NO_SELECTION });
            focusTable();
          }}
        />
      )}
    </>
  );
}

/** The page's rows with pending bulk changes applied. */
function paintedBy(bulks: readonly WaitingBulk[], rows: readonly ListRow<Row>[]): ReadonlyMap<string, Painted> {
  const painted = new Map<string, Painted>();
  if (bulks.length === 0) return painted;
  for (const { key, row } of rows) {
    const after = afterBulks(bulks, key, row);
    if (!after) continue;
    const { values, last } = after;
    const effect = last.set === null ? ('delete' as const) : ('update' as const);
    const state = last.sending ? ('sending' as const) : ('queued' as const);
    painted.set(key, { values, pending: { entryId: last.id, state, effect, message: '', bulk: true } });
  }
  return painted;
}

/** Moves the focus to the row in the tab order. */
const focusTable = (): void => document.querySelector<HTMLElement>('tr[data-row][tabindex="0"]')?.focus();

const rowsText = (count: number): string => (count === 1 ? '1 row' : `${formatCount(count)} rows`);

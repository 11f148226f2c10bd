import { deleteRecord } from '../../sync/actions/records.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import type { Row } from '../../sync/types.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import type { ListDialogProps } from '../../ui/list/definition.ts';
import { recordLine } from '../shared/recordLine.ts';
import { useWritten } from '../shared/useUndo.ts';
import type { ResourcePage } from './screen.tsx';

/** Asks for confirmation before a record is deleted, with the focus on Cancel (SAL-19, SAP-4, SAR-4, SAZ-4). */
export function ResourceDelete({ item, close, page }: ListDialogProps<Row> & { page: ResourcePage }) {
  const { client, entity } = useSync();
  const written = useWritten();
  if (!item) return null;
  const { row } = item;
  const { title, text } = page.resource.deletion ?? {
    title: `Are you sure to delete this ${page.resource.label.one}?`,
  };
  const remove = async () => {
    const entry = await deleteRecord(client, page.resource, entity, row);
    written('Delete Successfully', entry);
    close();
  };
  return (
    <ConfirmDialog title={title} destructive focus="cancel" onConfirm={remove} onCancel={close}>
      {text === undefined ? null : <p>{text}</p>}
      {recordLine(page.resource, row)}.
    </ConfirmDialog>
  );
}

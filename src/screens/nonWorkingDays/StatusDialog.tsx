import { nonWorkingDays } from '../../contract/resources/nonWorkingDays.ts';
import { STATUS } from '../../domain/permission.ts';
import { editRecord } from '../../sync/actions/records.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import type { Row } from '../../sync/types.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import type { ListDialogProps } from '../../ui/list/definition.ts';
import { scheduleText } from './words.ts';
import { useWritten } from '../shared/useUndo.ts';

/** Asks before a schedule is deleted or restored (NWD-10, G27, G33): its status changes, its days stay. */
export function StatusDialog({ item, close, to }: ListDialogProps<Row> & { to: number }) {
  const { client, entity } = useSync();
  const written = useWritten();
  if (!item) return null;
  const isDelete = to === STATUS.disabled;
  const run = async () => {
    const entry = await editRecord(client, nonWorkingDays, entity, item.row, { status: to }, 'nonWorkingDays.status');
    if (entry) written(isDelete ? 'Delete Successfully' : 'Apply successful', entry);
    close();
  };
  return (
    <ConfirmDialog
      title={`Are you sure to ${isDelete ? 'delete' : 'restore'} this item?`}
      destructive={isDelete}
      focus={isDelete ? 'cancel' : 'confirm'}
      onConfirm={run}
      onCancel={close}
    >
      {scheduleText(item.row)}.
    </ConfirmDialog>
  );
}

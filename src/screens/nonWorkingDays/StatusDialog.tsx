import { makeStyles, tokens } from '@fluentui/react-components';
import { nonWorkingDays } from '../../contract/resources/nonWorkingDays.ts';
import { STATUS } from '../../domain/permission.ts';
import { editRecord } from '../../sync/actions/records.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import type { Row } from '../../sync/types.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import type { ListDialogProps } from '../../ui/list/definition.ts';
import { useWritten } from '../shared/useUndo.ts';
import { ShiftText } from './ShiftText.tsx';
import { scheduleText } from './words.ts';

const useStyles = makeStyles({ text: { marginTop: 0, marginBottom: tokens.spacingVerticalS } });

/**
 * Asks for confirmation before a schedule is deleted or restored (NWD-10, G27, G33): its status changes, but its days
 * are kept.
 */
export function StatusDialog({ item, close, to }: ListDialogProps<Row> & { to: number }) {
  const { client, entity } = useSync();
  const written = useWritten();
  const styles = useStyles();
  if (!item) return null;
  const isDelete = to === STATUS.disabled;
  const run = async () => {
    const entry = await editRecord(client, nonWorkingDays, entity, item.row, { status: to }, 'nonWorkingDays.status');
    if (entry) written(isDelete ? 'Delete Successfully' : 'Restore Successfully', entry);
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
      <p className={styles.text}>{scheduleText(item.row)}.</p>
      <ShiftText row={item.row} change={{ status: to }} />
    </ConfirmDialog>
  );
}

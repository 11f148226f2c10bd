import type { ChannelLocationRow } from '../../../contract/channelLocation.ts';
import { applicableTypeLabel } from '../../../domain/serviceable.ts';
import { channelLocation } from '../../../contract/resources/channelLocation.ts';
import { deleteRecord } from '../../../sync/actions/records.ts';
import { useWritten } from '../../shared/useUndo.ts';
import { useSync } from '../../../sync/hooks/useSync.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import type { ListDialogProps } from '../../../ui/list/definition.ts';
import { rowPlace } from '../../shared/locationText.ts';

/** Asks before a record is deleted, with the focus on Cancel (SAL-19). */
export function DeleteLocationDialog({ item, close }: ListDialogProps<ChannelLocationRow>) {
  const { client, entity } = useSync();
  const written = useWritten();
  if (!item) return null;
  const { row } = item;
  const remove = async () => {
    const entry = await deleteRecord(client, channelLocation, entity, row);
    written('Delete Successfully', entry);
    close();
  };
  return (
    <ConfirmDialog title="Are you sure to delete this Location?" focus="cancel" onConfirm={remove} onCancel={close}>
      {rowPlace(row)} ({row.locationId}), {applicableTypeLabel(row.type)}, in channel {row.channelId} {row.channelName}.
    </ConfirmDialog>
  );
}

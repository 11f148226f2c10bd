import type { ChannelLocationRow } from '../../../contract/channelLocation.ts';
import { applicableTypeLabel, type SupportFlags } from '../../../domain/serviceable.ts';
import { channelLocation } from '../../../contract/resources/channelLocation.ts';
import { editRecord } from '../../../sync/actions/records.ts';
import { useWritten } from '../../shared/useUndo.ts';
import { useSync } from '../../../sync/hooks/useSync.ts';
import { ReadOnlyControl } from '../../../ui/form/controls.tsx';
import { FormDialog, type FormField } from '../../../ui/form/FormDialog.tsx';
import type { Values } from '../../../ui/form/formState.ts';
import type { ListDialogProps } from '../../../ui/list/definition.ts';
import { rowPlace } from '../../shared/locationText.ts';
import { flagsOf, supportFields } from './supportFields.tsx';

type EditValues = Values & SupportFlags & { channel: string; type: string; location: string };

const readOnly = (key: 'channel' | 'type' | 'location', label: string): FormField<EditValues> => ({
  key,
  label,
  render: (control, values) => <ReadOnlyControl control={control} value={values[key]} />,
});

const FIELDS: readonly FormField<EditValues>[] = [
  readOnly('channel', 'Channel'),
  readOnly('type', 'Applicable Type'),
  readOnly('location', 'Location'),
  ...supportFields<EditValues>(),
];

/** Changes the four flags of a record; what it is keyed by is only shown. */
export function EditLocationDialog({ item, close }: ListDialogProps<ChannelLocationRow>) {
  const { client, entity } = useSync();
  const written = useWritten();
  if (!item) return null;
  const { row } = item;
  const apply = async (values: EditValues) => {
    const entry = await editRecord(client, channelLocation, entity, row, { ...flagsOf(values) });
    written('Edit Successfully', entry);
    close();
  };
  return (
    <FormDialog<EditValues>
      title="Edit Location"
      draftKey={`serviceable.location/edit/${row.channelId}/${row.locationId}/${row.type}`}
      initial={{
        ...flagsOf(row),
        channel: `${row.channelId} ${row.channelName}`,
        type: applicableTypeLabel(row.type),
        location: `${row.locationId} ${rowPlace(row)}`,
      }}
      fields={FIELDS}
      onApply={apply}
      onClose={close}
    />
  );
}

import { useMemo, useState } from 'react';
import { inputFields, keyOf, type Field } from '../../contract/resource.ts';
import { addRecord, editRecord } from '../../sync/actions/records.ts';
import { useChannels } from '../../sync/hooks/useChannels.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import type { Row } from '../../sync/types.ts';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import type { ListDialogProps } from '../../ui/list/definition.ts';
import { useUi } from '../../ui/UiContext.ts';
import { recordLine } from '../shared/recordWords.ts';
import { useWritten } from '../shared/useUndo.ts';
import {
  channelField,
  editFields,
  formField,
  initialValue,
  namesOfPlaces,
  recordValues,
  shownFields,
  type Paths,
} from './fields.tsx';
import type { ResourcePage } from './screen.tsx';

/** Creates a record, or edits the one that the dialog was opened for: what names a record is chosen once and then only shown. */
export function ResourceForm(props: ListDialogProps<Row> & { page: ResourcePage }) {
  return props.item ? <EditForm {...props} row={props.item.row} /> : <CreateForm {...props} />;
}

function CreateForm({ filters, close, page }: ListDialogProps<Row> & { page: ResourcePage }) {
  const { resource, id } = page;
  const { client, entity } = useSync();
  const written = useWritten();
  const channels = useChannels();
  const [paths] = useState<Paths>(() => new Map());

  const fields = useMemo(
    () => [channelField(channels), ...inputFields(resource).map(name => formField(resource, name, entity, paths))],
    [channels, entity, paths, resource],
  );

  const apply = async (values: Row) => {
    const row = recordValues(resource, entity, values);
    const entry = await addRecord(client, resource, entity, {
      channelName: channels?.find(({ channelId }) => channelId === values['channelId'])?.name ?? '',
      country: entity,
      ...namesOfPlaces(resource, paths),
      ...row,
    });
    written('Create Successfully', entry);
    close();
  };

  const [initial] = useState<Row>(() => ({
    channelId: typeof filters['channelId'] === 'number' ? filters['channelId'] : null,
    ...Object.fromEntries(
      inputFields(resource).map(name => [name, initialValue(resource.fields[name] as Field, filters[name])]),
    ),
  }));
  return (
    <FormDialog<Row>
      title={`Create ${resource.label.one}`}
      draftKey={`${id}/create`}
      initial={initial}
      fields={fields}
      onApply={apply}
      onClose={close}
    />
  );
}

function EditForm({ row, close, page }: ListDialogProps<Row> & { page: ResourcePage; row: Row }) {
  const { resource, id } = page;
  const { client, entity } = useSync();
  const written = useWritten();
  const { notify } = useUi();
  const fields = useMemo(
    () => [...shownFields(resource, row), ...editFields(resource, entity)],
    [entity, resource, row],
  );
  const apply = async (values: Row) => {
    const entry = await editRecord(client, resource, entity, row, recordValues(resource, entity, values));
    if (entry) written('Edit Successfully', entry);
    else notify.info('Nothing was changed, so nothing was saved', recordLine(resource, row));
    close();
  };
  return (
    <FormDialog<Row>
      title={`Edit ${resource.label.one}`}
      draftKey={`${id}/edit/${keyOf(resource, row)}`}
      initial={Object.fromEntries(resource.edit.map(name => [name, row[name]]))}
      fields={fields}
      onApply={apply}
      onClose={close}
    />
  );
}

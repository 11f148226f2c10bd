import { useMemo, useReducer, useState } from 'react';
import type { Field } from '../../contract/fields/all.ts';
import {
  fieldsOfKind,
  inputFields,
  isOfEntity,
  keyOf,
  namingFields,
  ownerInput,
  updatesOf,
  type RecordUpdate,
} from '../../contract/resource.ts';
import { addRecord, editRecord } from '../../sync/actions/records.ts';
import { findOnDevice } from '../../sync/hooks/findOnDevice.ts';
import { useAllOwners, useOwners } from '../../sync/hooks/useChannels.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import type { Row } from '../../sync/types.ts';
import { FormDialog, type FormField } from '../../ui/form/FormDialog.tsx';
import type { ListDialogProps } from '../../ui/list/definition.ts';
import { useUi } from '../../ui/UiContext.ts';
import { formerDraft } from '../shared/formerDraft.ts';
import { LastChanged } from '../shared/history/LastChanged.tsx';
import { recordLine } from '../shared/recordLine.ts';
import { useWritten } from '../shared/useUndo.ts';
import { AlreadyThere, alreadyThere, filtersOfRecord } from './AlreadyThere.tsx';
import {
  ownerControl,
  formField,
  formFields,
  givenValue,
  initialValue,
  namesOfOwners,
  namesOfPlaces,
  recordOf,
  recordValues,
  shownFields,
  takePlace,
} from './fields.tsx';
import { clearedFields } from './clearedFields.ts';
import { requireNamed, tellWaiting } from './requireNamed.ts';
import type { ResourcePage } from './screen.tsx';
import { sourceOf } from './source.ts';
import { useLatestRow } from './useLatestRow.ts';

/**
 * Creates a record, or edits the one for which the dialog was opened. The key is entered on creation and read-only
 * afterward.
 */
export function ResourceForm({
  action,
  ...props
}: ListDialogProps<Row> & {
  page: ResourcePage;
  /** The action whose fields are edited; the update by default. */
  action?: string;
}) {
  const update = updatesOf(props.page.resource).find(known => known.action === (action ?? null));
  if (!props.item) return <CreateForm {...props} />;
  return update ? <EditForm {...props} row={props.item.row} update={update} /> : null;
}

function CreateForm({ filters, begins = {}, close, page }: ListDialogProps<Row> & { page: ResourcePage }) {
  const { resource, id, path = resource.page?.path ?? '' } = page;
  const { client, entity } = useSync();
  const written = useWritten();
  const { notify, person } = useUi();
  const { category } = person;
  const all = useAllOwners();
  const owners = useOwners(resource.scope);
  const [places, onPlace] = useReducer(takePlace, {});
  const [there, setThere] = useState<Row | null>(null);
  const source = useMemo(() => sourceOf(resource, id), [resource, id]);

  const fields = useMemo(() => {
    /** The last key field, which shows the error if the record already exists. */
    const last = namingFields(resource).at(-1);
    const withThere = (field: FormField<Row>): FormField<Row> => ({
      ...field,
      validate: (value, values) => field.validate?.(value, values) ?? (there && alreadyThere(resource, there)),
      render: (control, values, change) => (
        <>
          {field.render(control, values, change)}
          <AlreadyThere
            resource={resource}
            source={source}
            path={path}
            record={recordOf(resource, entity, values, places)}
            said={control.invalid}
            onFound={setThere}
            close={close}
          />
        </>
      ),
    });
    const own = inputFields(resource).map(name => {
      const field = formField(resource, name, entity, { places, onPlace, owners: all });
      return name === last ? withThere(field) : field;
    });
    return [...(isOfEntity(resource) ? [] : [ownerControl(resource, owners)]), ...own];
  }, [all, close, entity, owners, path, places, resource, source, there]);

  const apply = async (values: Row, another: boolean) => {
    const record = recordOf(resource, entity, values, places);
    if (!record) return;
    const key = keyOf(resource, record);
    const known = await findOnDevice(client, entity, source, filtersOfRecord(resource, record), key).catch(() => null);
    if (known) throw new Error(`${alreadyThere(resource, known.row)}.`);
    const waiting = await requireNamed(client, entity, resource, record);
    const row = {
      ...namesOfOwners(resource, all, values),
      country: entity,
      ...namesOfPlaces(resource, places),
      ...recordValues(resource, entity, values),
    };
    written('Create Successfully', await addRecord(client, resource, entity, row, waiting));
    tellWaiting(notify, waiting);
    if (!another) {
      close();
      return;
    }
    setThere(null);
    for (const [name] of fieldsOfKind(resource, 'place')) onPlace({ name, path: null, stray: null });
  };
  const another = (values: Row): Row => ({
    ...values,
    ...Object.fromEntries(
      clearedFields(resource).map(name => [name, initialValue(resource.fields[name] as Field, undefined, category)]),
    ),
  });

  const [initial] = useState<Row>(() => ({
    ...Object.fromEntries(
      ownerInput(resource).map(name => [name, typeof filters[name] === 'number' ? filters[name] : null]),
    ),
    ...Object.fromEntries(
      inputFields(resource).map(name => {
        const field = resource.fields[name] as Field;
        return [
          name,
          name in begins ? givenValue(field, begins[name], category) : initialValue(field, filters[name], category),
        ];
      }),
    ),
  }));
  return (
    <FormDialog<Row>
      title={`Create ${resource.label.one}`}
      draftKey={[`${id}/create`, ...Object.values(begins)].join('/')}
      initial={initial}
      fields={fields}
      another={another}
      onApply={apply}
      onClose={close}
    />
  );
}

function EditForm({
  row,
  close,
  page,
  update,
}: ListDialogProps<Row> & { page: ResourcePage; row: Row; update: RecordUpdate }) {
  const { resource, id } = page;
  const { client, entity } = useSync();
  const written = useWritten();
  const { notify } = useUi();
  const owners = useAllOwners();
  const fields = useMemo(
    () => [...shownFields(resource, row), ...formFields(resource, entity, update.fields, owners, row)],
    [owners, entity, resource, row, update],
  );
  const valuesOf = (of: Row): Row => Object.fromEntries(update.fields.map(name => [name, of[name]]));
  const { latest, theirs } = useLatestRow(resource, id, row, valuesOf);
  const apply = async (values: Row) => {
    const wanted = recordValues(resource, entity, values);
    const waiting = await requireNamed(client, entity, resource, wanted);
    const entry = await editRecord(client, resource, entity, latest, wanted, update.callId, waiting);
    if (entry) written(`${update.label} Successfully`, entry);
    else notify.info('Nothing was changed, so nothing was saved', recordLine(resource, row));
    if (entry) tellWaiting(notify, waiting);
    close();
  };
  const draftKey = (key: string) => `${id}/${update.action ?? 'edit'}/${key}`;
  return (
    <FormDialog<Row>
      title={`${update.label} ${resource.label.one}`}
      intro={<LastChanged collection={resource.collection} recordKey={keyOf(resource, row)} row={row} />}
      draftKey={draftKey(keyOf(resource, row))}
      {...formerDraft({ client, entity }, resource, row, draftKey)}
      initial={valuesOf(row)}
      theirs={theirs}
      fields={fields}
      onApply={apply}
      onClose={close}
    />
  );
}

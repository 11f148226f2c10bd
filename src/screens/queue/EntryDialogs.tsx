import { Textarea } from '@fluentui/react-components';
import { useMemo, useState } from 'react';
import type { LocationRow } from '../../contract/locations.ts';
import { requireResource } from '../../contract/resources/all.ts';
import type { Country } from '../../domain/country.ts';
import { tidyPlaceName } from '../../domain/placeName.ts';
import { numberError, wholeNumber } from '../../domain/wholeNumber.ts';
import { discardEntry, resendEntry } from '../../sync/actions/queue.ts';
import { keysOf, reassignEntry, recordAt } from '../../sync/actions/reassign.ts';
import { useAllOwners } from '../../sync/hooks/useChannels.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import type { OutboxEntry, Row } from '../../sync/types.ts';
import { useUi } from '../../ui/UiContext.ts';
import { FormDialog, type FormField } from '../../ui/form/FormDialog.tsx';
import type { Values } from '../../ui/form/formState.ts';
import { formFields, recordValues } from '../resource/fields.tsx';
import { PlacePicker } from '../shared/PlacePicker.tsx';
import { placeNameField } from '../shared/placeName.tsx';
import { discardText, editableFields } from './queueTexts.ts';
import { useTypedAction } from './useQueueActions.ts';

interface DialogProps {
  entry: OutboxEntry;
  onClose: () => void;
}

type Reason = Values & { reason: string };

const REASON: readonly FormField<Reason>[] = [
  {
    key: 'reason',
    label: 'Reason',
    hint: 'Optional. The reason is kept with the change under “Done” on this page, on this device only.',
    render: (control, values, change) => (
      <Textarea
        id={control.id}
        value={values.reason}
        maxLength={200}
        aria-label={control.label}
        aria-invalid={control.invalid}
        aria-describedby={control.describedBy}
        onChange={(_, data) => change({ reason: data.value })}
      />
    ),
  },
];

/** Only the person's decision removes a change from the queue unsent (OB6); they may add a reason. */
export function DiscardDialog({ entry, onClose }: DialogProps) {
  const { client } = useSync();
  const run = useTypedAction();
  return (
    <FormDialog<Reason>
      title="Discard this change?"
      draftKey={`queue/discard/${entry.id}`}
      intro={<p>{`${entry.title}. ${discardText(entry)}`}</p>}
      initial={{ reason: '' }}
      fields={REASON}
      applyLabel="Discard"
      destructive
      onClose={onClose}
      onApply={async ({ reason }) => {
        await run(
          () => discardEntry(client, entry.id, reason.trim() || 'No reason given'),
          'The change was discarded.',
        );
        onClose();
      }}
    />
  );
}

/** The inputs for a write's fields, and their values in the format accepted by the call. */
interface Editable {
  fields: readonly FormField<Row>[];
  read: (values: Row) => Row;
}

const PLACE: Editable = {
  fields: [placeNameField()],
  read: values => ({ name: tidyPlaceName(String(values['name'])) }),
};

function editableOf(
  collection: OutboxEntry['collection'],
  entity: Country,
  names: readonly string[],
  owners: ReturnType<typeof useAllOwners>,
  record: Row | null,
): Editable {
  if (collection === 'locations') return PLACE;
  const resource = requireResource(collection);
  return {
    fields: formFields(resource, entity, names, owners, record ?? undefined),
    read: values => recordValues(resource, entity, values),
  };
}

/** Edits a refused write and resends it as a successor of the same entry. */
export function ResendDialog({ entry, onClose }: DialogProps) {
  const { client } = useSync();
  const run = useTypedAction();
  const { collection, entity } = entry;
  const owners = useAllOwners();
  const names = editableFields(entry);
  const { fields, read } = useMemo(
    () => editableOf(collection, entity, names, owners, entry.optimistic),
    [owners, collection, entity, names, entry.optimistic],
  );
  return (
    <FormDialog<Row>
      title="Edit and resend"
      draftKey={`queue/resend/${entry.id}`}
      intro={<p>{entry.title}</p>}
      initial={Object.fromEntries(names.map(name => [name, entry.input[name]]))}
      fields={fields}
      applyLabel="Resend"
      onClose={onClose}
      onApply={async values => {
        await run(() => resendEntry(client, entry.id, read(values)), 'The change is being sent again.');
        onClose();
      }}
    />
  );
}

type Target = Values & { locationId: string };

/** Redirects a stuck write to a different location of the same channel. */
export function ReassignDialog({ entry, onClose }: DialogProps) {
  const { client } = useSync();
  const { notify } = useUi();
  const [path, setPath] = useState<readonly LocationRow[] | null | undefined>(null);
  const [stray, setStray] = useState<string | null>(null);
  const own = entry.input['locationId'];
  const fields = useMemo<readonly FormField<Target>[]>(
    () => [
      {
        key: 'locationId',
        label: 'Location',
        required: true,
        noteInside: true,
        validate: value => {
          const misread = numberError('Location ID', String(value)) ?? stray;
          if (misread !== null) return misread;
          if (wholeNumber(String(value)) === own) return 'The change is already for this location. Choose another one.';
          if (path === undefined) return 'The place is still being looked up.';
          return path === null ? `No location of this country has the ID ${String(value)}` : null;
        },
        render: (control, values, change) => (
          <PlacePicker
            control={control}
            deepest={3}
            value={values.locationId}
            onChange={locationId => change({ locationId })}
            onPath={setPath}
            onStray={setStray}
          />
        ),
      },
    ],
    [path, stray, own],
  );
  const apply = async ({ locationId }: Target) => {
    const id = wholeNumber(locationId);
    if (!path || id === null) return;
    const there = await recordAt(client, entry, id);
    const made = await reassignEntry(client, entry, path, there);
    if (!made) notify.warning('This change was updated in the meantime. Check it again.');
    else if (there) notify.success('Reassigned: the channel already has that location, so your change edits it.');
    else notify.success('Reassigned: it will be sent as a new record for that location.');
    onClose();
  };
  return (
    <FormDialog<Target>
      title="Reassign to another location"
      draftKey={`queue/reassign/${entry.id}`}
      intro={
        <p>
          {entry.title}. The same change will be made for another location of channel {keysOf(entry).channelId}, and
          this one is discarded with the new location as the reason.
        </p>
      }
      initial={{ locationId: '' }}
      fields={fields}
      applyLabel="Reassign"
      onClose={onClose}
      onApply={apply}
    />
  );
}

import { Textarea } from '@fluentui/react-components';
import { useMemo } from 'react';
import { requireResource } from '../../contract/resources/all.ts';
import { discardEntry, resendEntry } from '../../sync/actions/queue.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import type { OutboxEntry, Row } from '../../sync/types.ts';
import { FormDialog, type FormField } from '../../ui/form/FormDialog.tsx';
import type { Values } from '../../ui/form/formState.ts';
import { editFields, recordValues } from '../resource/fields.tsx';
import { discardText } from './queueTexts.ts';
import type { RunAction } from './useQueueAction.ts';

interface DialogProps {
  entry: OutboxEntry;
  run: RunAction;
  onClose: () => void;
}

type Reason = Values & { reason: string };

const REASON: readonly FormField<Reason>[] = [
  {
    key: 'reason',
    label: 'Reason',
    required: true,
    hint: 'Kept with the change on this device.',
    render: (control, values, change) => (
      <Textarea
        id={control.id}
        value={values.reason}
        maxLength={200}
        aria-label={control.label}
        aria-required
        aria-invalid={control.invalid}
        aria-describedby={control.describedBy}
        onChange={(_, data) => change({ reason: data.value })}
      />
    ),
  },
];

/** A change leaves the queue unsent only with a reason (OB6). */
export function DiscardDialog({ entry, run, onClose }: DialogProps) {
  const { client } = useSync();
  return (
    <FormDialog<Reason>
      title="Discard this change?"
      intro={<p>{`${entry.title}. ${discardText(entry)}`}</p>}
      initial={{ reason: '' }}
      fields={REASON}
      applyLabel="Discard"
      destructive
      onClose={onClose}
      onApply={async ({ reason }) => {
        await run(() => discardEntry(client, entry.id, reason.trim()), 'The change was discarded.');
        onClose();
      }}
    />
  );
}

/** Changes a refused write and sends it again, as the same entry's successor. */
export function ResendDialog({ entry, run, onClose }: DialogProps) {
  const { client } = useSync();
  const resource = requireResource(entry.collection);
  const fields = useMemo(() => editFields(resource, entry.entity), [resource, entry.entity]);
  return (
    <FormDialog<Row>
      title="Edit and resend"
      intro={<p>{entry.title}</p>}
      initial={Object.fromEntries(resource.edit.map(name => [name, entry.input[name]]))}
      fields={fields}
      applyLabel="Resend"
      onClose={onClose}
      onApply={async values => {
        const wanted = recordValues(resource, entry.entity, values);
        await run(() => resendEntry(client, entry.id, wanted), 'The change is on its way again.');
        onClose();
      }}
    />
  );
}

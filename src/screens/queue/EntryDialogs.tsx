import { Textarea } from '@fluentui/react-components';
import type { SupportFlags } from '../../domain/serviceable.ts';
import { SUPPORT_KEYS } from '../../domain/serviceable.ts';
import { discardEntry, resendEntry } from '../../sync/actions/queue.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import type { OutboxEntry } from '../../sync/types.ts';
import { YesNoControl } from '../../ui/form/controls.tsx';
import { FormDialog, type FormField } from '../../ui/form/FormDialog.tsx';
import type { Values } from '../../ui/form/formState.ts';
import { discardText, fieldLabel } from './queueTexts.ts';
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
      onClose={onClose}
      onApply={async ({ reason }) => {
        await run(() => discardEntry(client, entry.id, reason.trim()), 'The change was discarded.');
        onClose();
      }}
    />
  );
}

type Flags = Values & SupportFlags;

const FLAGS: readonly FormField<Flags>[] = SUPPORT_KEYS.map(key => ({
  key,
  label: fieldLabel(key),
  render: (control, values, change) => (
    <YesNoControl
      control={control}
      value={values[key]}
      onChange={value => change({ [key]: value } as Partial<Flags>)}
    />
  ),
}));

/** Changes a refused write and sends it again, as the same entry's successor. */
export function ResendDialog({ entry, run, onClose }: DialogProps) {
  const { client } = useSync();
  const initial = Object.fromEntries(SUPPORT_KEYS.map(key => [key, entry.input[key] === true])) as unknown as Flags;
  return (
    <FormDialog<Flags>
      title="Edit and resend"
      intro={<p>{entry.title}</p>}
      initial={initial}
      fields={FLAGS}
      applyLabel="Resend"
      onClose={onClose}
      onApply={async values => {
        const flags = Object.fromEntries(SUPPORT_KEYS.map(key => [key, values[key]]));
        await run(() => resendEntry(client, entry.id, flags), 'The change is on its way again.');
        onClose();
      }}
    />
  );
}

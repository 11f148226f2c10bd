import { useState, type ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
import { useNavigate } from '@tanstack/react-router';
import type { RateVersionRow } from '../../contract/rateTable/versions.ts';
import { dayError } from '../../domain/calendarDay.ts';
import { formatTime } from '../../domain/format.ts';
import { FEATURE } from '../../domain/permission.ts';
import { readInstant } from '../../domain/instant.ts';
import { isOffered, setTimeProblem, type VersionAction, type ShownState } from '../../domain/rates/versions.ts';
import { writeRateTable } from '../../sync/actions/rateTables.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { TextControl } from '../../ui/form/controls.tsx';
import { DayControl } from '../../ui/form/DayControl.tsx';
import { FormDialog, type FormField } from '../../ui/form/FormDialog.tsx';
import { useUi } from '../../ui/UiContext.ts';
import { BilledBefore, billedBefore, type Billed } from './BilledBefore.tsx';
import { useFamily } from './family.tsx';
import { channelHref, versionHref } from './paths.ts';
import { versionTitle } from './versionState.tsx';

interface VersionActionsProps {
  version: RateVersionRow;
  state: ShownState;
  versions: readonly RateVersionRow[];
  onChanged: () => void;
  /** Submits the draft after a check for completeness; omitted if that is done elsewhere. */
  onSubmit?: () => void;
  /** Why the draft cannot be submitted or deleted yet; null if it can. */
  blocked?: string | null;
}

type Open = 'copy' | 'delete' | 'set-time' | 'withdraw';

/** The actions available in a version's state (RATE-10), according to the table in `domain/rates/versions`. */
export function VersionActions({ version, state, versions, onChanged, onSubmit, blocked = null }: VersionActionsProps) {
  const { client, entity } = useSync();
  const { can, notify, online } = useUi();
  const { calls, base, feature, family } = useFamily();
  const navigate = useNavigate();
  // An action applies to the version for which its dialog was opened: if a colleague changes it in the meantime, the
  // action is refused.
  const [opened, setOpened] = useState<{ action: Open; version: number } | null>(null);
  const open = opened?.action ?? null;
  const seen = { id: version.id, version: opened?.version ?? version.version };
  const [billed, setBilled] = useState<Billed | null>(null);
  if (!can(`${feature}.write`)) return null;
  const offers = (action: VersionAction) => isOffered(action, state);
  const done = (text: string) => {
    setOpened(null);
    notify.success(text);
    onChanged();
  };
  const title = versionTitle(version);
  const button = (action: Open, label: string): ReactNode => (
    <Button
      disabled={!online}
      title={online ? undefined : 'The server cannot be reached'}
      onClick={() => setOpened({ action, version: version.version })}
    >
      {label}
    </Button>
  );
  return (
    <>
      {offers('submit') && onSubmit && (
        <Button
          appearance="primary"
          disabled={!online || blocked !== null}
          title={blocked ?? (online ? undefined : 'The server cannot be reached')}
          onClick={onSubmit}
        >
          Submit
        </Button>
      )}
      {offers('set-time') && button('set-time', 'Set Time')}
      {offers('withdraw') && button('withdraw', 'Withdraw')}
      {offers('copy') && button('copy', 'Copy')}
      {offers('delete') && button('delete', 'Delete')}
      {open === 'copy' && (
        <NameDialog
          title={`Copy ${title}`}
          draftKey={`rateTable/copy/${family}/${version.id}`}
          initial={version.name}
          applyLabel="Copy"
          onClose={() => setOpened(null)}
          onApply={async name => {
            const made = await writeRateTable(client, entity, calls.copy, { id: version.id, name });
            done(`${versionTitle(made)} is a draft copied from version ${version.versionNo}.`);
            void navigate({ href: versionHref(base, made.id) });
          }}
        />
      )}
      {open === 'delete' && (
        <ConfirmDialog
          title={`Delete ${title}?`}
          confirmLabel="Delete"
          destructive
          focus="cancel"
          onCancel={() => setOpened(null)}
          onConfirm={async () => {
            await writeRateTable(client, entity, calls.deleteBaseInfo, seen);
            done(`${title} was deleted.`);
            void navigate({ href: channelHref(base, version.channelId) });
          }}
        >
          The draft and all its rows are removed. Drafts are never used for charges.
        </ConfirmDialog>
      )}
      {open === 'withdraw' && (
        <ConfirmDialog
          title={`Withdraw ${title}?`}
          confirmLabel="Withdraw"
          focus="cancel"
          onCancel={() => setOpened(null)}
          onConfirm={async () => {
            await writeRateTable(client, entity, calls.setTime, { ...seen, activeFrom: '', remark: '' });
            done(`${title} has been withdrawn. It stays submitted and does not take effect.`);
          }}
        >
          The version will not take effect. You can set a time again later.
        </ConfirmDialog>
      )}
      {open === 'set-time' && (
        <SetTimeDialog
          version={version}
          seen={seen}
          versions={versions}
          onClose={() => setOpened(null)}
          onDone={done}
          onBilled={setBilled}
        />
      )}
      {billed && <BilledBefore version={version} billed={billed} onClose={() => setBilled(null)} />}
    </>
  );
}

interface NameDialogProps {
  title: string;
  draftKey: string;
  initial: string;
  applyLabel: string;
  onClose: () => void;
  onApply: (name: string) => Promise<void>;
}

/** Asks for a draft's name. */
export function NameDialog({ title, draftKey, initial, applyLabel, onClose, onApply }: NameDialogProps) {
  const fields: FormField<{ name: string }>[] = [
    {
      key: 'name',
      label: 'Name',
      hint: 'A name such as "July prices"; the number is assigned automatically.',
      validate: value => (String(value).length > 128 ? 'Name must have at most 128 characters' : null),
      render: (control, values, change) => (
        <TextControl control={control} value={values.name} maxLength={128} onChange={name => change({ name })} />
      ),
    },
  ];
  return (
    <FormDialog
      title={title}
      draftKey={draftKey}
      initial={{ name: initial }}
      fields={fields}
      applyLabel={applyLabel}
      onApply={({ name }) => onApply(name.trim())}
      onClose={onClose}
    />
  );
}

interface TimeValues extends Record<string, unknown> {
  day: string;
  time: string;
  remark: string;
}

interface SetTimeDialogProps {
  version: RateVersionRow;
  /** The version's state when the dialog was opened. */
  seen: Pick<RateVersionRow, 'id' | 'version'>;
  versions: readonly RateVersionRow[];
  onClose: () => void;
  onDone: (text: string) => void;
  /** The time is in the past, and parcels have already been billed with the previous rates. */
  onBilled: (billed: Billed) => void;
}

/** The time at which a version takes effect, in the country's time zone. */
function SetTimeDialog({ version, seen, versions, onClose, onDone, onBilled }: SetTimeDialogProps) {
  const { client, entity } = useSync();
  const { can, timeZone } = useUi();
  const { calls, backdateRight, family } = useFamily();
  const shown = version.activeFrom === null ? '' : formatTime(version.activeFrom, timeZone);
  const instant = ({ day, time }: TimeValues): number | null => readInstant(`${day} ${time}`, timeZone);
  const problem = (values: TimeValues) => {
    const activeFrom = instant(values);
    if (activeFrom === null) return null;
    return setTimeProblem(version, versions, {
      activeFrom,
      remark: values.remark,
      mayBackdate: can(backdateRight),
      now: Math.floor(client.env.clock.now() / 1000),
      timeZone,
    });
  };
  const fields: FormField<TimeValues>[] = [
    {
      key: 'day',
      label: 'Active from',
      required: true,
      validate: (_, values) => {
        const invalid = dayError('Active from', values.day);
        if (invalid !== null) return invalid;
        const found = problem(values);
        return found?.field === 'activeFrom' ? found.message : null;
      },
      render: (control, values, change) => (
        <DayControl control={control} value={values.day} onChange={day => change({ day })} />
      ),
    },
    {
      key: 'time',
      label: 'Time',
      required: true,
      hint: `Time of day in ${timeZone}`,
      validate: value =>
        /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(String(value).trim())
          ? null
          : 'Time must be a time of day, such as 00:00',
      render: (control, values, change) => (
        <TextControl
          control={control}
          value={values.time}
          maxLength={8}
          placeholder="00:00"
          onChange={time => change({ time })}
        />
      ),
    },
    {
      key: 'remark',
      label: 'Remark',
      hint: 'Required if the time is in the past.',
      validate: (_, values) => {
        const found = problem(values);
        return found?.field === 'remark' ? found.message : null;
      },
      render: (control, values, change) => (
        <TextControl control={control} value={values.remark} maxLength={500} onChange={remark => change({ remark })} />
      ),
    },
  ];
  return (
    <FormDialog<TimeValues>
      title={`When should ${versionTitle(version)} take effect?`}
      draftKey={`rateTable/time/${family}/${version.id}`}
      initial={{ day: shown.slice(0, 10), time: shown === '' ? '00:00' : shown.slice(11), remark: '' }}
      fields={fields}
      applyLabel="Set Time"
      onClose={onClose}
      onApply={async values => {
        const activeFrom = instant(values);
        if (activeFrom === null) throw new Error('Choose a day and a time.');
        await writeRateTable(client, entity, calls.setTime, { ...seen, activeFrom, remark: values.remark.trim() });
        const now = Math.floor(client.env.clock.now() / 1000);
        // Bills are compared only with the rates of the first family.
        if (activeFrom < now && family === 'rate' && can(`${FEATURE.recon}.read`)) {
          // The time has already been set, and a failure to load the bills must not suggest otherwise.
          const found = await billedBefore({ client, entity }, version, versions, { activeFrom, timeZone, now }).catch(
            () => null,
          );
          if (found) onBilled(found);
        }
        onDone(`${versionTitle(version)} takes effect at ${formatTime(activeFrom, timeZone)} (${timeZone}).`);
      }}
    />
  );
}

import { useEffect, useMemo, useRef, useState, type ComponentType, type ReactNode, type Ref } from 'react';
import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  Select,
  makeStyles,
  mergeClasses,
  tokens,
} from '@fluentui/react-components';
import { offeredChoices } from '../../contract/fields/choice.ts';
import type { ListRow } from '../../contract/listData.ts';
import { BULK_MOST } from '../../contract/imports/calls.ts';
import { keyOf, labelOf, type RecordUpdate, type Resource } from '../../contract/resource.ts';
import { formatCount } from '../../domain/format.ts';
import { planBulk, queueBulk } from '../../sync/actions/bulk.ts';
import { useAllOwners } from '../../sync/hooks/useChannels.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { useWaitingBulks } from '../../sync/hooks/useWaitingBulks.ts';
import type { Row } from '../../sync/types.ts';
import { useDangerStyles } from '../../ui/dangerStyles.ts';
import { DialogFailure } from '../../ui/DialogFailure.tsx';
import { useDialogStyles } from '../../ui/dialogStyles.ts';
import { failureText } from '../../ui/form/failureText.ts';
import { TextControl } from '../../ui/form/controls.tsx';
import { DraftNotes } from '../../ui/form/DraftNotes.tsx';
import { useEntered } from '../../ui/form/useEntered.ts';
import { FormRow, type FieldControl } from '../../ui/form/FormRow.tsx';
import { useFocusReturn } from '../../ui/useFocusReturn.ts';
import { useLeaveGuard } from '../../ui/useLeaveGuard.ts';
import { useUi } from '../../ui/UiContext.ts';
import { bulkFileName, bulkHeading, bulkTitle, previewLines, recordsText } from './bulkTexts.ts';
import { formField, NO_OWNERS, recordValues } from './fields.tsx';
import { requireNamed, tellWaiting } from './requireNamed.ts';

const useStyles = makeStyles({
  fields: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  preview: {
    ':not(:first-child)': { marginTop: tokens.spacingVerticalL },
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
    fontVariantNumeric: 'tabular-nums',
  },
  means: { marginTop: tokens.spacingVerticalS },
  lines: {
    margin: 0,
    paddingInlineStart: tokens.spacingHorizontalL,
    overflowWrap: 'anywhere',
    // A single sentence is not formatted as a list.
    '&:has(> li:only-child)': { paddingInlineStart: 0, listStyleType: 'none' },
  },
  note: { margin: `${tokens.spacingVerticalS} 0 0`, color: tokens.colorNeutralForeground3 },
});

/** The rows of a bulk change, and the values to set. */
export interface BulkConsequenceProps {
  rows: readonly Row[];
  set: Row;
}

/** The fields that a bulk change can set, if the page has its own form. */
export interface ChangeTogether {
  fields: readonly string[];
  /** Why a record is left out if the rule between its fields prevents the change. */
  otherwise: string;
}

interface BulkDialogProps {
  resource: Resource;
  /** The update whose fields are set; null if the records are deleted. */
  update: RecordUpdate | null;
  /** Loads the current state of the selected rows. */
  rows: () => Promise<readonly ListRow<Row>[]>;
  /** The rules between fields, if the page provides any. */
  rules?: ChangeTogether | undefined;
  /** Explains the effects of the change beyond its fields. */
  Consequence?: ComponentType<BulkConsequenceProps> | undefined;
  /** Called with the change's id once it has been accepted. */
  onTaken: (id: string, title: string) => void;
  onClose: () => void;
}

/** Sets fields of many records, or deletes them; shows the effect before anything is changed. */
export function BulkDialog({ resource, update, rows: read, rules, Consequence, onTaken, onClose }: BulkDialogProps) {
  const looks = useDialogStyles();
  const danger = useDangerStyles();
  const styles = useStyles();
  const { client, entity } = useSync();
  const { notify } = useUi();
  const waiting = useWaitingBulks(resource.id);
  const [rows, setRows] = useState<readonly ListRow<Row>[] | null>(null);
  const entered = useEntered(`${resource.id}/${update ? `bulk/${update.action ?? 'edit'}` : 'bulkDelete'}`, {
    set: {} as Row,
  });
  const { change: enter, draft } = entered;
  const values = entered.values.set;
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  useFocusReturn();
  const close = () => {
    draft.end();
    onClose();
  };
  useLeaveGuard(() => {
    if (!busy) close();
    return busy;
  });
  const cancel = useRef<HTMLButtonElement>(null);
  // Runs after the dialog has focused its first control.
  useEffect(() => {
    if (update === null) cancel.current?.focus();
  }, [update]);
  useEffect(() => {
    let open = true;
    read().then(
      found => open && setRows(found),
      (error: unknown) => open && setFailure(failureText(error)),
    );
    return () => {
      open = false;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- once: the preview stays as it was opened
  }, []);

  const problems = useMemo(() => {
    const context = { places: {}, onPlace: () => undefined, owners: NO_OWNERS };
    return Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        formField(resource, name, entity, context).validate?.(value, values) ?? null,
      ]),
    );
  }, [resource, entity, values]);
  const isWrong = Object.values(problems).some(problem => problem !== null);
  const set = useMemo(
    () => (update ? recordValues(resource, entity, values) : null),
    [update, resource, entity, values],
  );
  const chosen = set === null || Object.keys(set).length > 0;
  const plan = useMemo(
    () => (rows && chosen && !isWrong ? planBulk(resource, entity, rows, set, waiting) : null),
    [rows, chosen, isWrong, resource, entity, set, waiting],
  );
  const count = plan?.lines.length ?? 0;
  const tooMany = count > BULK_MOST;
  const changing = useMemo(() => {
    const keys = new Set(plan?.lines.map(({ key }) => key));
    return (rows ?? []).map(({ row }) => row).filter(row => keys.has(keyOf(resource, row)));
  }, [plan, rows, resource]);

  const apply = async () => {
    if (!plan || count === 0 || tooMany) return;
    setBusy(true);
    setFailure(null);
    try {
      const named = set ? await requireNamed(client, entity, resource, set) : [];
      const title = bulkTitle(resource, set, count, rows?.[0]?.row);
      const change = {
        set: set as Readonly<Record<string, string | number | boolean>> | null,
        action: update?.action ?? null,
      };
      const id = await queueBulk(client, resource, entity, change, {
        lines: plan.lines,
        title,
        fileName: bulkFileName(resource, set),
      });
      onTaken(id, title);
      tellWaiting(notify, named);
      close();
    } catch (error) {
      setFailure(failureText(error));
      setBusy(false);
    }
  };

  const verb = set === null ? 'Delete' : 'Change';
  return (
    <Dialog open modalType="modal" onOpenChange={(_, data) => !data.open && !busy && close()} surfaceMotion={null}>
      <DialogSurface className={looks.form} backdropMotion={null}>
        <DialogBody>
          <DialogTitle>{bulkHeading(resource, update)}</DialogTitle>
          <DialogContent>
            <DraftNotes draft={draft} disabled={busy} />
            {update && (
              <div className={styles.fields}>
                {update.fields.map(name => (
                  <FormRow
                    key={name}
                    name={name}
                    label={labelOf(resource, name)}
                    required={false}
                    error={problems[name] ?? null}
                    disabled={busy}
                  >
                    {control => (
                      <BulkControl
                        resource={resource}
                        name={name}
                        control={control}
                        values={values}
                        onChange={value =>
                          enter(({ set: { [name]: _before, ...others } }) => ({
                            set: value === undefined ? others : { ...others, [name]: value },
                          }))
                        }
                      />
                    )}
                  </FormRow>
                ))}
              </div>
            )}
            <div className={styles.preview} aria-live="polite">
              {rows === null && failure === null && 'Loading the selected records ...'}
              {rows !== null && !chosen && `${recordsText(resource, rows.length)} selected. Choose what to change.`}
              {plan && (
                <ul className={styles.lines}>
                  {previewLines(resource, plan, set === null, rules?.otherwise ?? plan.why).map(line => (
                    <li key={line}>{line}</li>
                  ))}
                </ul>
              )}
              {plan && count === 0 && 'Nothing would be changed.'}
              {tooMany && `At most ${formatCount(BULK_MOST)} records can be changed at a time: narrow the filters.`}
            </div>
            {Consequence && set && count > 0 && !tooMany && (
              <div className={styles.means}>
                <Consequence rows={changing} set={set} />
              </div>
            )}
            {plan && count > 0 && !tooMany && (
              <p className={styles.note}>
                Logged as one change; you can undo it. Records that someone changes before it is applied are skipped and
                listed for you.
              </p>
            )}
            {failure !== null && <DialogFailure text={failure} />}
          </DialogContent>
          <DialogActions className={looks.actions}>
            <Button
              className={mergeClasses(looks.button, set === null && danger.button)}
              appearance="primary"
              disabledFocusable={busy || count === 0 || tooMany}
              onClick={() => void apply()}
            >
              {count === 0 ? verb : `${verb} ${recordsText(resource, count)}`}
            </Button>
            <Button ref={cancel as Ref<never>} className={looks.button} disabled={busy} onClick={close}>
              Cancel
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}

const LEAVE = '';
const KEEPS = 'Leave as it is';

interface BulkControlProps {
  resource: Resource;
  name: string;
  control: FieldControl;
  values: Row;
  /** Undefined leaves the field unchanged. */
  onChange: (value: unknown) => void;
}

/** A field's new value, or that the field stays unchanged. */
function BulkControl({ resource, name, control, values, onChange }: BulkControlProps): ReactNode {
  const { entity } = useSync();
  const { category } = useUi().person;
  const owners = useAllOwners();
  const field = resource.fields[name];
  const options =
    field?.kind === 'flag'
      ? [
          { value: true, label: 'Yes' },
          { value: false, label: 'No' },
        ]
      : field?.kind === 'choice'
        ? offeredChoices(field, category)
        : null;
  if (options) {
    return (
      <Select
        id={control.id}
        value={name in values ? String(values[name]) : LEAVE}
        disabled={control.disabled}
        onChange={(_, data) => onChange(options.find(({ value }) => String(value) === data.value)?.value)}
      >
        <option value={LEAVE}>{KEEPS}</option>
        {options.map(({ value, label }) => (
          <option key={String(value)} value={String(value)}>
            {label}
          </option>
        ))}
      </Select>
    );
  }
  if (field?.kind === 'channel') {
    const context = { places: {}, onPlace: () => undefined, owners };
    return formField(resource, name, entity, context).render(control, { [name]: values[name] ?? null }, next =>
      onChange(next[name] ?? undefined),
    );
  }
  return (
    <TextControl
      control={control}
      value={String(values[name] ?? '')}
      placeholder={KEEPS}
      {...(field?.kind === 'text' ? { maxLength: field.max } : {})}
      onChange={text => onChange(text === '' ? undefined : text)}
    />
  );
}

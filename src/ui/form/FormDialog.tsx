import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode, type Ref } from 'react';
import { flushSync } from 'react-dom';
import {
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  Spinner,
  Title3,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import { ErrorCircleFilled } from '@fluentui/react-icons';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { Tabs } from '../Tabs.tsx';
import { useDangerStyles } from '../dangerStyles.ts';
import { useDialogStyles } from '../dialogStyles.ts';
import { useFocusBack } from '../useFocusBack.ts';
import { useFocusReturn } from '../useFocusReturn.ts';
import { useLeaveGuard } from '../useLeaveGuard.ts';
import { failureText } from './failureText.ts';
import { FormRow, type FieldControl } from './FormRow.tsx';
import { TheirChanges } from './TheirChanges.tsx';
import { meet, metAfter, type Met, type Theirs } from './theirs.ts';
import { useDraft } from './useDraft.ts';
import { fieldError, formErrors, isDirty, isRequired, type Errors, type FieldRule, type Values } from './formState.ts';

/** A field: its rules and how its control looks. */
export interface FormField<V extends Values> extends FieldRule<V> {
  hint?: string;
  /** Tab it is on, by the tab's name; left out: on every tab's first. */
  tab?: string;
  /** Heading that begins above this field. */
  section?: string;
  /** The control has several parts and shows its error below the one that it is about (`control.note`). */
  noteInside?: boolean;
  /** Cannot be changed with the present values. */
  disabled?: (values: V) => boolean;
  render: (control: FieldControl, values: V, change: (next: Partial<V>) => void) => ReactNode;
}

/** What a form that places its fields itself is given. */
export interface FormParts<V extends Values> {
  values: V;
  change: (next: Partial<V>) => void;
  /** Nothing can be changed while the form is applied. */
  busy: boolean;
  /** A field with its label. */
  row: (key: keyof V & string) => ReactNode;
  /** A field alone, for a grid whose headings label it. */
  cell: (key: keyof V & string) => ReactNode;
}

interface FormDialogProps<V extends Values> {
  title: string;
  initial: V;
  fields: readonly FormField<V>[];
  tabs?: readonly string[];
  /** Places the fields, where they are more than one column of labels and controls. */
  renderLayout?: (parts: FormParts<V>) => ReactNode;
  /** The width of the dialog and of its labels; left out, those of FORM-9 and FORM-10. setting: G16. */
  size?: 'setting';
  /** Above the fields, e.g. what the record is. */
  intro?: ReactNode;
  applyLabel?: string;
  /** What a colleague made of the record while the form is open; undefined while it is as it was. */
  theirs?: Theirs<V> | undefined;
  /** Applying cannot be taken back lightly. */
  destructive?: boolean;
  /** Screen and record, as in "serviceable.location/edit/10021/1000004/0": what is typed is then kept over a reload. */
  draftKey?: string;
  /** The same before the record had its number; null where it has had one all along. */
  formerDraftKey?: () => Promise<string | null>;
  /** Asked once the values are right and before they are applied; null where there is nothing to ask. */
  question?: (values: V) => { title: string; children: ReactNode } | null;
  /**
   * Offers to go on with another record once this one is taken; answers the values that the form begins again with. The dialog's
   * owner then leaves it open (`onApply` receives it).
   */
  another?: (values: V) => V;
  /**
   * Resolves once the write is taken; the dialog's owner then closes it, but for `another`. A rejection is shown and keeps it open.
   */
  onApply: (values: V, another: boolean) => Promise<void>;
  onClose: () => void;
}

const useStyles = makeStyles({
  form: { '@media (max-width: 640px)': { height: '100%' } },
  fields: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, padding: '2px 0' },
  tabs: { marginBottom: tokens.spacingVerticalM },
  restored: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    marginBottom: tokens.spacingVerticalS,
    color: tokens.colorNeutralForeground2,
  },
  another: {
    marginInlineEnd: 'auto',
    whiteSpace: 'nowrap',
    '@media screen and (max-width: 480px)': { flexBasis: '100%' },
  },
  unkept: {
    display: 'block',
    marginBottom: tokens.spacingVerticalS,
    color: tokens.colorStatusWarningForeground1,
  },
  section: { marginTop: tokens.spacingVerticalM, fontSize: tokens.fontSizeBase300 },
});

/**
 * A form in a dialog with "Apply" and "Cancel" (FORM-3). Checks run on Apply, then on typing; the first error is scrolled
 * into view and focused (FORM-7). Enter applies; Escape and Cancel ask first when something was changed.
 */
export function FormDialog<V extends Values>(props: FormDialogProps<V>) {
  const { fields, tabs, onClose } = props;
  const dialogStyles = useDialogStyles();
  useFocusReturn();
  const styles = useStyles();
  const danger = useDangerStyles();
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const applyButton = useRef<HTMLButtonElement>(null);
  /** What the form began with, and how many records were applied before. */
  const [{ initial, round }, setRound] = useState({ initial: props.initial, round: 0 });
  const [values, setValues] = useState(initial);
  const [goesOn, setGoesOn] = useState(false);
  const draft = useDraft(props.draftKey, initial, values, setValues, props.formerDraftKey);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  useFocusBack(busy, applyButton);
  const [failure, setFailure] = useState<string | null>(null);
  // What follows once the person has agreed to discard the changes.
  const [asking, setAsking] = useState<{ goOn?: () => void } | null>(null);
  const [question, setQuestion] = useState<{ title: string; children: ReactNode } | null>(null);
  const [tab, setTab] = useState(tabs?.[0]);

  const [met, setMet] = useState<readonly Met[]>([]);
  const { theirs } = props;
  const theirText = theirs && JSON.stringify(theirs.values);
  const [seen, setSeen] = useState<string | undefined>(undefined);
  // While it is drawn: what is applied is never made of a record that the person has not seen.
  if (theirs && theirText !== seen && !busy) {
    setSeen(theirText);
    const next = meet(initial, values, theirs.values, met);
    setValues(next.values);
    setMet(next.met);
    setRound({ initial: { ...initial, ...theirs.values }, round });
  }

  const change = (next: Partial<V>) => {
    setValues({ ...values, ...next });
    setMet(metAfter(met, next));
    setFailure(null);
  };

  const showFirst = (found: Errors) => {
    const first = fields.find(field => found[field.key] !== undefined);
    if (!first) return;
    // At once, with a tab that held it back: what is typed next is the field's.
    flushSync(() => {
      if (first.tab !== undefined) setTab(first.tab);
    });
    const row = form.current?.querySelector<HTMLElement>(`[data-field="${first.key}"]`);
    row?.scrollIntoView({ block: 'center' });
    row?.querySelector<HTMLElement>('input, select, textarea, button')?.focus({ preventScroll: true });
  };

  const goOn = (next: V) => {
    // At once: what is typed next is the next record's.
    flushSync(() => {
      draft.goOn(next);
      setValues(next);
      setTried(false);
      setRound({ initial: next, round: round + 1 });
      setBusy(false);
    });
    const empty = fields.find(({ key }) => next[key] === null || next[key] === '');
    form.current?.querySelector<HTMLElement>(`[data-field="${empty?.key ?? ''}"] :is(input, select)`)?.focus();
  };

  const apply = async (again = goesOn) => {
    const found = formErrors(fields, values);
    setTried(true);
    if (Object.keys(found).length > 0) {
      showFirst(found);
      return;
    }
    if (met.some(({ keeps }) => keeps === null)) {
      const undecided = form.current?.querySelector<HTMLElement>('[data-field="theirs"]');
      undecided?.scrollIntoView({ block: 'center' });
      undecided?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true });
      return;
    }
    const asked = props.question?.(values) ?? null;
    if (asked) setQuestion(asked);
    else await carryOut(again);
  };

  const carryOut = async (again: boolean) => {
    setQuestion(null);
    setBusy(true);
    setFailure(null);
    try {
      const next = again ? props.another?.(values) : undefined;
      await props.onApply(values, next !== undefined);
      if (next) goOn(next);
      else draft.end();
    } catch (error) {
      setFailure(failureText(error));
    } finally {
      setBusy(false);
    }
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    // A dialog's form inside another form's tree must not submit that one too.
    event.stopPropagation();
    if (!busy) void apply();
  };

  const close = () => {
    draft.end();
    onClose();
  };

  const leave = () => {
    if (busy) return;
    if (isDirty(initial, values)) setAsking({});
    else close();
  };

  useLeaveGuard(goOn => {
    if (busy) return true;
    if (isDirty(initial, values)) {
      setAsking({ goOn });
      return true;
    }
    close();
    return false;
  });

  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[data-field] input:not([readonly]), [data-field] select')?.focus();
  }, []);

  const shown = fields.filter(
    field => field.hidden?.(values) !== true && (tabs === undefined || (field.tab ?? tabs[0]) === tab),
  );
  const rowOf = (field: FormField<V>, bare: boolean) => (
    <FormRow
      name={field.key}
      label={field.label}
      required={isRequired(field, values)}
      hint={field.hint}
      error={tried ? fieldError(field, values) : null}
      disabled={busy || field.disabled?.(values) === true}
      noteInside={field.noteInside}
      {...(bare ? { labels: 'none' as const } : props.size === 'setting' ? { labels: 'wide' as const } : {})}
    >
      {control => field.render(control, values, change)}
    </FormRow>
  );
  const drawn = (key: keyof V & string, bare: boolean): ReactNode => {
    const field = shown.find(own => own.key === key);
    return field && rowOf(field, bare);
  };
  return (
    <Dialog open modalType="modal" onOpenChange={(_, data) => !data.open && leave()} surfaceMotion={null}>
      <DialogSurface
        className={props.size === 'setting' ? dialogStyles.setting : dialogStyles.form}
        backdropMotion={null}
      >
        {/* Ctrl+Enter goes on with another record, wherever the focus is in the form. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <form
          id={formId}
          ref={form}
          className={styles.form}
          noValidate
          onSubmit={submit}
          onKeyDown={event => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !props.another) return;
            event.preventDefault();
            if (!busy) void apply(true);
          }}
        >
          <DialogBody>
            <DialogTitle>{props.title}</DialogTitle>
            <DialogContent>
              {props.intro}
              {draft.elsewhere && (
                <output className={styles.restored}>
                  This form is open in another tab too. What was entered there stays there.
                </output>
              )}
              {draft.unkept && (
                <output className={styles.unkept}>
                  This browser could not store what you typed: it is lost when this page closes. Apply it, or free disk
                  space.
                </output>
              )}
              {draft.restored && (
                <output className={styles.restored}>
                  Restored what you had typed
                  <Button size="small" appearance="subtle" disabled={busy} onClick={draft.startAfresh}>
                    Discard draft
                  </Button>
                </output>
              )}
              {theirs && met.length > 0 && (
                <TheirChanges
                  met={met}
                  theirs={theirs}
                  labelOf={key => fields.find(field => field.key === key)?.label ?? key}
                  disabled={busy}
                  onKeep={(one, keeps) => {
                    setValues({ ...values, [one.key]: keeps === 'mine' ? one.mine : one.theirs });
                    setMet(met.map(other => (other.key === one.key ? { ...one, keeps } : other)));
                  }}
                />
              )}
              {tabs && (
                <div className={styles.tabs}>
                  <Tabs
                    label={props.title}
                    items={tabs.map(name => ({ value: name, label: name }))}
                    value={tab ?? ''}
                    onSelect={setTab}
                  />
                </div>
              )}
              {props.renderLayout?.({
                values,
                change,
                busy,
                row: key => drawn(key, false),
                cell: key => drawn(key, true),
              })}
              <div key={round} className={styles.fields}>
                {(props.renderLayout ? [] : shown).map(field => (
                  <div key={field.key}>
                    {field.section !== undefined && (
                      <Title3 as="h3" block className={styles.section}>
                        {field.section}
                      </Title3>
                    )}
                    {rowOf(field, false)}
                  </div>
                ))}
              </div>
              {failure !== null && (
                <div className={dialogStyles.error} role="alert">
                  <ErrorCircleFilled aria-hidden />
                  {failure}
                </div>
              )}
            </DialogContent>
            <DialogActions className={dialogStyles.actions} fluid={props.another !== undefined}>
              {props.another && (
                <Checkbox
                  className={styles.another}
                  label="Create another"
                  title="Ctrl+Enter applies and goes on with another one"
                  checked={goesOn}
                  disabled={busy}
                  onChange={(_, data) => setGoesOn(data.checked === true)}
                />
              )}
              <Button
                ref={applyButton as Ref<never>}
                type="submit"
                appearance="primary"
                className={props.destructive === true ? danger.button : undefined}
                disabled={busy}
                {...(busy ? { icon: <Spinner size="tiny" /> } : {})}
              >
                {props.applyLabel ?? 'Apply'}
              </Button>
              <Button disabled={busy} onClick={leave}>
                Cancel
              </Button>
            </DialogActions>
          </DialogBody>
        </form>
        {question !== null && (
          <ConfirmDialog
            title={question.title}
            size={question.children === null ? undefined : 'form'}
            onConfirm={() => carryOut(goesOn)}
            onCancel={() => setQuestion(null)}
          >
            {question.children}
          </ConfirmDialog>
        )}
        {asking !== null && (
          <ConfirmDialog
            title="Discard your changes?"
            confirmLabel="Discard"
            destructive
            cancelLabel="Keep editing"
            focus="cancel"
            onConfirm={() => {
              close();
              asking.goOn?.();
            }}
            onCancel={() => setAsking(null)}
          >
            What you entered here has not been applied.
          </ConfirmDialog>
        )}
      </DialogSurface>
    </Dialog>
  );
}

import { useId, type ReactNode, type Ref } from 'react';
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
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { Tabs } from '../Tabs.tsx';
import { useDangerStyles } from '../dangerStyles.ts';
import { DialogFailure } from '../DialogFailure.tsx';
import { useDialogStyles } from '../dialogStyles.ts';
import { useFocusReturn } from '../useFocusReturn.ts';
import { DiscardQuestion } from './DiscardQuestion.tsx';
import { DraftNotes } from './DraftNotes.tsx';
import { FormRow, type FieldControl } from './FormRow.tsx';
import { TheirChanges } from './TheirChanges.tsx';
import { useForm, type FormWork } from './useForm.ts';
import { fieldError, isRequired, type FieldRule, type Values } from './formState.ts';

/** A field: its validation rules and the appearance of its control. */
export interface FormField<V extends Values> extends FieldRule<V> {
  hint?: string;
  /** Name of the tab that contains the field; the first tab by default. */
  tab?: string;
  /** A heading shown above this field. */
  section?: string;
  /** Whether the control consists of several parts and shows the error below the invalid one (`control.note`). */
  noteInside?: boolean;
  /** Whether the field is read-only, given the current values. */
  disabled?: (values: V) => boolean;
  render: (control: FieldControl, values: V, change: (next: Partial<V>) => void) => ReactNode;
}

/** Props for a form that lays out its fields itself. */
export interface FormParts<V extends Values> {
  values: V;
  change: (next: Partial<V>) => void;
  /** True while the form is being applied and its values cannot be changed. */
  busy: boolean;
  /** Renders a field with its label. */
  row: (key: keyof V & string) => ReactNode;
  /** Renders only a field's control, for grids whose headings serve as labels. */
  cell: (key: keyof V & string) => ReactNode;
}

interface FormDialogProps<V extends Values> extends FormWork<V> {
  title: string;
  fields: readonly FormField<V>[];
  /** Lays out the fields, if a single column of labels and controls does not suffice. */
  renderLayout?: (parts: FormParts<V>) => ReactNode;
  /** The width of the dialog and of its labels; by default, as in FORM-9 and FORM-10. setting: G16. */
  size?: 'setting';
  /** Shown above the fields, e.g. the name of the record. */
  intro?: ReactNode;
  applyLabel?: string;
  /** Whether applying is hard to undo. */
  destructive?: boolean;
}

const useStyles = makeStyles({
  form: { '@media (max-width: 640px)': { height: '100%' } },
  fields: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, padding: '2px 0' },
  tabs: { marginBottom: tokens.spacingVerticalM },
  draft: { marginBottom: tokens.spacingVerticalS },
  another: {
    marginInlineEnd: 'auto',
    whiteSpace: 'nowrap',
    '@media screen and (max-width: 480px)': { flexBasis: '100%' },
  },
  section: { marginTop: tokens.spacingVerticalM, fontSize: tokens.fontSizeBase300 },
});

/**
 * A form in a dialog with "Apply" and "Cancel" (FORM-3). Validation runs on Apply and, from then on, on every change;
 * the first error is scrolled into view and focused (FORM-7). Enter applies the form; Escape and Cancel ask for
 * confirmation if any value was changed.
 */
export function FormDialog<V extends Values>(props: FormDialogProps<V>) {
  const { fields, tabs, theirs } = props;
  const dialogStyles = useDialogStyles();
  useFocusReturn();
  const styles = useStyles();
  const danger = useDangerStyles();
  const formId = useId();
  const {
    form,
    applyButton,
    round,
    values,
    tab,
    setTab,
    change,
    tried,
    busy,
    failure,
    draft,
    goesOn,
    setGoesOn,
    met,
    decide,
    question,
    setQuestion,
    carryOut,
    apply,
    submit,
    leave,
    leaving,
    stay,
    discard,
  } = useForm(props);
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
  const labelOf = (key: string): string => fields.find(field => field.key === key)?.label ?? key;
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
        {/* Ctrl+Enter applies and continues with another record, wherever the focus is in the form. */}
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
              <DraftNotes draft={draft} labelOf={labelOf} disabled={busy} className={styles.draft} />
              {theirs && met.length > 0 && (
                <TheirChanges met={met} theirs={theirs} labelOf={labelOf} disabled={busy} onKeep={decide} />
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
              {failure !== null && <DialogFailure text={failure} />}
            </DialogContent>
            <DialogActions className={dialogStyles.actions} fluid={props.another !== undefined}>
              {props.another && (
                <Checkbox
                  className={styles.another}
                  label="Create another"
                  title="Ctrl+Enter applies and starts another"
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
        {leaving && <DiscardQuestion onDiscard={discard} onKeep={stay} />}
      </DialogSurface>
    </Dialog>
  );
}

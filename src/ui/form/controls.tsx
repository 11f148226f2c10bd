import { Input, Select, Switch, Text, makeStyles, tokens } from '@fluentui/react-components';
import { normalizeTyped } from '../../domain/wholeNumber.ts';
import type { Option } from '../list/filters.ts';
import { pasteApart } from '../pasteApart.ts';
import type { FieldControl } from './FormRow.tsx';

const useStyles = makeStyles({
  wide: { width: '100%', minWidth: 0 },
  exact: { fontVariantNumeric: 'tabular-nums' },
  switch: { alignItems: 'center', minHeight: '32px' },
  indicator: { marginTop: 0, marginBottom: 0, marginInlineStart: 0 },
  // As tall as the other controls, and aligned with its label.
  word: { paddingTop: 0, paddingBottom: 0 },
  readOnly: { paddingTop: tokens.spacingVerticalSNudge, overflowWrap: 'anywhere' },
});

const aria = (control: FieldControl) => ({
  id: control.id,
  disabled: control.disabled,
  'aria-label': control.label,
  'aria-invalid': control.invalid ? ('true' as const) : undefined,
  'aria-required': control.required ? true : undefined,
  'aria-describedby': control.describedBy,
});

interface TextControlProps {
  control: FieldControl;
  value: string;
  onChange: (value: string) => void;
  maxLength?: number;
  placeholder?: string;
}

/** A single-line text input that enforces its maxLength (FORM-8). */
export function TextControl({ control, value, onChange, maxLength, placeholder }: TextControlProps) {
  const styles = useStyles();
  return (
    <Input
      {...aria(control)}
      className={styles.wide}
      value={value}
      autoComplete="off"
      {...(maxLength === undefined ? {} : { maxLength })}
      {...(placeholder === undefined ? {} : { placeholder })}
      onChange={(_, data) => onChange(data.value)}
    />
  );
}

interface NumberControlProps {
  control: FieldControl;
  /** The number as text, so that a partly typed number stays as typed; empty if there is no value. */
  value: string;
  onChange: (value: string) => void;
  /** Unit after the number (FORM-4). */
  suffix?: string;
  /** Decimal places; 0 for whole numbers. */
  decimals?: number;
  placeholder?: string;
}

/**
 * A number followed by its unit (FORM-4). Text that is not a number stays as typed or pasted, and the field's
 * validation reports it (`numberError` in domain/wholeNumber.ts).
 */
export function NumberControl(props: NumberControlProps) {
  const styles = useStyles();
  const { control, decimals = 0 } = props;
  // A control that is disabled and empty stands for no number, so there is nothing to measure.
  const suffix = control.disabled && props.value === '' ? undefined : props.suffix;
  return (
    <Input
      {...aria(control)}
      className={styles.wide}
      input={{ className: styles.exact }}
      inputMode={decimals > 0 ? 'decimal' : 'numeric'}
      autoComplete="off"
      value={props.value}
      {...(props.placeholder === undefined ? {} : { placeholder: props.placeholder })}
      {...(suffix === undefined ? {} : { contentAfter: <Text size={200}>{suffix}</Text> })}
      onChange={(_, data) => props.onChange(normalizeTyped(data.value))}
      onPaste={event => pasteApart(event, props.onChange)}
    />
  );
}

interface SelectControlProps<V extends string | number> {
  control: FieldControl;
  value: V | null;
  options: readonly Option<V>[];
  onChange: (value: V) => void;
  /** Omitted if a value is required. */
  onNone?: () => void;
}

/** A select for one of a few options, or none. */
export function SelectControl<V extends string | number>(props: SelectControlProps<V>) {
  const styles = useStyles();
  const { control, options } = props;
  return (
    <Select
      {...aria(control)}
      className={styles.wide}
      value={props.value === null ? '' : String(props.value)}
      onChange={(_, data) => {
        const option = options.find(candidate => String(candidate.value) === data.value);
        if (option) props.onChange(option.value);
        else props.onNone?.();
      }}
    >
      {props.onNone && <option value="">None</option>}
      {props.value === null && !props.onNone && <option value="">{control.disabled ? '' : 'Choose ...'}</option>}
      {options.map(option => (
        <option key={String(option.value)} value={String(option.value)}>
          {option.label}
        </option>
      ))}
    </Select>
  );
}

interface YesNoControlProps {
  control: FieldControl;
  value: boolean;
  onChange: (value: boolean) => void;
}

/** A switch for a boolean, with Yes or No next to it. */
export function YesNoControl({ control, value, onChange }: YesNoControlProps) {
  const styles = useStyles();
  return (
    <Switch
      {...aria(control)}
      className={styles.switch}
      indicator={{ className: styles.indicator }}
      checked={value}
      label={{ children: value ? 'Yes' : 'No', className: styles.word, 'aria-hidden': true }}
      onChange={(_, data) => onChange(data.checked)}
    />
  );
}

/** A value that is read-only here. */
export function ReadOnlyControl({ control, value }: { control: FieldControl; value: string }) {
  const styles = useStyles();
  return (
    <output id={control.id} className={styles.readOnly}>
      {value}
    </output>
  );
}

import { useId, type ReactNode } from 'react';
import { Label, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ErrorCircleFilled } from '@fluentui/react-icons';

/** Attributes that associate a control with its label and its error. */
export interface FieldControl {
  id: string;
  label: string;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
  disabled: boolean;
  /** The error or hint, which a control with several parts shows below the relevant part. */
  note: ReactNode;
}

const useStyles = makeStyles({
  // FORM-9: label 142px, field 320px.
  root: {
    display: 'grid',
    gridTemplateColumns: '142px minmax(0, 320px)',
    columnGap: tokens.spacingHorizontalM,
    rowGap: tokens.spacingVerticalXXS,
    alignItems: 'start',
    '@media (max-width: 640px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  // G16.
  wide: {
    gridTemplateColumns: 'minmax(0, 300px) minmax(160px, 320px)',
    '@media (max-width: 640px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  label: { paddingTop: tokens.spacingVerticalSNudge, overflowWrap: 'anywhere' },
  field: { minWidth: 0, display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXXS, minHeight: '32px' },
  hint: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  error: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    color: tokens.colorStatusDangerForeground1,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
});

interface FormRowProps {
  name: string;
  label: string;
  required: boolean;
  hint?: string | undefined;
  error: string | null;
  disabled: boolean;
  /** The control renders its `note` itself. */
  noteInside?: boolean | undefined;
  /** wide: as in G16. none: the surrounding headings label the control. */
  labels?: 'wide' | 'none';
  children: (control: FieldControl) => ReactNode;
}

/** A field's label, control, hint and error. */
export function FormRow(props: FormRowProps) {
  const { name, label, required, hint, error, disabled, noteInside, labels, children } = props;
  const styles = useStyles();
  const id = useId();
  const noteId = `${id}-note`;
  const noted = error !== null || hint !== undefined;
  const note =
    error !== null ? (
      <span id={noteId} className={styles.error} role="alert">
        <ErrorCircleFilled aria-hidden />
        {error}
      </span>
    ) : (
      hint !== undefined && (
        <span id={noteId} className={styles.hint}>
          {hint}
        </span>
      )
    );
  const describedBy = noted ? noteId : undefined;
  const field = (
    <div className={styles.field} {...(labels === 'none' ? { 'data-field': name } : {})}>
      {children({ id, label, describedBy, invalid: error !== null, required, disabled, note })}
      {noteInside !== true && note}
    </div>
  );
  if (labels === 'none') return field;
  return (
    <div className={mergeClasses(styles.root, labels === 'wide' && styles.wide)} data-field={name}>
      <Label htmlFor={id} required={required} className={styles.label}>
        {label}
      </Label>
      {field}
    </div>
  );
}

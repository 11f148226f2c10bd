import { Select } from '@fluentui/react-components';
import { readDay } from '../../domain/calendarDay.ts';
import { DayControl } from '../../ui/form/DayControl.tsx';
import { useFileInputStyles } from '../../ui/fileInputStyles.ts';
import { FILE_TYPES } from '../../ui/upload/fileTypes.ts';
import { LabelledField, useReconStyles } from './parts.tsx';

/** Fields shared by several pages and dialogs of reconciliation. */

interface FieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

interface ChoiceProps extends FieldProps {
  options: readonly { value: string | number; label: string }[];
}

/** A choice from a list. */
export function Choice({ label, value, options, onChange }: ChoiceProps) {
  const styles = useReconStyles();
  return (
    <LabelledField label={label}>
      {id => (
        <Select id={id} className={styles.choice} value={value} onChange={(_, data) => onChange(data.value)}>
          {options.map(option => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </Select>
      )}
    </LabelledField>
  );
}

/** The empty choice of a field that is required. */
const NONE_YET = { value: '', label: 'Choose' };

interface SupplierChoiceProps extends Omit<FieldProps, 'label'> {
  /** Null while the suppliers are not known yet. */
  suppliers: readonly { supplier_id: number; supplier_name: string }[] | null;
  /** The label of the empty option; by default, it says that no supplier has been chosen. */
  none?: { value: string; label: string };
}

/** The number of a chosen supplier; null if the text is not one, e.g. in a URL that somebody typed. */
export const supplierOf = (text: string): number | null => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null);

/** The choice of a supplier. */
export const SupplierChoice = ({ suppliers, none = NONE_YET, ...field }: SupplierChoiceProps) => (
  <Choice
    label="Supplier"
    options={[none, ...(suppliers ?? []).map(one => ({ value: one.supplier_id, label: one.supplier_name }))]}
    {...field}
  />
);

interface LayoutChoiceProps extends Omit<FieldProps, 'label'> {
  layouts: readonly { id: number; name: string; supplier_name: string }[];
}

/** Selects a layout, and thus its supplier. */
export const LayoutChoice = ({ layouts, ...field }: LayoutChoiceProps) => (
  <Choice
    label="Supplier and layout"
    options={[NONE_YET, ...layouts.map(one => ({ value: one.id, label: `${one.supplier_name}: ${one.name}` }))]}
    {...field}
  />
);

/** A required day. */
export function DayField({ label, value, onChange }: FieldProps) {
  const styles = useReconStyles();
  return (
    <LabelledField label={label}>
      {id => (
        <div className={styles.day}>
          <DayControl
            control={{
              id,
              label,
              describedBy: undefined,
              invalid: value !== '' && readDay(value) === null,
              required: true,
              disabled: false,
              note: null,
            }}
            value={value}
            onChange={onChange}
          />
        </div>
      )}
    </LabelledField>
  );
}

interface FileFieldProps {
  label: string;
  multiple?: boolean;
  onFiles: (files: File[]) => void;
}

/** Selects a supplier's files. */
export function FileField({ label, multiple = false, onFiles }: FileFieldProps) {
  const chooser = useFileInputStyles();
  return (
    <LabelledField label={label}>
      {id => (
        <input
          id={id}
          className={chooser.root}
          type="file"
          multiple={multiple}
          accept={FILE_TYPES}
          // Otherwise, choosing a corrected file of the same name again would be no change, and it would not be read.
          onClick={event => (event.currentTarget.value = '')}
          onChange={event => onFiles([...(event.target.files ?? [])])}
        />
      )}
    </LabelledField>
  );
}

/**
 * Says which files were chosen before the dialog was closed by a reload or a switch of the country: a draft keeps their
 * names only.
 */
export function FilesAgain({ names }: { names: readonly string[] }) {
  const styles = useReconStyles();
  if (names.length === 0) return null;
  return <p className={styles.hint}>{`Choose ${names.join(', ')} again: the draft keeps only names of files.`}</p>;
}

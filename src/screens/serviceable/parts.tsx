import { makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { PlainSelect } from '../../ui/PlainSelect.tsx';

/** Components shared by the address check and the coverage page. */

const useStyles = makeStyles({
  field: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXXS, minWidth: 0 },
  label: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground2 },
});

export const NARROW = '@media (max-width: 640px)';

/**
 * Styles of table rows in a narrow window: the row's subject on its own line, followed by pairs of cells, each below
 * its heading.
 */
export const ROWS_AS_CARDS = {
  '&, & tbody': { display: 'block' },
  '& thead': { display: 'none' },
  '& tbody tr': {
    display: 'grid',
    gridTemplateColumns: '1fr 1fr',
    borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke3}`,
    padding: `${tokens.spacingVerticalXS} 0`,
  },
  '& tbody th, & tbody td': { borderBottom: 'none', padding: `2px ${tokens.spacingHorizontalM}` },
  '& tbody th, & tbody td[data-wide]': { gridColumn: '1 / -1' },
  '& tbody td[data-label]::before': {
    content: 'attr(data-label)',
    display: 'block',
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
  },
} as const;

/**
 * A control with a label above it.
 * @param id id of the control; omitted if the control has its own accessible name
 */
export function Labelled({ label, id, children }: { label: string; id?: string; children: ReactNode }) {
  const styles = useStyles();
  return (
    <div className={styles.field}>
      {id === undefined ? (
        <span className={styles.label} aria-hidden>
          {label}
        </span>
      ) : (
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
      )}
      {children}
    </div>
  );
}

interface LabelledSelectProps {
  label: string;
  value: string;
  options: readonly { value: string | number; label: string }[];
  onChange: (value: string) => void;
}

/** A select with a label above it. */
export function LabelledSelect({ label, value, options, onChange }: LabelledSelectProps) {
  return (
    <Labelled label={label}>
      <PlainSelect label={label} value={value} onChange={onChange}>
        {options.map(option => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </PlainSelect>
    </Labelled>
  );
}

/** A table's column headings: its own, followed by one for each service. */
export function HeadRow({
  before,
  services,
  after,
}: {
  before: ReactNode;
  services: readonly { key: string; label: string }[];
  after?: ReactNode;
}) {
  return (
    <thead>
      <tr>
        {before}
        {services.map(({ key, label }) => (
          <th key={key} scope="col">
            {label}
          </th>
        ))}
        {after}
      </tr>
    </thead>
  );
}

import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { ArrowDownRegular, ArrowUpRegular } from '@fluentui/react-icons';
import { PlainSelect } from '../PlainSelect.tsx';
import type { ListSort } from '../../domain/listQuery.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    minHeight: '40px',
    paddingInlineStart: tokens.spacingHorizontalM,
    borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
  },
  label: { flexShrink: 0, fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground2 },
  column: { flex: '1 1 auto', minWidth: 0, '> select': { height: '40px', border: 'none' } },
  direction: { flexShrink: 0, minHeight: '40px' },
});

interface SortPickerProps {
  /** The sortable columns. */
  columns: readonly { key: string; label: string }[];
  /** Null for the list's default order. */
  sort: ListSort | null;
  onSort: (sort: ListSort | null) => void;
}

/**
 * Sorting for rows shown as cards, which have no headers to click: the column and, once one is selected, the direction.
 */
export function SortPicker({ columns, sort, onSort }: SortPickerProps) {
  const styles = useStyles();
  const turned = sort?.descending === true;
  return (
    <div className={styles.root}>
      <span className={styles.label} aria-hidden>
        Sort by
      </span>
      <PlainSelect
        className={styles.column}
        label="Sort by"
        value={sort?.column ?? ''}
        onChange={value => onSort(value === '' ? null : { column: value, descending: turned })}
      >
        <option value="">Default order</option>
        {columns.map(({ key, label }) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </PlainSelect>
      {sort && (
        <Button
          className={styles.direction}
          icon={turned ? <ArrowDownRegular /> : <ArrowUpRegular />}
          title={turned ? 'Sort ascending' : 'Sort descending'}
          onClick={() => onSort({ column: sort.column, descending: !turned })}
        >
          {turned ? 'Descending' : 'Ascending'}
        </Button>
      )}
    </div>
  );
}

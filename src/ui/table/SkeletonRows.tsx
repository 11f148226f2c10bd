import { mergeClasses } from '@fluentui/react-components';
import type { Density } from './RowActions.tsx';
import { useTableStyles } from './tableStyles.ts';

/** Widths that look like contents rather than like a wall. */
const SHARE = ['62%', '78%', '48%', '70%', '56%'];

interface SkeletonRowsProps {
  rows: number;
  columns: number;
  /** Where each of the columns that stay at the left begins, in pixels. */
  pins: readonly number[];
  /** The table scrolls sideways. */
  stuck: boolean;
  density: Density;
  /** Rows can be selected. */
  boxes: boolean;
  /** There is an Action column. */
  acts: boolean;
}

/** Rows in the shape of the table that is coming. */
export function SkeletonRows({ rows, columns, pins, stuck, density, boxes, acts }: SkeletonRowsProps) {
  const styles = useTableStyles();
  return Array.from({ length: rows }, (_, row) => (
    <tr key={row} aria-hidden className={styles.row}>
      {boxes && (
        <td
          aria-label="Loading"
          className={mergeClasses(styles.cell, styles[density], styles.select, stuck && styles.stuck)}
        >
          <span className={mergeClasses(styles.skeleton, styles.box)} />
        </td>
      )}
      {Array.from({ length: columns + (acts ? 1 : 0) }, (_unused, column) => (
        <td
          key={column}
          aria-label="Loading"
          className={mergeClasses(
            styles.cell,
            styles[density],
            column === 0 && styles.first,
            pins[column] !== undefined && styles.pinned,
            column === columns && styles.action,
            stuck && (pins[column] !== undefined || column === columns) && styles.stuck,
          )}
          style={stuck ? { left: pins[column] } : undefined}
        >
          <span className={styles.skeleton} style={{ width: SHARE[(row + column) % SHARE.length] }} />
        </td>
      ))}
    </tr>
  ));
}

import { mergeClasses } from '@fluentui/react-components';
import type { Density } from './RowActions.tsx';
import { useTableStyles } from './tableStyles.ts';

/** Varied widths that resemble real content. */
const SHARE = ['62%', '78%', '48%', '70%', '56%'];

interface SkeletonRowsProps {
  rows: number;
  columns: number;
  /** Left offset in pixels of each column that stays at the left. */
  pins: readonly number[];
  /** Whether the table scrolls sideways. */
  stuck: boolean;
  density: Density;
  /** Whether rows can be selected. */
  boxes: boolean;
  /** Whether there is an Action column. */
  acts: boolean;
}

/** Placeholder rows in the layout of the loading table. */
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

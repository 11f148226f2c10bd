import { mergeClasses } from '@fluentui/react-components';
import type { Density } from './RowActions.tsx';
import { useTableStyles } from './tableStyles.ts';

/** Widths that look like contents rather than like a wall. */
const SHARE = ['62%', '78%', '48%', '70%', '56%'];

/** Rows in the shape of the table that is coming. */
export function SkeletonRows({ rows, columns, density }: { rows: number; columns: number; density: Density }) {
  const styles = useTableStyles();
  return Array.from({ length: rows }, (_, row) => (
    <tr key={row} aria-hidden>
      {Array.from({ length: columns }, (_, column) => (
        <td
          key={column}
          aria-label="Loading"
          className={mergeClasses(styles.cell, styles[density], column === 0 && styles.first)}
        >
          <span className={styles.skeleton} style={{ width: SHARE[(row + column) % SHARE.length] }} />
        </td>
      ))}
    </tr>
  ));
}

import type { CSSProperties, ReactNode } from 'react';
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { FactHead } from './FactHead.tsx';
import { useFactStyles } from './factStyles.ts';

const LABEL_WIDTH = '120px';
/** More columns than any of these tables has. */
const MOST_COLUMNS = 9;
const headOf = (column: number): string => `--head-${column}`;

const useStyles = makeStyles({
  table: {
    '& tbody td': { verticalAlign: 'middle' },
    '@media (max-width: 639px)': {
      '&, & tbody, & tbody tr': { display: 'block' },
      '& thead': { display: 'none' },
      '& tbody tr': {
        padding: `${tokens.spacingVerticalS} 0`,
        borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
      },
      '& tbody td': {
        display: 'block',
        position: 'relative',
        padding: `${tokens.spacingVerticalXXS} 0 ${tokens.spacingVerticalXXS} ${LABEL_WIDTH}`,
        minHeight: tokens.lineHeightBase300,
        borderBottomStyle: 'none',
        textAlign: 'start',
      },
      '& tbody td:empty, & tbody td:has(> :empty:only-child)': { display: 'none' },
      // The first cell is the card's title, and a cell that spans all columns has no heading of its own.
      '& tbody td:first-child, & tbody td[colspan]': { padding: 0 },
      '& tbody td:first-child:not([colspan])': { fontWeight: tokens.fontWeightSemibold },
      ...Object.fromEntries(
        Array.from({ length: MOST_COLUMNS - 1 }, (_, index) => [
          `& tbody td:nth-child(${index + 2})::before`,
          {
            content: `var(${headOf(index + 2)})`,
            position: 'absolute',
            insetInlineStart: 0,
            color: tokens.colorNeutralForeground3,
          },
        ]),
      ),
    },
  },
});

interface FactTableProps {
  label: string;
  /** The column headings. */
  heads: readonly string[];
  /** Labels of numeric columns, which are right-aligned (`facts.number`). */
  numbers?: readonly string[];
  /** The table's rows. */
  children: ReactNode;
}

/**
 * A table of values whose rows are cards on a phone: the first cell is the title, and every other cell has its heading
 * next to it.
 */
export function FactTable({ label, heads, numbers = [], children }: FactTableProps) {
  const facts = useFactStyles();
  const styles = useStyles();
  const texts = Object.fromEntries(heads.map((head, index) => [headOf(index + 1), JSON.stringify(head)]));
  return (
    <table className={mergeClasses(facts.table, styles.table)} style={texts as CSSProperties} aria-label={label}>
      <FactHead labels={heads} numbers={numbers} />
      <tbody>{children}</tbody>
    </table>
  );
}

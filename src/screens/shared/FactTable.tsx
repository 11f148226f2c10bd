import { useEffect, useLayoutEffect, useRef, type CSSProperties, type FocusEvent, type ReactNode } from 'react';
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { isFocusLost } from '../../ui/useFocusBack.ts';
import { FactHead } from './FactHead.tsx';
import { useFactStyles } from './factStyles.ts';

const LABEL_WIDTH = '136px';
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
      // The first cell is the card's title, and a cell that spans all columns needs no heading.
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
  /** Labels of the numeric columns, which are right-aligned (`facts.number`). */
  numbers?: readonly string[];
  /** The table's rows. */
  children: ReactNode;
}

/** Buttons, links and fields of a row. */
const CONTROLS = 'button, a[href], input, select, [tabindex]';

/**
 * Keeps the keyboard position when the focused row is removed: on the same control of the row that moved up, on the
 * last row, or on the page if the table is gone too.
 */
function useRowFocus() {
  const body = useRef<HTMLTableSectionElement>(null);
  const place = useRef<{ row: number; control: number } | null>(null);
  const onFocus = ({ target }: FocusEvent<HTMLElement>): void => {
    const row = target.closest('tr');
    if (!row || !body.current?.contains(row)) return;
    place.current = {
      row: [...body.current.children].indexOf(row),
      control: [...row.querySelectorAll(CONTROLS)].indexOf(target),
    };
  };
  const onBlur = (): void => {
    place.current = null;
  };
  useLayoutEffect(() => {
    if (!place.current || !isFocusLost()) return;
    const rows = [...(body.current?.children ?? [])];
    const row = rows[Math.min(place.current.row, rows.length - 1)];
    const controls = [...(row?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])];
    (controls[place.current.control] ?? controls[0] ?? document.querySelector<HTMLElement>('main'))?.focus();
  });
  useEffect(
    () => () => {
      const isHere = place.current !== null;
      // By then, the page that replaced it has taken the focus.
      queueMicrotask(() => isHere && isFocusLost() && document.querySelector<HTMLElement>('main')?.focus());
    },
    [],
  );
  return { body, onFocus, onBlur };
}

/**
 * A table of facts whose rows become cards on a phone: the first cell is the title, and every other cell has its
 * heading next to it.
 */
export function FactTable({ label, heads, numbers = [], children }: FactTableProps) {
  const facts = useFactStyles();
  const styles = useStyles();
  const { body, onFocus, onBlur } = useRowFocus();
  const texts = Object.fromEntries(heads.map((head, index) => [headOf(index + 1), JSON.stringify(head)]));
  return (
    <table className={mergeClasses(facts.table, styles.table)} style={texts as CSSProperties} aria-label={label}>
      <FactHead labels={heads} numbers={numbers} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only watches where the focus is */}
      <tbody ref={body} onFocus={onFocus} onBlur={onBlur}>
        {children}
      </tbody>
    </table>
  );
}

import type { ReactNode } from 'react';
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { formatDate, formatMillis, formatTime, MISSING } from '../../domain/format.ts';
import { formatAmount } from '../../domain/money.ts';
import { useLinkStyles } from '../linkStyles.ts';
import { Tag } from '../Tag.tsx';
import { TagList } from '../TagList.tsx';
import type { Ui } from '../UiContext.ts';
import { YesNo } from '../YesNo.tsx';
import { labelOf, type Column } from './columns.ts';
import { CUT, withBreak } from './CutText.tsx';
import { middleCut } from './middleCut.ts';

const EDGE = `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke1}`;
const FOCUS = `${tokens.strokeWidthThick} solid ${tokens.colorStrokeFocus2}`;

const useStyles = makeStyles({
  cut: CUT,
  // The omitted middle of truncated text can still be searched, copied and read by screen readers.
  gone: {
    fontSize: 0,
    // Takes no height, so that the line is as high as the others.
    lineHeight: 0,
    '::before': { content: '"…"', fontSize: tokens.fontSizeBase300 },
    '@media print': { fontSize: 'inherit', lineHeight: 'inherit', '::before': { content: 'none' } },
  },
  long: { maxWidth: '320px' },
  exact: { whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' },
  stacked: { fontVariantNumeric: 'tabular-nums', overflowWrap: 'normal' },
  negative: { color: tokens.colorPaletteRedForeground1 },
  missing: { color: tokens.colorNeutralForeground3 },
  // Fills its cell, and looks like a plain value until it is hovered.
  act: {
    boxSizing: 'border-box',
    minWidth: '44px',
    minHeight: '24px',
    // Includes the space added by the negative margins, so that a word that fits its column is not broken.
    maxWidth: `calc(100% + 2 * ${tokens.spacingHorizontalXS})`,
    // Vertically centered in its cell, however many lines the adjacent cells have.
    verticalAlign: 'top',
    margin: `0 calc(-1 * ${tokens.spacingHorizontalXS})`,
    padding: `0 ${tokens.spacingHorizontalXS}`,
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    color: 'inherit',
    font: 'inherit',
    textAlign: 'start',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover, outline: EDGE },
    ':focus-visible': { outline: FOCUS },
    '@media print': { padding: 0, margin: 0 },
  },
});

/** The context in which a cell is rendered. */
export type CellPlace = Pick<Ui, 'entity' | 'timeZone'>;

const isMissing = (value: unknown): boolean => value === null || value === undefined || value === '';

interface CellProps<R> {
  column: Column<R>;
  row: R;
  place: CellPlace;
  /**
   * Width in pixels and number of lines available for text, which is then truncated in the middle; omitted if its space
   * is unlimited.
   */
  room?: number | undefined;
  lines?: number;
}

/**
 * Renders a value according to its column's kind (LIST-10 to LIST-15). Text that may be truncated has `data-full`,
 * which the table's shared tooltip reads; ids, numbers and instants are never truncated.
 */
export function Cell<R>({ column, row, place, room, lines = 1 }: CellProps<R>): ReactNode {
  const styles = useStyles();
  const links = useLinkStyles();
  const missing = <span className={styles.missing}>{MISSING}</span>;
  const exact = (text: string) => (text === MISSING ? missing : <span className={styles.exact}>{text}</span>);
  const stacked = (text: string) =>
    text === MISSING ? (
      missing
    ) : (
      <span className={mergeClasses(styles.cut, styles.stacked)} data-full={text}>
        {text}
      </span>
    );
  const cut = (text: string, long = false) => {
    const parts = room === undefined ? null : middleCut(text, room, lines);
    return (
      <span
        className={mergeClasses(styles.cut, long && styles.long)}
        data-full={text}
        data-cut={parts ? '' : undefined}
      >
        {parts ? (
          <>
            {parts[0]}
            <span className={styles.gone}>{parts[1]}</span>
            {parts[2]}
          </>
        ) : (
          withBreak(text)
        )}
      </span>
    );
  };

  const chosen = (word: ReactNode) =>
    column.edit === undefined ? (
      word
    ) : (
      <button type="button" aria-haspopup="menu" tabIndex={-1} data-act="" className={styles.act}>
        {word}
      </button>
    );

  switch (column.kind) {
    case 'custom':
      return column.render(row);
    case 'yesNo': {
      const value = column.value(row);
      if (column.edit === undefined) return <YesNo value={value} />;
      return (
        <button type="button" role="switch" aria-checked={value} tabIndex={-1} data-act="" className={styles.act}>
          <YesNo value={value} />
        </button>
      );
    }
    case 'list': {
      const items = column.value(row);
      return items.length === 0 ? missing : cut(items.join(', '));
    }
    case 'tag': {
      const items = column.value(row);
      return items.length === 0 ? missing : <TagList items={items} room={room} />;
    }
    case 'date':
      return exact(formatDate(column.value(row), place.timeZone));
    case 'time':
    case 'tz':
      if (column.stacked) return stacked(formatTime(column.value(row), place.timeZone));
      return exact(formatTime(column.value(row), place.timeZone));
    case 'millisecond':
      return exact(formatMillis(column.value(row), place.timeZone));
    case 'money': {
      const amount = column.value(row);
      // A missing amount is not shown as 0.
      if (amount === null || amount === undefined) return missing;
      const text = formatAmount(amount, column.country?.(row) ?? place.entity);
      return amount < 0 ? <span className={mergeClasses(styles.exact, styles.negative)}>{text}</span> : exact(text);
    }
    default:
      break;
  }

  const value = column.value(row);
  if (isMissing(value) || value === null || value === undefined) return missing;
  switch (column.kind) {
    case 'id':
    case 'number':
    case 'day':
      return exact(String(value));
    case 'select':
    case 'enum':
      return chosen(cut(labelOf(column.options, value)));
    case 'status': {
      const tone = column.options.find(option => option.value === value)?.tone ?? 'neutral';
      return chosen(<Tag tone={tone}>{labelOf(column.options, value)}</Tag>);
    }
    case 'url': {
      const href = String(value);
      const safe = /^(https?:\/\/|\/)/.test(href);
      const text = column.text?.(row) ?? href;
      return safe ? (
        <a
          href={href}
          target="_blank"
          rel="noreferrer"
          className={mergeClasses(links.link, styles.cut)}
          data-full={href}
        >
          {text}
        </a>
      ) : (
        cut(text)
      );
    }
    case 'longText':
      return cut(String(value), true);
    case 'text':
      return cut(String(value));
  }
}

import { memo, useMemo } from 'react';
import { makeStyles, tokens } from '@fluentui/react-components';
import { MONTHS } from '../../../domain/dayNames.ts';
import {
  countKinds,
  daysInYear,
  daysOfYear,
  isHolidayKind,
  isWeekendKind,
  runsOf,
  yearOf,
} from '../../../domain/calendarYear.ts';
import { formatCount } from '../../../domain/format.ts';
import type { NonWorkingRow } from '../../../domain/daysOff.ts';
import { onPlainClick } from '../../../ui/isPlainClick.ts';

/** Heights in the drawing of a strip, in which a day has a width of 1. */
const HEIGHT = 20;
const WEEKEND_TOP = 13;

const useStyles = makeStyles({
  table: {
    width: '100%',
    borderCollapse: 'collapse',
    tableLayout: 'fixed',
    fontVariantNumeric: 'tabular-nums',
    '& td, & th': { padding: `${tokens.spacingVerticalXXS} ${tokens.spacingHorizontalS}`, textAlign: 'start' },
    '& tbody tr': { borderTop: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke3}` },
    '& tbody tr:hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    '@media (max-width: 639px)': {
      '& thead': { display: 'none' },
      '& tr': { display: 'block', paddingBlock: tokens.spacingVerticalXS },
      '& td, & th': { display: 'block', width: 'auto' },
    },
  },
  name: { width: '220px', fontWeight: tokens.fontWeightRegular },
  counts: {
    width: '128px',
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
  },
  head: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    '& > th': { fontWeight: tokens.fontWeightSemibold },
  },
  months: { display: 'flex', '& > span': { overflow: 'hidden' } },
  link: {
    display: 'block',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.colorBrandForegroundLink,
    textDecorationLine: 'none',
    ':hover': { textDecorationLine: 'underline' },
    ':focus-visible': { outline: `${tokens.strokeWidthThick} solid ${tokens.colorStrokeFocus2}` },
  },
  svg: {
    display: 'block',
    width: '100%',
    height: '20px',
    borderRadius: tokens.borderRadiusSmall,
    backgroundColor: tokens.colorNeutralBackground2,
    // Keeps the fill colors, which are system colors.
    '@media (forced-colors: active)': { forcedColorAdjust: 'none', backgroundColor: 'Canvas' },
  },
  weekend: { fill: tokens.colorNeutralStroke1, '@media (forced-colors: active)': { fill: 'GrayText' } },
  holiday: { fill: tokens.colorCompoundBrandStroke, '@media (forced-colors: active)': { fill: 'Highlight' } },
  line: {
    '@media (forced-colors: active)': { stroke: 'GrayText' },
    stroke: tokens.colorNeutralStroke2,
    strokeWidth: '0.5px',
    vectorEffect: 'non-scaling-stroke',
    fill: 'none',
  },
  off: { color: tokens.colorNeutralForeground3 },
});

/** A schedule in the overview. */
export interface StripRow {
  key: string;
  name: string;
  href: string;
  row: NonWorkingRow;
}

/** Draws runs of days as a path of rectangles, downward from a given height. */
const pathOf = (runs: readonly (readonly [number, number])[], top: number): string =>
  runs.map(([from, days]) => `M${from} ${top}h${days}v${HEIGHT - top}h-${days}z`).join('');

/** Lines at the start of each month. */
const monthLines = (year: number): { path: string; days: number[] } => {
  const begins = daysOfYear(year).flatMap((day, at) => (day.endsWith('-01') ? [at] : []));
  return {
    path: begins
      .slice(1)
      .map(at => `M${at} 0V${HEIGHT}`)
      .join(''),
    days: begins.map((at, month) => (begins[month + 1] ?? daysInYear(year)) - at),
  };
};

interface YearStripsProps {
  rows: readonly StripRow[];
  year: number;
  region: string;
  navigate: (href: string) => void;
}

/**
 * A year for all channels, one line each: weekends are short marks, and holidays are as tall as the line. Each line is
 * a single drawing with two paths, so that many channels can be painted quickly.
 */
export function YearStrips({ rows, year, region, navigate }: YearStripsProps) {
  const styles = useStyles();
  const months = useMemo(() => monthLines(year), [year]);
  return (
    <table className={styles.table} aria-label={`Non-working days of all channels, ${year}`} data-year={year}>
      <thead>
        <tr className={styles.head}>
          <th scope="col" className={styles.name}>
            Schedule
          </th>
          <th scope="col">
            <span className={styles.months}>
              {MONTHS.map((month, at) => (
                <span key={month} style={{ flex: `${months.days[at]} 1 0` }}>
                  {month.slice(0, 3)}
                </span>
              ))}
            </span>
          </th>
          <th scope="col" className={styles.counts}>
            Days off
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <Strip key={row.key} strip={row} year={year} region={region} lines={months.path} navigate={navigate} />
        ))}
      </tbody>
    </table>
  );
}

interface StripProps {
  strip: StripRow;
  year: number;
  region: string;
  lines: string;
  navigate: (href: string) => void;
}

const Strip = memo(function Strip({ strip, year, region, lines, navigate }: StripProps) {
  const styles = useStyles();
  const kinds = useMemo(() => yearOf(strip.row, region, year), [strip.row, region, year]);
  const [working, weekend, holiday, both] = countKinds(kinds);
  const said = `${formatCount(weekend + both)} weekend, ${formatCount(holiday)} holiday`;
  return (
    <tr data-strip={strip.key}>
      <th scope="row" className={styles.name}>
        <a
          href={strip.href}
          className={styles.link}
          title={strip.name}
          onClick={onPlainClick(() => navigate(strip.href))}
        >
          {strip.name}
        </a>
      </th>
      {/* The adjacent cell contains the same information as text. */}
      <td aria-hidden>
        <svg className={styles.svg} viewBox={`0 0 ${kinds.length} ${HEIGHT}`} preserveAspectRatio="none">
          <path className={styles.line} d={lines} />
          <path className={styles.weekend} d={pathOf(runsOf(kinds, isWeekendKind), WEEKEND_TOP)} />
          <path className={styles.holiday} d={pathOf(runsOf(kinds, isHolidayKind), 0)} />
        </svg>
      </td>
      <td className={styles.counts}>
        {strip.row.status === 0 ? (
          <span title={`${formatCount(working)} working days`}>{said}</span>
        ) : (
          <span className={styles.off}>Deleted</span>
        )}
      </td>
    </tr>
  );
});

import { memo, useEffect, useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { makeStyles, mergeClasses, shorthands, tokens } from '@fluentui/react-components';
import { weekdayOf, weeksOfMonth } from '../../../domain/calendarDay.ts';
import { dayAfterKey } from '../../../ui/form/dayKeys.ts';
import { dayLabel, MONTHS, WEEKDAYS } from '../../../domain/dayNames.ts';
import { DAY_KIND, daysBetween, daysOfYear, isHolidayKind, kindWord } from '../../../domain/calendarYear.ts';

import { useDayLooks } from './dayLooks.ts';

const CELL = '28px';
/** On a phone, days are large enough to tap. */
const PHONE = '@media (max-width: 639px)';
const FINGER = '40px';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(188px, 1fr))',
    alignItems: 'start',
    position: 'relative',
    gap: `${tokens.spacingVerticalL} ${tokens.spacingHorizontalL}`,
    minWidth: 0,
    userSelect: 'none',
    '@media (max-width: 639px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  month: {
    width: '100%',
    tableLayout: 'fixed',
    borderCollapse: 'separate',
    borderSpacing: '2px',
    fontVariantNumeric: 'tabular-nums',
  },
  caption: {
    paddingBottom: tokens.spacingVerticalXXS,
    textAlign: 'start',
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground1,
  },
  weekday: {
    padding: 0,
    height: '20px',
    textAlign: 'center',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase100,
    fontWeight: tokens.fontWeightRegular,
  },
  cell: { padding: 0, height: CELL, [PHONE]: { height: FINGER } },
  day: {
    position: 'relative',
    boxSizing: 'border-box',
    display: 'block',
    width: '100%',
    height: CELL,
    [PHONE]: { height: FINGER },
    padding: 0,
    border: `${tokens.strokeWidthThin} solid transparent`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    fontFamily: tokens.fontFamilyBase,
    fontSize: tokens.fontSizeBase200,
    fontVariantNumeric: 'tabular-nums',
    cursor: 'pointer',
    touchAction: 'pan-y',
    ':hover': { ...shorthands.borderColor(tokens.colorNeutralStroke1Hover) },
    ':focus-visible': {
      outline: `${tokens.strokeWidthThick} solid ${tokens.colorStrokeFocus2}`,
      outlineOffset: '1px',
      zIndex: 1,
    },
  },
  still: { cursor: 'default' },
  // The day's previous kind is crossed out.
  gone: { textDecorationLine: 'line-through', textDecorationThickness: '2px' },
  selected: { boxShadow: `0 0 0 2px ${tokens.colorStrokeFocus2}` },
  today: { ...shorthands.borderColor(tokens.colorBrandStroke1) },
});

/** Additional information about a day, besides its kind. */
export interface DayMarks {
  /** Whether the day will become a holiday, or will no longer be one. */
  changes: ReadonlyMap<string, boolean>;
  /** Days that are different for the other channel, with that channel's kind of day. */
  differs: ReadonlyMap<string, string>;
  /** Who set the day, and when. */
  setBy: ReadonlyMap<string, string>;
}

interface YearGridProps extends DayMarks {
  year: number;
  /** The kind of each day, including unsaved marks (domain/calendarYear). */
  kinds: Uint8Array;
  today: string;
  readOnly: boolean;
  /** The day in the tab order. */
  at: string;
  onAt: (day: string) => void;
  /** Marks days as holidays, or unmarks them. */
  onMark: (days: readonly string[], to: boolean) => void;
}

const NO_DAYS: ReadonlySet<string> = new Set();

/** The day at a point. */
const dayAt = (x: number, y: number): string | undefined =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-day]')?.dataset['day'];

/**
 * Twelve months. A press marks or unmarks a day as a holiday, and a drag does the same for all days in between. The
 * arrow keys move the focus, with Shift they select, and Space marks the selection. All days get the state of the first
 * one.
 */
export function YearGrid(props: YearGridProps) {
  const { year, kinds, today, readOnly, at, onAt, onMark } = props;
  const styles = useStyles();
  const root = useRef<HTMLDivElement>(null);
  /** Days selected by keyboard, or about to be marked by a drag. */
  const [range, setRange] = useState<{ from: string; to: string; drag: boolean } | null>(null);
  const moved = useRef(false);
  const days = useMemo(() => daysOfYear(year), [year]);
  const selected = useMemo(() => (range ? new Set(daysBetween(range.from, range.to)) : NO_DAYS), [range]);
  const isHoliday = (day: string): boolean => isHolidayKind(kinds[days.indexOf(day)] ?? 0);

  useEffect(() => {
    // A day in another year is shown once the URL has changed.
    const cell = moved.current && root.current?.querySelector<HTMLElement>(`[data-day="${at}"]`);
    if (!cell) return;
    moved.current = false;
    cell.focus();
    cell.scrollIntoView?.({ block: 'nearest' });
  });

  const markRange = (from: string, to: string) => {
    if (!readOnly) onMark(daysBetween(from, to), !isHoliday(from));
  };

  const onPointerDown = (event: PointerEvent) => {
    const day = (event.target as HTMLElement).closest<HTMLElement>('[data-day]')?.dataset['day'];
    if (day === undefined || event.button !== 0) return;
    // Otherwise, the day where a touch started would capture all of its events.
    (event.target as HTMLElement).releasePointerCapture?.(event.pointerId);
    onAt(day);
    setRange({ from: day, to: day, drag: true });
  };
  const onPointerMove = (event: PointerEvent) => {
    if (!range?.drag) return;
    const to = dayAt(event.clientX, event.clientY);
    if (to !== undefined && to !== range.to) setRange({ ...range, to });
  };
  // When the pointer is released over a day, all days up to it are marked, even those not highlighted yet; elsewhere,
  // the highlighted ones are.
  const latest = useRef({ range, markRange });
  useEffect(() => {
    latest.current = { range, markRange };
  });
  const dragging = range?.drag === true;
  useEffect(() => {
    if (!dragging) return undefined;
    const end = (event: globalThis.PointerEvent) => {
      const { range: now, markRange: mark } = latest.current;
      if (now) mark(now.from, dayAt(event.clientX, event.clientY) ?? now.to);
      setRange(null);
    };
    const cancel = () => setRange(null);
    document.addEventListener('pointerup', end);
    document.addEventListener('pointercancel', cancel);
    return () => {
      document.removeEventListener('pointerup', end);
      document.removeEventListener('pointercancel', cancel);
    };
  }, [dragging]);

  const onKeyDown = (event: KeyboardEvent) => {
    const day = (event.target as HTMLElement).dataset['day'];
    if (day === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      if (event.repeat) return;
      markRange(range?.from ?? day, range?.to ?? day);
      setRange(null);
      return;
    }
    if (event.key === 'Escape' && range) {
      event.preventDefault();
      setRange(null);
      return;
    }
    const next = dayAfterKey(event.key, day);
    if (next === null) return;
    event.preventDefault();
    setRange(event.shiftKey ? { from: range?.from ?? day, to: next, drag: false } : null);
    moved.current = true;
    onAt(next);
  };

  return (
    // The year handles keys and drags as a whole, wherever inside it they begin.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={root}
      className={styles.root}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onKeyDown={onKeyDown}
    >
      {MONTHS.map((name, month) => (
        <Month
          key={name}
          {...props}
          first={`${days[0]?.slice(0, 4)}-${String(month + 1).padStart(2, '0')}-01`}
          name={`${name} ${year}`}
          selected={selected}
          // The result of a drag is shown immediately.
          becomes={range?.drag === true && !readOnly ? !isHoliday(range.from) : null}
          onPress={day => onMark([day], !isHoliday(day))}
          isToday={today}
        />
      ))}
      <output className={styles.still} aria-live="polite" style={{ position: 'absolute', clipPath: 'inset(50%)' }}>
        {range && !range.drag
          ? `${selected.size} days selected, ${dayLabel(range.from)} to ${dayLabel(range.to)}. Press Space to mark them.`
          : ''}
      </output>
    </div>
  );
}

interface MonthProps extends Omit<YearGridProps, 'today' | 'onAt' | 'onMark'> {
  first: string;
  name: string;
  selected: ReadonlySet<string>;
  becomes: boolean | null;
  isToday: string;
  onPress: (day: string) => void;
}

/** A day's index in the year; 0 is January 1. */
const placeOf = (first: string, day: string, monthBegins: number): number =>
  monthBegins + Number(day.slice(8)) - Number(first.slice(8));

function Month(props: MonthProps) {
  const { year, first, name, kinds, selected, becomes, changes, differs, setBy, at, readOnly, isToday, onPress } =
    props;
  const styles = useStyles();
  const weeks = useMemo(() => weeksOfMonth(first), [first]);
  const begins = useMemo(() => daysOfYear(year).indexOf(first), [year, first]);
  return (
    <table className={styles.month}>
      <caption className={styles.caption}>{name}</caption>
      <thead>
        <tr>
          {WEEKDAYS.map(weekday => (
            <th key={weekday} scope="col" className={styles.weekday} abbr={weekday}>
              {weekday.slice(0, 2)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map(week => (
          <tr key={week[0]}>
            {week.map(day => {
              if (day.slice(0, 7) !== first.slice(0, 7)) return <td key={day} className={styles.cell} aria-hidden />;
              const saved = kinds[placeOf(first, day, begins)] as number;
              const kind =
                becomes !== null && selected.has(day)
                  ? (saved & DAY_KIND.weekend) | (becomes ? DAY_KIND.holiday : 0)
                  : saved;
              return (
                <td key={day} className={styles.cell}>
                  <Day
                    day={day}
                    kind={kind}
                    change={changes.get(day)}
                    differs={differs.get(day)}
                    setBy={setBy.get(day)}
                    selected={becomes === null && selected.has(day)}
                    current={day === at}
                    today={day === isToday}
                    readOnly={readOnly}
                    onPress={onPress}
                  />
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DayProps {
  day: string;
  kind: number;
  change: boolean | undefined;
  differs: string | undefined;
  setBy: string | undefined;
  selected: boolean;
  current: boolean;
  today: boolean;
  readOnly: boolean;
  onPress: (day: string) => void;
}

/**
 * The label of a day, e.g. "Friday 25 December 2026, holiday, not saved yet; weekend in 10022 LM"; it includes the
 * visible number.
 */
const dayName = ({ day, kind, change, differs }: DayProps): string =>
  `${WEEKDAYS[weekdayOf(day)]} ${Number(day.slice(8))} ${MONTHS[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}, ${kindWord(kind)}${change === undefined ? '' : ', not saved yet'}${
    differs === undefined ? '' : `; ${differs}`
  }`;

const sameDay = (a: DayProps, b: DayProps): boolean =>
  a.day === b.day &&
  a.kind === b.kind &&
  a.change === b.change &&
  a.differs === b.differs &&
  a.setBy === b.setBy &&
  a.selected === b.selected &&
  a.current === b.current &&
  a.today === b.today &&
  a.readOnly === b.readOnly;

const Day = memo(function Day(props: DayProps) {
  const { day, kind, change, differs, setBy, selected, current, today, readOnly, onPress } = props;
  const styles = useStyles();
  const looks = useDayLooks();
  return (
    <button
      type="button"
      data-day={day}
      tabIndex={current ? 0 : -1}
      aria-label={dayName(props)}
      aria-pressed={isHolidayKind(kind)}
      aria-current={today ? 'date' : undefined}
      aria-disabled={readOnly ? true : undefined}
      title={setBy === undefined ? dayName(props) : `${dayName(props)}, ${setBy}`}
      className={mergeClasses(
        styles.day,
        readOnly && styles.still,
        kind === DAY_KIND.weekend && looks.weekend,
        isHolidayKind(kind) && looks.holiday,
        kind === DAY_KIND.weekendHoliday && looks.both,
        kind === DAY_KIND.madeUp && looks.madeUp,
        today && styles.today,
        change !== undefined && looks.changed,
        change === false && styles.gone,
        differs !== undefined && looks.differs,
        selected && styles.selected,
      )}
      // Pointers mark by pressing and releasing; this handles presses by screen readers.
      onClick={event => event.detail === 0 && !readOnly && onPress(day)}
    >
      {Number(day.slice(8))}
    </button>
  );
}, sameDay);

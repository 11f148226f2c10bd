import { useCallback, useMemo, useState } from 'react';
import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { CalendarWeekStartRegular, CopyRegular } from '@fluentui/react-icons';
import { useNavigate } from '@tanstack/react-router';
import type { ListRow } from '../../../contract/listData.ts';
import { keyOf } from '../../../contract/resource.ts';
import { nonWorkingDays } from '../../../contract/resources/nonWorkingDays.ts';
import { weekdayOf } from '../../../domain/calendarDay.ts';
import { authorsOfDay } from '../../../domain/dayAuthors.ts';
import { dayLabel } from '../../../domain/dayNames.ts';
import {
  countKinds,
  DAY_KIND,
  daysOfYear,
  differingDays,
  isHolidayKind,
  isInherited,
  isOwnHoliday,
  isWeekendKind,
  kindWord,
  listMarks,
  marked,
  marksBetween,
  openMarks,
  withMarks,
  YEAR_MOST,
  yearOf,
  type Marks,
} from '../../../domain/calendarYear.ts';
import { formatCount, formatDate } from '../../../domain/format.ts';
import { countText } from '../../../domain/import/countsText.ts';
import { withYearCopied, type NonWorkingRow } from '../../../domain/daysOff.ts';
import {
  ALL,
  holidaysText,
  isByState,
  readHolidays,
  readWeekends,
  weekendsText,
  WORK,
} from '../../../domain/nonWorkingDays.ts';
import { STATUS } from '../../../domain/permission.ts';
import { formError } from '../../../domain/textForms.ts';
import { editRecord } from '../../../sync/actions/records.ts';
import { useSync } from '../../../sync/hooks/useSync.ts';
import type { Row } from '../../../sync/types.ts';
import { failureText } from '../../../ui/form/failureText.ts';
import { useDraft } from '../../../ui/form/useDraft.ts';
import { lazyPart } from '../../../ui/lazyPart.tsx';
import { PendingBadge } from '../../../ui/PendingBadge.tsx';
import { blockedBy } from '../../../ui/rowMark.ts';
import { useUi } from '../../../ui/UiContext.ts';
import { useWritten } from '../../shared/useUndo.ts';
import { ShiftText } from '../ShiftText.tsx';
import { scheduleText } from '../words.ts';
import { DayCard } from './DayCard.tsx';
import { useDayAuthors } from './useDayAuthors.ts';
import { YearGrid } from './YearGrid.tsx';
import { scheduleRow } from '../../shared/shift/schedules.ts';

const WeekendsDialog = lazyPart(() => import('../WeekendsDialog.tsx').then(module => module.WeekendsDialog));

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 320px',
    alignItems: 'start',
    gap: tokens.spacingHorizontalL,
    '@media (max-width: 1099px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  card: {
    flexShrink: 0,
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    minWidth: 0,
    padding: tokens.spacingHorizontalL,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    '@media (max-width: 639px)': { padding: tokens.spacingHorizontalM },
  },
  // Next to the months, this whole column stays visible; below them, only the part with Apply does.
  side: {
    position: 'sticky',
    top: 0,
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    minWidth: 0,
    // Otherwise, a column taller than the window would scroll out of view at the end of the page, together with Apply.
    maxHeight: 'calc(100vh - 104px - var(--notices-room))',
    overflowY: 'auto',
    // The changed section then stays visible by itself.
    '@media (max-width: 1099px)': { display: 'contents' },
  },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
  },
  head: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
  },
  grow: { flex: '1 1 auto' },
  text: { margin: 0, color: tokens.colorNeutralForeground2, fontVariantNumeric: 'tabular-nums' },
  warn: { margin: 0, color: tokens.colorStatusWarningForeground1 },
  error: { margin: 0, color: tokens.colorStatusDangerForeground1 },
  legend: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: `${tokens.spacingVerticalXXS} ${tokens.spacingHorizontalM}`,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
  },
  lines: { margin: 0, padding: 0, listStyleType: 'none' },
  list: {
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    maxHeight: '200px',
    '@media (max-width: 1099px)': { maxHeight: '72px' },
    overflowY: 'auto',
    fontSize: tokens.fontSizeBase200,
    fontVariantNumeric: 'tabular-nums',
  },
  line: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: tokens.spacingHorizontalS,
    minHeight: '24px',
  },
  quiet: { color: tokens.colorNeutralForeground3 },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
  // Below the months, the card's lower edge does not move.
  steady: { '@media (max-width: 1099px)': { order: 1 } },
  apply: {
    '@media (max-width: 1099px)': {
      position: 'sticky',
      bottom: 0,
      zIndex: 2,
      order: 1,
      gap: tokens.spacingVerticalXS,
      padding: tokens.spacingHorizontalM,
      boxShadow: tokens.shadow8,
    },
  },
});

const NO_MARKS = '{}';
const NO_AUTHORS: ReadonlyMap<string, string> = new Map();
const HOLIDAYS = 'nonWorkingDays.holidays';
/** Maximum number of changes listed above Apply. */
const LISTED = 400;

interface ScheduleCalendarProps {
  item: ListRow<Row>;
  /** The schedule to compare with. */
  other: Row | null;
  year: number;
  region: string;
  onYear: (year: number) => void;
}

const nameOf = (row: Row): string => `${String(row['channelId'])} ${String(row['serviceType'])}`;

/**
 * A channel's year: days are marked and unmarked, reviewed together, and saved as a single write of the channel's
 * holidays.
 */
export function ScheduleCalendar({ item, other, year, region, onYear }: ScheduleCalendarProps) {
  const styles = useStyles();
  const navigate = useNavigate();
  const { client, entity } = useSync();
  const { can, notify, timeZone } = useUi();
  const written = useWritten();
  const { row, pending } = item;
  const key = keyOf(nonWorkingDays, row);
  const schedule = useMemo(() => scheduleRow(row, entity), [row, entity]);
  const today = formatDate(Math.floor(client.env.clock.now() / 1000), timeZone);

  const [values, setValues] = useState({ marks: NO_MARKS });
  const [initial] = useState({ marks: NO_MARKS });
  const draft = useDraft(`${nonWorkingDays.id}/calendar/${key}`, initial, values, setValues);
  const saved = useMemo(() => readHolidays(schedule.HolidaysSetting) ?? {}, [schedule]);
  const marks = useMemo(() => openMarks(saved, JSON.parse(values.marks) as Marks), [saved, values.marks]);
  const put = useCallback((next: Marks) => {
    const sorted = Object.fromEntries(Object.entries(next).sort(([a], [b]) => (a < b ? -1 : 1)));
    setValues({ marks: JSON.stringify(sorted) });
  }, []);
  const holidays = useMemo(() => marked(saved, marks), [saved, marks]);
  const after = useMemo(
    (): NonWorkingRow => ({ ...schedule, HolidaysSetting: holidaysText(holidays) }),
    [schedule, holidays],
  );
  const kinds = useMemo(() => yearOf(after, region, year), [after, region, year]);
  const theirs = useMemo(
    () => other && yearOf(scheduleRow(other, entity), region, year),
    [other, entity, region, year],
  );
  const differing = useMemo(() => (theirs ? differingDays(kinds, theirs, year) : []), [kinds, theirs, year]);
  const differs = useMemo(
    () =>
      new Map(
        differing.map(({ day, theirs: kind }) => [day, `${kindWord(kind)} in ${other ? nameOf(other) : ''}`] as const),
      ),
    [differing, other],
  );
  const changes = useMemo(
    () =>
      new Map(
        listMarks(marks).flatMap(mark =>
          mark.region === region || mark.region === ALL
            ? [[mark.day, mark.to] as const]
            : // The day's label is unchanged, so nothing is crossed out.
              mark.region === WORK
              ? [[mark.day, true] as const]
              : [],
        ),
      ),
    [marks, region],
  );
  const [at, setAt] = useState(today);
  const shownAt = at.startsWith(String(year)) ? at : today.startsWith(String(year)) ? today : `${year}-01-01`;
  const onAt = (day: string) => {
    setAt(day);
    const next = Number(day.slice(0, 4));
    if (next !== year) onYear(next);
  };

  const isDeleted = schedule.status !== STATUS.normal;
  const mayWrite = can(`${nonWorkingDays.feature}.write`);
  const blocked = isDeleted
    ? 'This schedule is disabled, so none of its days count. Restore it in the list to change them.'
    : blockedBy(pending);
  const readOnly = !mayWrite || blocked !== null;
  const onMark = (days: readonly string[], to: boolean) => {
    const kept = days.filter(day => isInherited(holidays, region, day));
    // A holiday is not a working day.
    const marksNow = to ? withMarks(saved, marks, WORK, days, false) : marks;
    put(withMarks(saved, marksNow, region, days, to));
    if (kept.length > 0 && !to)
      notify.info(
        `${countText(kept.length, 'day')} ${kept.length === 1 ? 'is' : 'are'} still ${kept.length === 1 ? 'a holiday' : 'holidays'} in ${region} because of a setting for all states`,
        'Choose All states to change days for the whole country.',
      );
  };
  const isWorked = isOwnHoliday(holidays, WORK, shownAt);
  const shownKind = kinds[daysOfYear(year).indexOf(shownAt)] ?? 0;
  // A weekend day, or one that was on a weekend when it was made a working day.
  const isWorkable = isWorked || (isWeekendKind(shownKind) && !isInherited(holidays, region, shownAt));
  const putWork = () => {
    // Pressing the day has made it a holiday, so it cannot also be a working day.
    const free = isWorked ? marks : withMarks(saved, marks, region, [shownAt], false);
    put(withMarks(saved, free, WORK, [shownAt], !isWorked));
  };
  const changed = listMarks(marks);
  const problem = formError('Holidays', 'holidays', after.HolidaysSetting, 20_000)
    ? 'There are too many holidays for one schedule. Remove those of past years.'
    : null;
  const [busy, setBusy] = useState(false);
  const apply = async () => {
    setBusy(true);
    try {
      const wanted = { HolidaysSetting: after.HolidaysSetting };
      const entry = await editRecord(client, nonWorkingDays, entity, row, wanted, HOLIDAYS);
      if (entry) written('Apply successful', entry);
      put({});
      draft.startAfresh();
    } catch (error) {
      notify.error(failureText(error));
    } finally {
      setBusy(false);
    }
  };
  const copyYear = () => {
    const copied = marksBetween(saved, withYearCopied(holidays, year, year + 1));
    const added = Object.keys(copied).length - Object.keys(marks).length;
    put(copied);
    onYear(year + 1);
    notify.info(
      added === 0
        ? `${year + 1} already has every holiday of ${year}`
        : `${countText(added, 'holiday')} of ${year} marked in ${year + 1}`,
      'The holidays were copied to the same dates. Correct movable feasts and days in lieu before you apply.',
    );
  };
  const takeOver = () => {
    if (!other) return;
    const own = readHolidays(String(other['HolidaysSetting'])) ?? {};
    const inYear = (day: string) => day.startsWith(`${year}-`);
    // Days shared by all states of the other schedule are added to this state, unless all states of this schedule
    // already have them.
    const days = [...(own[region] ?? []), ...(own[ALL] ?? [])].filter(
      day => inYear(day) && !isInherited(holidays, region, day),
    );
    const rest = (holidays[region] ?? []).filter(day => !inYear(day));
    const mine = [...new Set([...rest, ...days])].sort();
    const working = [
      ...(holidays[WORK] ?? []).filter(day => !inYear(day)),
      ...(own[WORK] ?? []).filter(day => inYear(day) && !mine.includes(day)),
    ];
    put(marksBetween(saved, { ...holidays, [region]: mine, [WORK]: working }));
  };
  const [working, weekend, holiday, both, madeUp] = countKinds(kinds);
  const history = useDayAuthors(row);
  const setBy = useMemo(() => {
    const { authors, words } = history;
    if (authors === null) return NO_AUTHORS;
    return new Map(
      daysOfYear(year).flatMap((day, at) => {
        const { holiday: of, weekend: week, working: work } = authorsOfDay(authors, region, day, weekdayOf(day) + 1);
        const kind = kinds[at] ?? 0;
        const author = isHolidayKind(kind) ? of : kind === DAY_KIND.madeUp ? work : week;
        return author && !changes.has(day) ? [[day, `set ${words(author, timeZone)}`] as const] : [];
      }),
    );
  }, [history, year, region, kinds, changes, timeZone]);
  const [editsWeekends, setEditsWeekends] = useState(false);
  const weekends = readWeekends(schedule.WeekendsSetting) ?? {};
  const restDays = weekends[region] ?? weekends[ALL];
  return (
    <div className={styles.root}>
      <section className={styles.card} aria-label={`Calendar ${year} of ${scheduleText(row)}`}>
        <div className={styles.head}>
          <h2 className={mergeClasses(styles.title, styles.grow)}>{`${scheduleText(row)}, ${year}`}</h2>
          {pending && (
            <PendingBadge mark={pending} onOpen={mark => void navigate({ href: `/queue?entry=${mark.entryId}` })} />
          )}
          <span className={styles.buttons}>
            {mayWrite && (
              <Button
                size="small"
                icon={<CalendarWeekStartRegular />}
                disabled={readOnly}
                onClick={() => setEditsWeekends(true)}
              >
                Edit weekends
              </Button>
            )}
            {mayWrite && year < YEAR_MOST && (
              <Button size="small" icon={<CopyRegular />} disabled={readOnly || busy} onClick={copyYear}>
                {`Copy ${year} to ${year + 1}`}
              </Button>
            )}
          </span>
        </div>
        {blocked !== null && <p className={styles.warn}>{blocked}</p>}
        <p className={styles.text}>
          {`${formatCount(working)} working days${madeUp > 0 ? `, ${formatCount(madeUp)} of them on weekends` : ''}, ${formatCount(weekend + both)} weekend days${
            restDays === undefined ? '' : ` (${weekendsText({ [ALL]: restDays })})`
          }, ${countText(holiday, 'holiday')} on working weekdays${both > 0 ? `, ${formatCount(both)} on weekends` : ''}.`}
          {isByState(entity, row['serviceType']) &&
            region === ALL &&
            ' Weekends are set state by state: choose a state to see them.'}
        </p>
        <YearGrid
          year={year}
          kinds={kinds}
          changes={changes}
          differs={differs}
          setBy={setBy}
          today={today}
          readOnly={readOnly}
          at={shownAt}
          onAt={onAt}
          onMark={onMark}
        />
        <p className={styles.legend}>
          {mayWrite
            ? 'Click days or drag across them to mark them as holidays or clear the mark. With the keyboard, move with the arrow keys, select with Shift and the arrow keys, and mark with Space. To make a weekend day a working day, use its date.'
            : 'You can view this calendar but not change it.'}
        </p>
      </section>
      {editsWeekends && <WeekendsDialog row={row} readOnly={readOnly} close={() => setEditsWeekends(false)} />}
      <div className={styles.side}>
        {/* Placed before anything that appears later or grows, so that Apply never moves away from the pointer. */}
        {changed.length > 0 && (
          <section className={mergeClasses(styles.card, styles.apply)} aria-label="Changes">
            <h2 className={styles.title}>{`${countText(changed.length, 'change')}, not saved yet`}</h2>
            {problem !== null && (
              <p className={styles.error} role="alert">
                {problem}
              </p>
            )}
            <div className={mergeClasses(styles.buttons, styles.steady)}>
              <Button appearance="primary" disabled={busy || readOnly || problem !== null} onClick={() => void apply()}>
                Apply
              </Button>
              <Button disabled={busy} onClick={() => put({})}>
                Discard
              </Button>
            </div>
            {draft.unkept && (
              <output className={styles.warn}>
                This browser could not save the days that you marked, so they will be lost when this page closes. Apply
                them, or free up disk space.
              </output>
            )}
            {draft.restored && <p className={styles.text}>The days that you had marked were restored.</p>}
            <ul className={styles.list}>
              {changed.slice(0, LISTED).map(({ region: own, day, to }) => (
                <li key={`${own}${day}`} className={styles.line}>
                  <span>
                    {own === WORK
                      ? `${dayLabel(day)} ${to ? 'becomes a working day' : 'is no longer a working day'}`
                      : `${dayLabel(day)} ${to ? 'becomes a holiday' : 'is no longer a holiday'}${own === ALL ? '' : ` in ${own}`}`}
                  </span>
                  <Button
                    size="small"
                    appearance="subtle"
                    aria-label={`Undo the change on ${dayLabel(day)}`}
                    onClick={() => put(withMarks(saved, marks, own, [day], !to))}
                  >
                    Undo
                  </Button>
                </li>
              ))}
            </ul>
            <ShiftText row={row} change={{ HolidaysSetting: after.HolidaysSetting }} />
          </section>
        )}
        <section className={styles.card} aria-label="Day">
          <h2 className={styles.title}>{dayLabel(shownAt)}</h2>
          <DayCard
            row={row}
            day={shownAt}
            kinds={kinds}
            marks={marks}
            region={region}
            inherited={isInherited(holidays, region, shownAt)}
            differs={differs.get(shownAt)}
            history={history}
          />
          {!readOnly && isWorkable && (
            <div className={styles.buttons}>
              <Button size="small" onClick={putWork}>
                {isWorked ? 'No longer a working day' : 'Make it a working day'}
              </Button>
            </div>
          )}
        </section>
        {other && (
          <section className={styles.card} aria-label="Comparison">
            <h2 className={styles.title}>{`Compared with ${scheduleText(other)}`}</h2>
            <p className={styles.text}>
              {differing.length === 0
                ? `Both schedules have the same days off in ${year}.`
                : `${countText(differing.length, 'day')} of ${year} ${differing.length === 1 ? 'differs' : 'differ'}.`}
            </p>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and nothing in it takes the focus */}
            <section className={styles.list} aria-label="Days that differ" tabIndex={0}>
              <ul className={styles.lines}>
                {differing.map(({ day, mine, theirs: kind }) => (
                  <li key={day} className={styles.line}>
                    <span>
                      {dayLabel(day)}{' '}
                      <span className={styles.quiet}>{`${kindWord(mine)} here, ${kindWord(kind)} there`}</span>
                    </span>
                  </li>
                ))}
              </ul>
            </section>
            {mayWrite &&
              differing.some(({ mine, theirs: kind }) => mine >= DAY_KIND.holiday || kind >= DAY_KIND.holiday) && (
                <div className={styles.buttons}>
                  <Button size="small" disabled={readOnly || busy} onClick={takeOver}>
                    {`Copy the holidays of ${nameOf(other)}`}
                  </Button>
                </div>
              )}
          </section>
        )}
      </div>
    </div>
  );
}

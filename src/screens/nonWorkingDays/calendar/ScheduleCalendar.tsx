import { useMemo, useState } from 'react';
import { Button, mergeClasses } from '@fluentui/react-components';
import { CalendarWeekStartRegular, CopyRegular } from '@fluentui/react-icons';
import { useNavigate } from '@tanstack/react-router';
import type { ListRow } from '../../../contract/listData.ts';
import { nonWorkingDays } from '../../../contract/resources/nonWorkingDays.ts';
import { weekdayOf } from '../../../domain/calendarDay.ts';
import { authorsOfDay } from '../../../domain/dayAuthors.ts';
import { dayLabel } from '../../../domain/dayNames.ts';
import {
  countKinds,
  DAY_KIND,
  daysOfYear,
  isHolidayKind,
  isInherited,
  isOwnHoliday,
  isWeekendKind,
  listMarks,
  marksBetween,
  withMarks,
  YEAR_MOST,
} from '../../../domain/calendarYear.ts';
import { formatCount, formatDate } from '../../../domain/format.ts';
import { countText } from '../../../domain/import/countsText.ts';
import { withYearCopied } from '../../../domain/daysOff.ts';
import { ALL, isByState, readWeekends, weekendsText, WORK } from '../../../domain/nonWorkingDays.ts';
import { STATUS } from '../../../domain/permission.ts';
import { editRecord } from '../../../sync/actions/records.ts';
import { useSync } from '../../../sync/hooks/useSync.ts';
import type { Row } from '../../../sync/types.ts';
import { failureText } from '../../../ui/form/failureText.ts';
import { lazyPart } from '../../../ui/lazyPart.tsx';
import { PendingBadge } from '../../../ui/PendingBadge.tsx';
import { blockedBy } from '../../../ui/rowMark.ts';
import { useUi } from '../../../ui/UiContext.ts';
import { useWritten } from '../../shared/useUndo.ts';
import { scheduleText } from '../words.ts';
import { useCalendarStyles } from './calendarStyles.ts';
import { ChangesCard } from './ChangesCard.tsx';
import { ComparisonCard } from './ComparisonCard.tsx';
import { DayCard } from './DayCard.tsx';
import { useDayAuthors } from './useDayAuthors.ts';
import { useMarkedYear } from './useMarkedYear.ts';
import { YearGrid } from './YearGrid.tsx';

const WeekendsDialog = lazyPart(() => import('../WeekendsDialog.tsx').then(module => module.WeekendsDialog));

const NO_AUTHORS: ReadonlyMap<string, string> = new Map();
const HOLIDAYS = 'nonWorkingDays.holidays';

interface ScheduleCalendarProps {
  item: ListRow<Row>;
  /** The schedule to compare with. */
  other: Row | null;
  year: number;
  region: string;
  onYear: (year: number) => void;
}

/**
 * A channel's year: days are marked and unmarked, reviewed together, and saved as a single write of the channel's
 * holidays.
 */
export function ScheduleCalendar({ item, other, year, region, onYear }: ScheduleCalendarProps) {
  const styles = useCalendarStyles();
  const navigate = useNavigate();
  const { client, entity } = useSync();
  const { can, notify, timeZone } = useUi();
  const written = useWritten();
  const { row, pending } = item;
  const marked = useMarkedYear(row, other, year, region);
  const { schedule, saved, marks, put, settle, holidays, after, kinds, differs, changes } = marked;
  const today = formatDate(Math.floor(client.env.clock.now() / 1000), timeZone);

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
  const [busy, setBusy] = useState(false);
  const apply = async () => {
    setBusy(true);
    try {
      const wanted = { HolidaysSetting: after.HolidaysSetting };
      const entry = await editRecord(client, nonWorkingDays, entity, row, wanted, HOLIDAYS);
      if (entry) written('Apply successful', entry);
      settle(marks);
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
        {listMarks(marks).length > 0 && (
          <ChangesCard row={row} year={marked} busy={busy} readOnly={readOnly} apply={apply} />
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
          <ComparisonCard
            other={other}
            year={year}
            region={region}
            own={marked}
            mayWrite={mayWrite}
            disabled={readOnly || busy}
          />
        )}
      </div>
    </div>
  );
}

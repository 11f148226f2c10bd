import { makeStyles, tokens } from '@fluentui/react-components';
import { keyOf } from '../../../contract/resource.ts';
import { nonWorkingDays } from '../../../contract/resources/nonWorkingDays.ts';
import { daysOfYear, kindWord, type Marks } from '../../../domain/calendarYear.ts';
import { weekdayOf } from '../../../domain/calendarDay.ts';
import { authorsOfDay } from '../../../domain/dayAuthors.ts';
import { WEEKDAYS } from '../../../domain/dayNames.ts';
import { ALL, WORK } from '../../../domain/nonWorkingDays.ts';
import type { Row } from '../../../sync/types.ts';
import { useUi } from '../../../ui/UiContext.ts';
import { LastChanged } from '../../shared/history/LastChanged.tsx';
import type { AuthorsOfSchedule } from './useDayAuthors.ts';

const useStyles = makeStyles({
  text: {
    margin: 0,
    color: tokens.colorNeutralForeground2,
    fontVariantNumeric: 'tabular-nums',
    overflowWrap: 'anywhere',
  },
});

interface DayCardProps {
  row: Row;
  day: string;
  kinds: Uint8Array;
  marks: Marks;
  region: string;
  inherited: boolean;
  /** The other channel's kind of day; undefined if it is the same or there is no other channel. */
  differs: string | undefined;
  history: AuthorsOfSchedule;
}

/** A day's current and new kind, and who set it when. */
export function DayCard({ row, day, kinds, marks, region, inherited, differs, history }: DayCardProps) {
  const styles = useStyles();
  return (
    <>
      <p className={styles.text}>{dayText(day, kinds, marks, region, inherited)}</p>
      {differs !== undefined && <p className={styles.text}>{`This day is ${differs}.`}</p>}
      <Authors day={day} marks={marks} region={region} history={history} />
      <LastChanged collection={nonWorkingDays.collection} recordKey={keyOf(nonWorkingDays, row)} row={row} />
    </>
  );
}

function Authors({ day, marks, region, history }: Pick<DayCardProps, 'day' | 'marks' | 'region' | 'history'>) {
  const styles = useStyles();
  const { timeZone, online } = useUi();
  const { authors, status, words } = history;
  if (authors === null) {
    const text =
      status === 'loading'
        ? 'Loading from the server who set this day'
        : online
          ? 'The history could not be loaded, so the console cannot show who set this day.'
          : 'Who set this day will be shown once the server can be reached.';
    return <p className={styles.text}>{text}</p>;
  }
  const { holiday, weekend, working } = authorsOfDay(authors, region, day, weekdayOf(day) + 1);
  const isMarked = [region, ALL, WORK].some(part => marks[`${part}|${day}`] !== undefined);
  return (
    <>
      {holiday && !isMarked && <p className={styles.text}>{`Holiday set ${words(holiday, timeZone)}.`}</p>}
      {working && !isMarked && <p className={styles.text}>{`Working day set ${words(working, timeZone)}.`}</p>}
      {weekend && (
        <p className={styles.text}>{`Weekend on ${WEEKDAYS[weekdayOf(day)]}s set ${words(weekend, timeZone)}.`}</p>
      )}
    </>
  );
}

/** A day's current and new kind. */
function dayText(day: string, kinds: Uint8Array, marks: Marks, region: string, inherited: boolean): string {
  const at = daysOfYear(Number(day.slice(0, 4))).indexOf(day);
  const word = kindWord(kinds[at] ?? 0);
  const work = marks[`${WORK}|${day}`];
  const mark = marks[`${region}|${day}`] ?? marks[`${ALL}|${day}`];
  const where = region === ALL ? '' : ` in ${region}`;
  const what = `A ${word}${where}${inherited ? ', as in all states' : ''}.`;
  if (work !== undefined) return `${what} Not saved yet; previously ${work ? 'a weekend' : 'a working day'}.`;
  return mark === undefined ? what : `${what} Not saved yet; previously ${mark ? 'not a holiday' : 'a holiday'}.`;
}

import { Button } from '@fluentui/react-components';
import { DAY_KIND, isInherited, kindWord, marksBetween } from '../../../domain/calendarYear.ts';
import { dayLabel } from '../../../domain/dayNames.ts';
import { countText } from '../../../domain/import/countsText.ts';
import { ALL, readHolidays, WORK } from '../../../domain/nonWorkingDays.ts';
import type { Row } from '../../../sync/types.ts';
import { scheduleText } from '../words.ts';
import { useCalendarStyles } from './calendarStyles.ts';
import { nameOf, type MarkedYear } from './useMarkedYear.ts';

interface ComparisonCardProps {
  other: Row;
  year: number;
  region: string;
  own: Pick<MarkedYear, 'differing' | 'holidays' | 'put' | 'saved'>;
  mayWrite: boolean;
  disabled: boolean;
}

/** The days on which another schedule differs, whose holidays can be copied. */
export function ComparisonCard({ other, year, region, own: mine, mayWrite, disabled }: ComparisonCardProps) {
  const { differing, holidays, put, saved } = mine;
  const styles = useCalendarStyles();
  const takeOver = () => {
    const own = readHolidays(String(other['HolidaysSetting'])) ?? {};
    const inYear = (day: string) => day.startsWith(`${year}-`);
    // Days shared by all states of the other schedule are added to this state, unless all states of this schedule
    // already have them.
    const days = [...(own[region] ?? []), ...(own[ALL] ?? [])].filter(
      day => inYear(day) && !isInherited(holidays, region, day),
    );
    const rest = (holidays[region] ?? []).filter(day => !inYear(day));
    const now = [...new Set([...rest, ...days])].sort();
    const working = [
      ...(holidays[WORK] ?? []).filter(day => !inYear(day)),
      ...(own[WORK] ?? []).filter(day => inYear(day) && !now.includes(day)),
    ];
    put(marksBetween(saved, { ...holidays, [region]: now, [WORK]: working }));
  };
  return (
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
      {mayWrite && differing.some(({ mine, theirs: kind }) => mine >= DAY_KIND.holiday || kind >= DAY_KIND.holiday) && (
        <div className={styles.buttons}>
          <Button size="small" disabled={disabled} onClick={takeOver}>
            {`Copy the holidays of ${nameOf(other)}`}
          </Button>
        </div>
      )}
    </section>
  );
}

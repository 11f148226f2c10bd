import { Button, mergeClasses } from '@fluentui/react-components';
import { listMarks, withMarks } from '../../../domain/calendarYear.ts';
import { dayLabel } from '../../../domain/dayNames.ts';
import { countText } from '../../../domain/import/countsText.ts';
import { ALL, WORK } from '../../../domain/nonWorkingDays.ts';
import { formError } from '../../../domain/textForms.ts';
import type { Row } from '../../../sync/types.ts';
import { ShiftText } from '../ShiftText.tsx';
import { useCalendarStyles } from './calendarStyles.ts';
import type { MarkedYear } from './useMarkedYear.ts';

/** Maximum number of changes listed above Apply. */
const LISTED = 400;

interface ChangesCardProps {
  row: Row;
  year: Pick<MarkedYear, 'after' | 'draft' | 'marks' | 'put' | 'saved'>;
  busy: boolean;
  readOnly: boolean;
  apply: () => Promise<void>;
}

/** The days that are marked but not saved yet, each with Undo; Apply saves all of them. */
export function ChangesCard({ row, year, busy, readOnly, apply }: ChangesCardProps) {
  const { after, draft, marks, put, saved } = year;
  const styles = useCalendarStyles();
  const changed = listMarks(marks);
  const problem = formError('Holidays', 'holidays', after.HolidaysSetting, 20_000)
    ? 'There are too many holidays for one schedule. Remove those of past years.'
    : null;
  return (
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
          This browser could not store what you marked: it will be lost when this page closes. Apply it, or free disk
          space.
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
  );
}

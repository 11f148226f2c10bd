import { useEffect, useRef, useState, type KeyboardEvent, type Ref, type RefObject } from 'react';
import { Button, Input, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { CalendarRegular, ChevronLeftRegular, ChevronRightRegular } from '@fluentui/react-icons';
import { addMonths, readDay, weekdayOf, weeksOfMonth } from '../../domain/calendarDay.ts';
import { dayAfterKey } from './dayKeys.ts';
import { MONTHS, WEEKDAYS } from '../../domain/dayNames.ts';
import { formatDate } from '../../domain/format.ts';
import { usePopover } from '../usePopover.ts';
import { useUi } from '../UiContext.ts';
import type { FieldControl } from './FormRow.tsx';

const CELL = '32px';

const useStyles = makeStyles({
  wide: { width: '100%', minWidth: 0 },
  exact: { fontVariantNumeric: 'tabular-nums' },
  root: {
    position: 'fixed',
    inset: 'auto',
    margin: 0,
    boxSizing: 'border-box',
    overflowY: 'auto',
    padding: tokens.spacingVerticalM,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorTransparentStroke}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    boxShadow: tokens.shadow16,
  },
  head: { display: 'flex', alignItems: 'center', justifyContent: 'space-between' },
  month: { fontWeight: tokens.fontWeightSemibold },
  grid: { borderCollapse: 'collapse', fontVariantNumeric: 'tabular-nums' },
  weekday: {
    width: CELL,
    height: '24px',
    padding: 0,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightRegular,
  },
  cell: { padding: 0 },
  day: {
    boxSizing: 'border-box',
    width: CELL,
    height: CELL,
    padding: 0,
    border: `${tokens.strokeWidthThin} solid transparent`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    font: 'inherit',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `${tokens.strokeWidthThick} solid ${tokens.colorStrokeFocus2}` },
  },
  ofOtherMonth: { color: tokens.colorNeutralForeground4 },
  today: { border: `${tokens.strokeWidthThin} solid ${tokens.colorBrandStroke1}` },
  chosen: {
    backgroundColor: tokens.colorBrandBackground,
    color: tokens.colorNeutralForegroundOnBrand,
    ':hover': { backgroundColor: tokens.colorBrandBackgroundHover },
  },
});

interface DayControlProps {
  control: FieldControl;
  /** The text as typed; a valid date is YYYY-MM-DD. */
  value: string;
  onChange: (value: string) => void;
  /** Parses other date formats; returns null if the text is not a date. */
  parseDateFromString?: (text: string) => string | null;
  /** Called with the picked date instead of writing it to the field. */
  onPick?: (day: string) => void;
  placeholder?: string;
}

/**
 * A date typed as YYYY-MM-DD or picked from a calendar. Text that is not a date stays as typed and fails the field's
 * validation.
 */
export function DayControl(props: DayControlProps) {
  const { control, value, onChange, parseDateFromString = readDay, onPick = onChange } = props;
  const styles = useStyles();
  const { timeZone } = useUi();
  /** Today's date while the calendar is open; null while it is closed. */
  const [open, setOpen] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Input
        id={control.id}
        className={styles.wide}
        input={{ className: styles.exact }}
        aria-label={control.label}
        aria-invalid={control.invalid ? 'true' : undefined}
        aria-required={control.required ? true : undefined}
        aria-describedby={control.describedBy}
        disabled={control.disabled}
        placeholder={props.placeholder ?? 'YYYY-MM-DD'}
        inputMode={props.parseDateFromString ? 'text' : 'numeric'}
        autoComplete="off"
        value={value}
        onChange={(_, data) => onChange(data.value)}
        // Converts another format of the same date once it is complete.
        onBlur={() => onChange(parseDateFromString(value) ?? value)}
        contentAfter={
          <Button
            ref={button as Ref<never>}
            size="small"
            appearance="transparent"
            icon={<CalendarRegular />}
            aria-label={`Choose ${control.label}`}
            aria-haspopup="dialog"
            aria-expanded={open !== null}
            disabled={control.disabled}
            onClick={() => setOpen(open === null ? formatDate(Math.floor(Date.now() / 1000), timeZone) : null)}
          />
        }
      />
      {open !== null && (
        <Calendar
          label={control.label}
          anchor={button}
          chosen={readDay(value)}
          today={open}
          onPick={day => {
            onPick(day);
            setOpen(null);
            button.current?.focus();
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

interface CalendarProps {
  label: string;
  anchor: RefObject<HTMLElement | null>;
  /** Null if no day is selected yet. */
  chosen: string | null;
  today: string;
  onPick: (day: string) => void;
  onClose: () => void;
}

/**
 * A month view: arrow keys move by days and weeks, Page Up and Page Down by months; Enter picks a day, and Escape
 * closes the view.
 */
function Calendar({ label, anchor, chosen, today, onPick, onClose }: CalendarProps) {
  const styles = useStyles();
  const root = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(chosen ?? today);
  /** The focus follows the current day once a key has moved it. */
  const moved = useRef(false);
  usePopover(root, anchor, onClose, '[data-day][tabindex="0"]');
  useEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    root.current?.querySelector<HTMLElement>(`[data-day="${at}"]`)?.focus();
  }, [at]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      // Closes only the calendar, not the surrounding dialog.
      event.preventDefault();
      event.stopPropagation();
      anchor.current?.focus();
      onClose();
      return;
    }
    const next = (event.target as HTMLElement).dataset['day'] === undefined ? null : dayAfterKey(event.key, at);
    if (next === null) return;
    event.preventDefault();
    moved.current = true;
    setAt(next);
  };
  const month = `${MONTHS[Number(at.slice(5, 7)) - 1]} ${at.slice(0, 4)}`;
  return (
    // The calendar handles key presses as a whole, wherever the focus is inside it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={root}
      popover="manual"
      // The popover needs an explicit role: a native dialog element is not used, because it would not behave as a
      // popover.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="dialog"
      aria-label={`Calendar of ${label}`}
      tabIndex={-1}
      className={styles.root}
      onKeyDown={onKeyDown}
    >
      <div className={styles.head}>
        <Button
          size="small"
          appearance="subtle"
          icon={<ChevronLeftRegular />}
          aria-label="Previous month"
          onClick={() => setAt(addMonths(at, -1))}
        />
        <span className={styles.month} aria-live="polite">
          {month}
        </span>
        <Button
          size="small"
          appearance="subtle"
          icon={<ChevronRightRegular />}
          aria-label="Next month"
          onClick={() => setAt(addMonths(at, 1))}
        />
      </div>
      <table className={styles.grid} aria-label={month}>
        <thead>
          <tr>
            {WEEKDAYS.map(name => (
              <th key={name} scope="col" className={styles.weekday} abbr={name}>
                {name.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOfMonth(at).map(week => (
            <tr key={week[0]}>
              {week.map(day => (
                <td key={day} className={styles.cell}>
                  <button
                    type="button"
                    data-day={day}
                    tabIndex={day === at ? 0 : -1}
                    aria-label={`${WEEKDAYS[weekdayOf(day)]} ${day}`}
                    aria-pressed={day === chosen}
                    aria-current={day === today ? 'date' : undefined}
                    className={mergeClasses(
                      styles.day,
                      day.slice(0, 7) !== at.slice(0, 7) && styles.ofOtherMonth,
                      day === today && styles.today,
                      day === chosen && styles.chosen,
                    )}
                    onClick={() => onPick(day)}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

import { memo, useId, useRef, useState, type ClipboardEvent, type KeyboardEvent, type SyntheticEvent } from 'react';
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { AddRegular, DismissRegular } from '@fluentui/react-icons';
import { dayLabel } from '../../domain/dayNames.ts';
import { countText } from '../../domain/import/countsText.ts';
import { withDays } from '../../domain/daysOff.ts';
import { ALL, holidaysText, readHolidays, WORK, type Holidays } from '../../domain/nonWorkingDays.ts';
import { parseDateFromString, readDays } from '../../domain/readDays.ts';
import { PlainSelect } from '../PlainSelect.tsx';
import { DayControl } from './DayControl.tsx';
import type { FieldControl } from './FormRow.tsx';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS, minWidth: 0 },
  add: { display: 'flex', gap: tokens.spacingHorizontalXS, minWidth: 0, '& > :first-child': { flex: '1 1 0' } },
  days: {
    maxHeight: '232px',
    overflowY: 'auto',
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXS,
  },
  year: {
    position: 'sticky',
    top: 0,
    zIndex: 1,
    paddingBlock: tokens.spacingVerticalXXS,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
  },
  chips: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXS },
  chip: {
    display: 'inline-flex',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalXXS,
    height: '24px',
    '@media (max-width: 639px)': { height: '40px' },
    paddingInline: tokens.spacingHorizontalSNudge,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
    color: tokens.colorNeutralForeground1,
    fontFamily: tokens.fontFamilyBase,
    fontSize: tokens.fontSizeBase200,
    fontVariantNumeric: 'tabular-nums',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground3Hover },
    ':focus-visible': { outline: `${tokens.strokeWidthThick} solid ${tokens.colorStrokeFocus2}` },
    ':disabled': { cursor: 'default', color: tokens.colorNeutralForegroundDisabled },
  },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  wrong: { margin: 0, color: tokens.colorStatusDangerForeground1, fontSize: tokens.fontSizeBase200 },
});

interface HolidaysControlProps {
  control: FieldControl;
  /**
   * The days, as formatted by `holidaysText` (domain/nonWorkingDays); invalid text is kept so that it can be corrected.
   */
  value: string;
  /** The regions that may have their own days. */
  regions: readonly string[];
  onChange: (value: string) => void;
}

/** For example "Fri 12-25"; the heading above contains the year. */
const chipText = (day: string): string => `${dayLabel(day).slice(0, 4)}${day.slice(5)}`;

/** Name of a group of days; `states` is true if there are groups for individual states. */
const partName = (part: string, states: boolean): string =>
  part === WORK ? 'Weekend days that are working days' : part === ALL ? (states ? 'All states' : 'Holidays') : part;

const problemsText = (wrong: readonly { text: string; problem: string }[]): string =>
  wrong.map(({ text, problem }) => `"${text}" ${problem}.`).join(' ');

/**
 * Holidays as chips by year, for the whole country or a single state. A day can be typed in any common format, picked,
 * or pasted along with others; Delete or a click removes a chip. Text that is not a day is rejected next to the input
 * and makes the form invalid.
 */
export function HolidaysControl({ control, value, regions, onChange }: HolidaysControlProps) {
  const styles = useStyles();
  const root = useRef<HTMLDivElement>(null);
  const wrongId = useId();
  const [own, setOwn] = useState(() => begin(value));
  // A value other than the last reported one was set from outside, e.g. by a draft.
  if (own.reported !== value) setOwn(begin(value, own.region));
  const { map, typed, region, said, tried } = own;
  const known = [...new Set([...regions, ...Object.keys(map)])];
  const at = known.includes(region) ? region : (known[0] ?? ALL);
  const days = map[at] ?? NO_DAYS;

  const put = (next: Partial<typeof own>) => {
    const all = { ...own, ...next };
    const read = readDays(all.typed);
    // Text that was typed but not added yet is included; text that cannot be parsed makes the whole value invalid.
    const text =
      read.wrong.length > 0
        ? `${holidaysText(all.map)}, ${all.typed}`
        : holidaysText(read.days.length > 0 ? withDays(all.map, at, read.days, true) : all.map);
    setOwn({ ...all, reported: text });
    if (text !== value) onChange(text);
  };
  const add = (text: string) => {
    const { days: found, wrong } = readDays(text);
    const added = found.filter(day => !days.includes(day));
    put({
      map: found.length > 0 ? withDays(map, at, found, true) : map,
      typed: wrong.map(({ text: part }) => part).join(', '),
      tried: true,
      said:
        found.length === 0
          ? ''
          : `${countText(added.length, 'day')} added${found.length > added.length ? `, ${countText(found.length - added.length, 'day')} already there` : ''}.`,
    });
  };
  const remove = (day: string, chip: HTMLElement) => {
    const chips = [...(root.current?.querySelectorAll<HTMLElement>('[data-chip]') ?? [])];
    const neighbor = chips[chips.indexOf(chip) + 1] ?? chips[chips.indexOf(chip) - 1];
    neighbor?.focus();
    put({ map: withDays(map, at, [day], false), said: `${dayLabel(day)} removed.` });
  };
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text');
    const { days: found, wrong } = readDays(text);
    // A pasted fragment of a day is treated as plain text.
    if (found.length + wrong.length < 2 && found.length === 0) return;
    event.preventDefault();
    add(text);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || (event.target as HTMLElement).tagName !== 'INPUT' || typed.trim() === '') return;
    // Enter adds the typed day; if the field is empty, Enter applies the form.
    event.preventDefault();
    event.stopPropagation();
    add(typed);
  };
  const onChip = (event: SyntheticEvent<HTMLElement>) => {
    const chip = (event.target as HTMLElement).closest<HTMLElement>('[data-chip]');
    if (chip === null) return;
    event.preventDefault();
    remove(chip.dataset['chip'] ?? '', chip);
  };
  const { wrong } = readDays(typed);
  const isWrong = wrong.length > 0 && (tried || control.invalid);
  return (
    <div ref={root} className={styles.root}>
      {known.length > 1 && (
        <PlainSelect
          label={known.length > 2 ? `Region of ${control.label}` : `Type of days in ${control.label}`}
          value={at}
          onChange={next => setOwn({ ...own, region: next, said: '' })}
        >
          {known.map(name => (
            <option key={name} value={name}>
              {`${partName(name, known.length > 2)} (${map[name]?.length ?? 0})`}
            </option>
          ))}
        </PlainSelect>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys and pastes of the field inside */}
      <div className={styles.add} onPaste={onPaste} onKeyDown={onKeyDown}>
        <DayControl
          control={isWrong ? { ...control, describedBy: wrongId } : control}
          value={typed}
          placeholder="Add a day, or paste several"
          parseDateFromString={text => {
            const read = parseDateFromString(text);
            return 'day' in read ? read.day : null;
          }}
          onChange={text => text !== typed && put({ typed: text, tried: false, said: '' })}
          onPick={add}
        />
        <Button icon={<AddRegular />} disabled={control.disabled || typed.trim() === ''} onClick={() => add(typed)}>
          Add
        </Button>
      </div>
      {isWrong ? (
        <p id={wrongId} className={styles.wrong} role="alert">
          {problemsText(wrong)}
        </p>
      ) : (
        control.note
      )}
      <output className={styles.quiet}>{said === '' ? `${countText(days.length, 'day')}.` : said}</output>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-static-element-interactions -- scrolls; the chips' clicks and keys */}
      <div
        className={styles.days}
        tabIndex={-1}
        onClick={onChip}
        onKeyDown={event => (event.key === 'Delete' || event.key === 'Backspace') && onChip(event)}
      >
        <DayChips days={days} label={control.label} disabled={control.disabled} />
      </div>
    </div>
  );
}

const NO_DAYS: readonly string[] = [];

interface DayChipsProps {
  days: readonly string[];
  label: string;
  disabled: boolean;
}

/**
 * The days as chips by year. Memoized and without handlers of their own, because there may be thousands, which must not
 * be rendered at each key of the field.
 */
const DayChips = memo(function DayChips({ days, label, disabled }: DayChipsProps) {
  const styles = useStyles();
  const years = [...new Set(days.map(day => day.slice(0, 4)))];
  return years.map(year => (
    <section key={year} aria-label={`${label} ${year}`}>
      <div className={styles.year}>{year}</div>
      <div className={styles.chips}>
        {days
          .filter(day => day.startsWith(year))
          .map(day => (
            <button
              key={day}
              type="button"
              data-chip={day}
              className={styles.chip}
              disabled={disabled}
              aria-label={`${chipText(day)}, remove ${day}`}
            >
              {chipText(day)}
              <DismissRegular aria-hidden />
            </button>
          ))}
      </div>
    </section>
  ));
});

interface Own {
  map: Holidays;
  /** Text in the field that has not been added yet. */
  typed: string;
  region: string;
  /** The most recent action, which is also announced to screen readers. */
  said: string;
  /** Whether the typed text was validated, so that its error is shown. */
  tried: boolean;
  /** The value last reported to the form. */
  reported: string;
}

/** A value that cannot be parsed is put into the field so that it can be corrected. */
function begin(value: string, region: string = ALL): Own {
  const map = value.trim() === '' ? {} : readHolidays(value);
  return { map: map ?? {}, typed: map === null ? value : '', region, said: '', tried: map === null, reported: value };
}

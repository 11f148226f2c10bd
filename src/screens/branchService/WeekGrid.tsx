import { makeStyles, mergeClasses, shorthands, tokens } from '@fluentui/react-components';
import { WEEKDAYS } from '../../domain/dayNames.ts';
import { formatCount } from '../../domain/format.ts';
import type { Slot, SlotWeek, WeekFinding } from '../../domain/lcs/slots.ts';
import { PHONE, useMedia } from '../../ui/useMedia.ts';

const HOUR = 44;

const useStyles = makeStyles({
  root: {
    display: 'grid',
    // The time of a slot just fits, and a week fits half of a laptop's screen.
    gridTemplateColumns: '48px repeat(7, minmax(84px, 1fr))',
    overflowX: 'auto',
    flexShrink: 0,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    fontVariantNumeric: 'tabular-nums',
  },
  phone: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  name: {
    margin: 0,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
    borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
  },
  day: { borderLeft: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke3}`, minWidth: 0 },
  track: {
    position: 'relative',
    margin: 0,
    padding: 0,
    listStyle: 'none',
    backgroundImage: `linear-gradient(${tokens.colorNeutralStroke3} 1px, transparent 1px)`,
    backgroundSize: `100% ${HOUR}px`,
  },
  stack: { margin: 0, padding: 0, listStyle: 'none', display: 'flex', flexDirection: 'column', gap: '4px' },
  hours: { position: 'relative', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase100 },
  hour: { position: 'absolute', insetInlineEnd: tokens.spacingHorizontalXS, transform: 'translateY(2px)' },
  block: {
    boxSizing: 'border-box',
    overflow: 'hidden',
    padding: `2px ${tokens.spacingHorizontalXS}`,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase100,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorBrandStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorBrandBackground2,
    color: tokens.colorNeutralForeground1,
  },
  placed: { position: 'absolute' },
  clashes: {
    ...shorthands.borderColor(tokens.colorStatusDangerBorder2),
    backgroundColor: tokens.colorStatusDangerBackground1,
  },
  gap: {
    ...shorthands.borderStyle('dashed'),
    ...shorthands.borderColor(tokens.colorStatusWarningBorder2),
    backgroundColor: 'transparent',
    color: tokens.colorStatusWarningForeground3,
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
  },
  strong: { fontWeight: tokens.fontWeightSemibold },
  part: { display: 'block', color: tokens.colorNeutralForeground2, overflowWrap: 'anywhere' },
});

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** Places slots side by side: each slot gets the first lane that is free at its start. */
function lanesOf(slots: readonly Slot[]): { lanes: number; of: Map<Slot, number> } {
  const ends: string[] = [];
  const of = new Map<Slot, number>();
  for (const slot of slots) {
    const free = ends.findIndex(end => end <= slot.from);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = slot.to;
    of.set(slot, lane);
  }
  return { lanes: Math.max(1, ends.length), of };
}

/** A week of slots: one column per day with the hours from top to bottom or, on a phone, one list per day. */
export function WeekGrid({ week, label }: { week: SlotWeek; label: string }) {
  const styles = useStyles();
  const isPhone = useMedia(PHONE);
  const all = week.days.flat();
  const first = Math.floor(Math.min(24 * 60, ...all.map(({ from }) => minutesOf(from))) / 60);
  const last = Math.max(first + 1, Math.ceil(Math.max(0, ...all.map(({ to }) => minutesOf(to))) / 60));
  const hours = Array.from({ length: last - first }, (_, at) => first + at);
  const top = (time: string) => ((minutesOf(time) - first * 60) * HOUR) / 60;
  const days = week.days.map((slots, day) => {
    const findings = week.findings.filter(finding => finding.day === day);
    const gaps = findings.filter(({ kind }) => kind === 'gap');
    const clashes = new Set(findings.filter(({ kind }) => kind === 'overlap').flatMap(finding => finding.slots));
    return { day, slots, gaps, clashes, lanes: lanesOf(slots) };
  });
  if (isPhone)
    return (
      <section className={styles.phone} aria-label={label}>
        {days.map(({ day, slots, gaps, clashes }) => (
          <section key={day} aria-label={WEEKDAYS[day]}>
            <h2 className={styles.name}>{WEEKDAYS[day]}</h2>
            <ol className={styles.stack}>
              {slots.length === 0 && <li className={styles.part}>No timeslot</li>}
              {inOrder(slots, gaps).map(item => (
                <li
                  key={`${item.from}${'kind' in item ? 'gap' : item.slot}`}
                  className={mergeClasses(
                    styles.block,
                    'kind' in item ? styles.gap : clashes.has(item.slot) && styles.clashes,
                  )}
                >
                  {'kind' in item ? <GapText gap={item} /> : <SlotText slot={item} clashes={clashes.has(item.slot)} />}
                </li>
              ))}
            </ol>
          </section>
        ))}
      </section>
    );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls sideways where it is narrow, and nothing in it takes the focus
    <section className={styles.root} aria-label={label} tabIndex={0}>
      <div>
        <p className={styles.name} aria-hidden>
          &nbsp;
        </p>
        <div className={styles.hours} aria-hidden>
          {hours.map((hour, at) => (
            <span key={hour} className={styles.hour} style={{ top: `${at * HOUR}px` }}>
              {String(hour).padStart(2, '0')}:00
            </span>
          ))}
        </div>
      </div>
      {days.map(({ day, slots, gaps, clashes, lanes }) => (
        <section key={day} className={styles.day} aria-label={WEEKDAYS[day]}>
          <h2 className={styles.name}>{WEEKDAYS[day]}</h2>
          <ol className={styles.track} style={{ height: `${hours.length * HOUR}px` }}>
            {inOrder(slots, gaps).map(item => {
              const isGap = 'kind' in item;
              const share = isGap ? 100 : 100 / lanes.lanes;
              const left = isGap ? 0 : (lanes.of.get(item) ?? 0) * share;
              return (
                <li
                  key={`${item.from}${isGap ? 'gap' : item.slot}`}
                  className={mergeClasses(
                    styles.block,
                    styles.placed,
                    isGap ? styles.gap : clashes.has(item.slot) && styles.clashes,
                  )}
                  style={{
                    top: `${top(item.from) + 1}px`,
                    height: `${top(item.to) - top(item.from) - 2}px`,
                    left: `calc(${left}% + 2px)`,
                    width: `calc(${share}% - 4px)`,
                  }}
                >
                  {isGap ? <GapText gap={item} /> : <SlotText slot={item} clashes={clashes.has(item.slot)} />}
                </li>
              );
            })}
          </ol>
        </section>
      ))}
    </section>
  );
}

const inOrder = (slots: readonly Slot[], gaps: readonly WeekFinding[]): (Slot | WeekFinding)[] =>
  [...slots, ...gaps].toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0));

function SlotText({ slot, clashes }: { slot: Slot; clashes: boolean }) {
  const styles = useStyles();
  const { from, to, cutoff, capacity } = slot;
  return (
    <>
      <span className={styles.strong}>
        {from}–{to}
      </span>
      <span className={styles.part}>
        Slot {slot.slot}
        {clashes ? ', overlaps' : ''}
      </span>
      <span className={styles.part}>Cutoff {cutoff}</span>
      <span className={styles.part}>{capacity === null ? 'No limit' : `${formatCount(capacity)} parcels`}</span>
    </>
  );
}

const GapText = ({ gap }: { gap: WeekFinding }) => (
  <span>
    Gap {gap.from}–{gap.to}
  </span>
);

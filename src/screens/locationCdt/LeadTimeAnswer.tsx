import { makeStyles, tokens } from '@fluentui/react-components';
import { dayLabel } from '../../domain/dayNames.ts';
import { levelLabel } from '../../domain/cdt/levels.ts';
import type { CdtValues } from '../../domain/cdt/rowRules.ts';
import { countText } from '../../domain/import/countsText.ts';
import type { LeadTime } from '../../domain/leadTime.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { placeText } from '../shared/recordWords.ts';
import { useEndNames } from '../shared/endNames.ts';
import type { LeadTimeState } from '../shared/leadTime/leadTimeState.ts';
import { skippedText, startText, type HandedOver, type ScheduleState } from '../shared/leadTime/skippedText.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  days: {
    margin: 0,
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
  },
  text: { margin: 0, color: tokens.colorNeutralForeground2 },
  room: { overflowX: 'auto' },
  table: { borderCollapse: 'collapse', width: '100%', fontVariantNumeric: 'tabular-nums' },
  cell: {
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
    borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    textAlign: 'start',
    verticalAlign: 'top',
    '@media (max-width: 639px)': { paddingInline: tokens.spacingHorizontalXS },
  },
  head: {
    color: tokens.colorNeutralForeground2,
    fontWeight: tokens.fontWeightSemibold,
    whiteSpace: 'nowrap',
    '@media (max-width: 639px)': { whiteSpace: 'normal' },
  },
  number: { textAlign: 'end' },
  skeleton: {
    display: 'block',
    height: tokens.lineHeightBase200,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralStencil1,
  },
  level: {
    display: 'block',
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    whiteSpace: 'nowrap',
  },
});

/** A skeleton in the shape of the result, shown while the result is loading. */
const SKELETON = ['46%', '72%', '100%', '84%'];

const range = (min: number, max: number): string => (min === max ? String(min) : `${min} to ${max}`);

/** "1 to 2 calendar days for the first mile"; empty if the part takes no days, unless it is the last one. */
const partText = ({ min, max }: { min: number; max: number }, kind: string, of: string): string =>
  max === 0 && of !== 'for the last mile' ? '' : `${range(min, max)} ${kind} ${max === 1 ? 'day' : 'days'} ${of}`;

interface LeadTimeAnswerProps {
  answer: LeadTime;
  /** The first-mile and cross-border days that are added to Location CDT. */
  before: Record<'firstMile' | 'border', { min: number; max: number }>;
  handedOver: HandedOver;
  schedule: ScheduleState;
}

/**
 * A lead time: its first and last day, the row that determined it, the less specific rows, and the days that do not
 * count.
 */
export function LeadTimeAnswer({ answer, before, handedOver, schedule }: LeadTimeAnswerProps) {
  const styles = useStyles();
  const { row, passedOver, earliest, latest } = answer;
  return (
    <div className={styles.root}>
      <div>
        {schedule === 'partly' && (
          <p className={styles.text}>Earliest possible delivery, because no destination is chosen:</p>
        )}
        <p className={styles.days}>
          {earliest === latest ? dayLabel(earliest) : `${dayLabel(earliest)} to ${dayLabel(latest)}`}
        </p>
        <p className={styles.text}>
          {[
            partText(before.firstMile, handedOver.ownDays ? 'working' : 'calendar', 'for the first mile'),
            partText(before.border, 'calendar', 'across the border'),
            partText({ min: row.minDays, max: row.maxDays }, 'working', 'for the last mile'),
          ]
            .filter(text => text !== '')
            .join(', then ')}
          .
        </p>
        <p className={styles.text}>{startText(answer, handedOver)}</p>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls on a phone, and nothing in it takes the focus */}
      <section className={styles.room} aria-label="Scrolls sideways: Matching rows" tabIndex={0}>
        <table className={styles.table} aria-label="Matching rows">
          <thead>
            <tr>
              {['Result', 'Origin', 'Destination', 'Min CDT', 'Max CDT'].map((label, at) => (
                <th key={label} scope="col" className={`${styles.cell} ${styles.head} ${at > 2 ? styles.number : ''}`}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <Line row={row} decides />
            {passedOver.map(other => (
              <Line key={`${other.origin}/${other.destination}`} row={other} />
            ))}
          </tbody>
        </table>
      </section>
      {passedOver.length > 0 && (
        <p className={styles.text}>
          The most specific destination applies, then the most specific origin.{' '}
          {passedOver.length === 1 ? 'One row also matches' : `${countText(passedOver.length, 'row')} also match`}.
        </p>
      )}
      <p className={styles.text}>{skippedText(answer, schedule)}</p>
    </div>
  );
}

function Line({ row, decides = false }: { row: CdtValues; decides?: boolean }) {
  const styles = useStyles();
  return (
    <tr>
      <td className={styles.cell}>{decides ? <Tag tone="success">Used</Tag> : <Tag>Also matches</Tag>}</td>
      <td className={styles.cell}>
        <EndText level={row.originLevel} name={row.origin} />
      </td>
      <td className={styles.cell}>
        <EndText level={row.destinationLevel} name={row.destination} />
      </td>
      <td className={`${styles.cell} ${styles.number}`}>{row.minDays}</td>
      <td className={`${styles.cell} ${styles.number}`}>{row.maxDays}</td>
    </tr>
  );
}

/** How a row refers to one end of the route; for a location, with its names. */
function EndText({ level, name }: { level: number; name: string }) {
  const styles = useStyles();
  const names = useEndNames(level, name);
  return (
    <>
      {`${name} ${placeText(names)}`.trim()}
      <span className={styles.level}>{levelLabel(level)}</span>
    </>
  );
}

/** Why there is no lead time and what to do about it, or that it is loading. */
export function NoAnswer({ state }: { state: Exclude<LeadTimeState, { kind: 'answer' }> }) {
  const styles = useStyles();
  if (state.kind === 'none') {
    const { title, hint } = state;
    return <EmptyState title={title} {...(hint === undefined ? {} : { hint })} />;
  }
  const { title, progress } = state;
  return (
    <output className={styles.root}>
      <span className={styles.text}>{title}</span>
      {progress !== null && <ProgressBar value={progress} aria-label={title} />}
      {SKELETON.map(width => (
        <span key={width} aria-hidden className={styles.skeleton} style={{ width }} />
      ))}
    </output>
  );
}

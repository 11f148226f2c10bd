import { useId, useMemo } from 'react';
import { Button, makeStyles, mergeClasses, Spinner, tokens } from '@fluentui/react-components';
import {
  CalendarWeekStartRegular,
  CheckmarkCircleRegular,
  CloudOffRegular,
  WarningRegular,
} from '@fluentui/react-icons';
import { LIST_MOST } from '../../contract/common.ts';
import { timeslot } from '../../contract/resources/timeslot.ts';
import { formatCount } from '../../domain/format.ts';
import { countText } from '../../domain/import/countsText.ts';
import { daysText, foundOnDays, slotsOf, slotWeek, type SlotWeek } from '../../domain/lcs/slots.ts';
import { wholeNumber } from '../../domain/wholeNumber.ts';
import { useList } from '../../sync/hooks/useList.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import type { Row } from '../../sync/types.ts';
import { OwnerSelect, type OwnerChoice } from '../../ui/OwnerSelect.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { freshness } from '../../ui/list/freshness.ts';
import { Tag } from '../../ui/Tag.tsx';
import { useNow } from '../../ui/useNow.ts';
import { useUi } from '../../ui/UiContext.ts';
import { sourceOf } from '../resource/source.ts';
import { useFactStyles } from '../shared/factStyles.ts';
import { FactHead } from '../shared/FactHead.tsx';
import { PageLink } from '../shared/PageLink.tsx';
import { timeslotsHref, WEEK_PATH } from './paths.ts';
import { WeekGrid } from './WeekGrid.tsx';
import { useAddressState } from '../shared/useAddressState.ts';

const useStyles = makeStyles({
  page: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    flex: '1 1 auto',
    minHeight: 0,
    overflowY: 'auto',
    paddingBottom: tokens.spacingVerticalL,
    '@media (max-width: 639px)': { overflowY: 'visible' },
  },
  form: { display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: tokens.spacingHorizontalM, flexShrink: 0 },
  field: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXXS, width: '280px', maxWidth: '100%' },
  label: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground2 },
  quiet: { margin: 0, color: tokens.colorNeutralForeground2, fontVariantNumeric: 'tabular-nums' },
  findings: { margin: 0, padding: 0, listStyle: 'none', display: 'flex', flexDirection: 'column', gap: '4px' },
  finding: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    fontVariantNumeric: 'tabular-nums',
    // A tag stays as wide as its word, even next to multi-line text.
    '& svg, & > span': { flexShrink: 0 },
  },
  overlap: { color: tokens.colorStatusDangerForeground1 },
  gap: { color: tokens.colorStatusWarningForeground3 },
  good: { color: tokens.colorStatusSuccessForeground1 },
  heading: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  room: { overflowX: 'auto' },
});

const SOURCE = sourceOf(timeslot, 'timeslot.week');
const NO_FILTERS: Row = {};

interface ChannelWeek extends OwnerChoice {
  rows: Row[];
  week: SlotWeek;
}

/** The weeks of all channels that have timeslots, by channel. */
function weeksOf(rows: readonly Row[]): ChannelWeek[] {
  const byChannel = new Map<number, Row[]>();
  for (const row of rows) {
    const channelId = Number(row['channelId']);
    byChannel.set(channelId, [...(byChannel.get(channelId) ?? []), row]);
  }
  return [...byChannel]
    .map(([id, own]) => ({
      id,
      name: String(own[0]?.['name'] ?? ''),
      rows: own,
      week: slotWeek(slotsOf(own)),
    }))
    .toSorted((a, b) => a.id - b.id);
}

/** Merges findings that differ only by day: "Mon-Fri 11:30 to 12:00: slots 1 and 2 overlap". */
const findingTexts = ({ findings }: SlotWeek) =>
  foundOnDays(findings).map(({ kind, days, from, to, slots: [first, second] }) => ({
    kind,
    text:
      kind === 'overlap'
        ? `${daysText(days)}, ${from} to ${to}: slots ${first} and ${second} overlap`
        : `${daysText(days)}, ${from} to ${to}: nobody picks up between slots ${first} and ${second}`,
  }));

/**
 * Timeslots by week, with overlaps and gaps: a table of all channels, or a drawing of a single channel (LCS-2; issue
 * 30, section 3).
 */
export function WeekBody() {
  const styles = useStyles();
  const id = useId();
  const { online, timeZone } = useUi();
  const { entity } = useSync();
  const now = useNow();
  const [search, put] = useAddressState();
  const channelId = wholeNumber(String(search['channel'] ?? ''));
  const data = useList<Row, Row>(SOURCE, NO_FILTERS, 1, LIST_MOST);
  const weeks = useMemo(
    () => weeksOf(data.rows.filter(({ pending }) => pending?.effect !== 'delete').map(({ row }) => row)),
    [data.rows],
  );
  const own = weeks.find(week => week.id === channelId);
  const choose = (next: number | null) => put({ channel: next ?? undefined }, false);
  const state = freshness({ ...data, online }, now, timeZone);
  return (
    <div className={styles.page}>
      <search className={styles.form} aria-label="Week filters">
        <div className={styles.field}>
          <span className={styles.label} aria-hidden>
            Channel
          </span>
          <OwnerSelect
            id={`${id}channel`}
            label="Channel"
            owners={data.status === 'loading' ? undefined : weeks}
            value={channelId}
            onChange={value => choose(typeof value === 'number' ? value : null)}
          />
        </div>
        {data.status === 'ready' && (
          <p className={styles.quiet}>
            {state.text}
            {state.state}
          </p>
        )}
      </search>
      {data.status === 'loading' && <Spinner size="small" label="Loading the timeslots" />}
      {data.status === 'error' && (
        <EmptyState
          urgent
          icon={<CloudOffRegular />}
          title={
            online
              ? 'The timeslots could not be loaded'
              : 'You are offline, and this country’s timeslots are not on this device yet'
          }
          hint={data.problem ?? ''}
        >
          <Button onClick={data.refetch}>Retry</Button>
        </EmptyState>
      )}
      {data.total > LIST_MOST && (
        <p className={styles.quiet}>
          {entity} has {formatCount(data.total)} timeslots; the first {formatCount(LIST_MOST)} are shown.
        </p>
      )}
      {data.status === 'ready' && channelId !== null && !own && (
        <EmptyState
          icon={<CalendarWeekStartRegular />}
          title={`Channel ${channelId} has no timeslots`}
          hint="Create one on the page Timeslots, or choose another channel."
        >
          <Button onClick={() => choose(null)}>Show all channels</Button>
        </EmptyState>
      )}
      {own && <OwnWeek week={own} />}
      {data.status === 'ready' && channelId === null && weeks.length === 0 && (
        <EmptyState
          icon={<CalendarWeekStartRegular />}
          title="This country has no timeslots yet"
          hint="Create one on the page Timeslots."
        />
      )}
      {channelId === null && weeks.length > 0 && <AllWeeks weeks={weeks} />}
    </div>
  );
}

function OwnWeek({ week: { id: channelId, name, rows, week } }: { week: ChannelWeek }) {
  const styles = useStyles();
  const texts = findingTexts(week);
  const disabled = rows.length - new Set(week.days.flat().map(({ slot }) => slot)).size;
  return (
    <>
      <section aria-label="Overlaps and gaps">
        <ul className={styles.findings}>
          {texts.length === 0 && (
            <li className={`${styles.finding} ${styles.good}`}>
              <CheckmarkCircleRegular aria-hidden /> No slots overlap, and no day has a gap between its slots.
            </li>
          )}
          {texts.map(({ kind, text }) => (
            <li key={text} className={styles.finding}>
              <WarningRegular aria-hidden className={kind === 'overlap' ? styles.overlap : styles.gap} />
              <Tag tone={kind === 'overlap' ? 'danger' : 'warning'}>{kind === 'overlap' ? 'Overlap' : 'Gap'}</Tag>{' '}
              {text}
            </li>
          ))}
          {week.empty.length > 0 && (
            <li className={styles.finding}>
              <Tag>No timeslot</Tag> {daysText(week.empty)}: parcels handed over on these days wait for the next day
              with a timeslot.
            </li>
          )}
          {disabled > 0 && (
            <li className={styles.finding}>
              <Tag>Disabled</Tag> {countText(disabled, 'slot')} not shown.
            </li>
          )}
        </ul>
      </section>
      <WeekGrid week={week} label={`Week of channel ${channelId} ${name}`} />
      <span>
        <PageLink href={timeslotsHref(channelId)}>Show the timeslots of this channel in the list</PageLink>
      </span>
    </>
  );
}

function AllWeeks({ weeks }: { weeks: readonly ChannelWeek[] }) {
  const styles = useStyles();
  const facts = useFactStyles();
  const kinds = ({ findings }: SlotWeek, kind: 'overlap' | 'gap') =>
    foundOnDays(findings).filter(finding => finding.kind === kind);
  const said = (week: SlotWeek, kind: 'overlap' | 'gap') =>
    kinds(week, kind)
      .map(({ days, from, to }) => `${daysText(days)} ${from}-${to}`)
      .join('; ');
  return (
    <div className={styles.room}>
      <table className={facts.table} aria-label="Weeks of all channels">
        <FactHead labels={['Channel', 'Slots', 'Overlaps', 'Gaps', 'Days without']} />
        <tbody>
          {weeks.map(({ id: channelId, name, rows, week }) => (
            <tr key={channelId}>
              <td className={facts.cell}>
                <PageLink href={`${WEEK_PATH}?channel=${channelId}`} label={`Week of channel ${channelId} ${name}`}>
                  {channelId} {name}
                </PageLink>
              </td>
              <td className={facts.cell}>{formatCount(rows.length)}</td>
              <td className={mergeClasses(facts.cell, said(week, 'overlap') !== '' && styles.overlap)}>
                {said(week, 'overlap') || '/'}
              </td>
              <td className={mergeClasses(facts.cell, said(week, 'gap') !== '' && styles.gap)}>
                {said(week, 'gap') || '/'}
              </td>
              <td className={facts.cell}>{daysText(week.empty) || '/'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

import { useId, useMemo, type ReactNode } from 'react';
import { Button, makeStyles, Spinner, tokens } from '@fluentui/react-components';
import { CalendarRegular, ChevronLeftRegular, ChevronRightRegular, CloudOffRegular } from '@fluentui/react-icons';
import { useNavigate } from '@tanstack/react-router';
import type { ListRow } from '../../../contract/listData.ts';
import { hasHoliday } from '../../../domain/homeTiles.ts';
import { addDays, daysBetween } from '../../../domain/calendarDay.ts';
import { YEAR_LEAST, YEAR_MOST } from '../../../domain/calendarYear.ts';
import { formatDate } from '../../../domain/format.ts';
import {
  ALL,
  holidayRegions,
  isCalendarDay,
  MALAYSIA_STATES,
  readRegion,
  SERVICE_TYPES,
  WORK,
} from '../../../domain/nonWorkingDays.ts';
import { useList } from '../../../sync/hooks/useList.ts';
import { useSync } from '../../../sync/hooks/useSync.ts';
import type { Row } from '../../../sync/types.ts';
import { OwnerSelect, type OwnerChoice, type OwnerValue } from '../../../ui/OwnerSelect.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { freshness } from '../../../ui/list/freshness.ts';
import { PlainSelect } from '../../../ui/PlainSelect.tsx';
import { useUi } from '../../../ui/UiContext.ts';
import { useNow } from '../../../ui/useNow.ts';
import { useUndoKey } from '../../shared/useUndoKey.ts';
import { NonWorkingDaysFrame } from '../NonWorkingDaysFrame.tsx';
import { CALENDAR_PATH } from '../paths.ts';
import { Legend } from './Legend.tsx';
import { NO_FILTERS, scheduleRow, SCHEDULES, SCHEDULES_MOST } from '../../shared/shift/schedules.ts';
import { ScheduleCalendar } from './ScheduleCalendar.tsx';
import { YearStrips, type StripRow } from './YearStrips.tsx';
import { useAddressState } from '../../shared/useAddressState.ts';

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
  form: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'flex-end',
    gap: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    flexShrink: 0,
  },
  field: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXXS, minWidth: 0 },
  wide: { width: '240px', maxWidth: '100%', '@media (max-width: 639px)': { width: '100%' } },
  label: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground2 },
  year: { display: 'flex', alignItems: 'center' },
  number: {
    minWidth: '56px',
    textAlign: 'center',
    fontSize: tokens.fontSizeBase400,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
  },
  card: {
    flexShrink: 0,
    padding: tokens.spacingHorizontalM,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    '@media (max-width: 639px)': { padding: tokens.spacingHorizontalS },
  },
  foot: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalM, alignItems: 'center' },
  quiet: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    fontVariantNumeric: 'tabular-nums',
  },
});

const wholeOf = (value: unknown): number | null => {
  const number = Number(value);
  return value !== undefined && value !== '' && Number.isSafeInteger(number) && number > 0 ? number : null;
};

/** Maximum number of days in a span that filters the schedules. */
const SPAN_MOST = 366;

/** A span of days, YYYY-MM-DD each; only schedules with a holiday in it are shown. */
interface Span {
  from: string;
  until: string;
  days: number;
}

/** Reads the span in the URL; null if there is none, or its days are not valid. */
function spanOf(from: unknown, until: unknown): Span | null {
  if (typeof from !== 'string' || typeof until !== 'string' || !isCalendarDay(from) || !isCalendarDay(until))
    return null;
  const days = daysBetween(from, until) + 1;
  return days < 1
    ? null
    : { from, until: days > SPAN_MOST ? addDays(from, SPAN_MOST - 1) : until, days: Math.min(days, SPAN_MOST) };
}

/** The options of the select shown while no channel is selected. */
const MASK_WORDS = ['Channels', 'Masked Channels'] as const;

/**
 * A year's non-working days at a glance: all channels in a column, or the twelve months of a single channel (NWD-1 to
 * NWD-16).
 */
export function CalendarScreen() {
  const styles = useStyles();
  const id = useId();
  const { client, entity } = useSync();
  const { online, timeZone } = useUi();
  const now = useNow();
  useUndoKey();
  const [search, put] = useAddressState();
  const navigate = useNavigate();

  const data = useList<Row, Row>(SCHEDULES, NO_FILTERS, 1, SCHEDULES_MOST);
  const channelId = wholeOf(search['channel']);
  const otherId = wholeOf(search['against']);
  const thisYear = Number(formatDate(Math.floor(client.env.clock.now() / 1000), timeZone).slice(0, 4));
  const asked = wholeOf(search['year']);
  const year = asked === null ? thisYear : Math.min(YEAR_MOST, Math.max(YEAR_LEAST, asked));
  const mask = Number(search['mask']) === 1 ? 1 : 0;
  const channels = useMemo(() => channelsOf(data.rows), [data.rows]);
  const own = data.rows.filter(({ row }) => row['channelId'] === channelId);
  const service = SERVICE_TYPES.find(type => type === search['service']);
  const item =
    own.find(({ row }) => row['serviceType'] === service) ??
    own.find(({ row }) => row['serviceType'] === 'LM') ??
    own[0];
  const shownService = item ? String(item.row['serviceType']) : service;
  const other = useMemo(
    () =>
      otherId === null || otherId === channelId
        ? null
        : (data.rows.find(({ row }) => row['channelId'] === otherId && row['serviceType'] === shownService)?.row ??
          null),
    [data.rows, otherId, channelId, shownService],
  );
  // Without a channel, the states of all rows that have any are offered.
  const regions = holidayRegions(entity, item ? shownService : 'LM').filter(part => part !== WORK);
  const wanted = readRegion(String(search['region'] ?? ALL)) ?? ALL;
  const region = regions.includes(wanted) ? wanted : ALL;
  const span = useMemo(() => spanOf(search['from'], search['until']), [search]);
  const strips = useMemo(
    (): StripRow[] =>
      data.rows
        .filter(
          ({ row }) =>
            (span === null
              ? row['isMaskChannel'] === mask
              : hasHoliday(scheduleRow(row, entity), span.from, span.days)) &&
            (service === undefined || row['serviceType'] === service),
        )
        .map(({ key, row }) => ({
          key,
          name: `${String(row['channelId'])} ${String(row['channelName'])} ${String(row['serviceType'])}`,
          href: `${CALENDAR_PATH}?channel=${String(row['channelId'])}&service=${String(row['serviceType'])}&year=${year}${
            region === ALL ? '' : `&region=${encodeURIComponent(region)}`
          }`,
          row: scheduleRow(row, entity),
        })),
    [data.rows, entity, mask, service, year, region, span],
  );
  const choose = (name: 'channel' | 'against') => (value: OwnerValue) =>
    put({ [name]: typeof value === 'number' ? value : undefined }, false);
  const setYear = (next: number) => put({ year: next === thisYear ? undefined : next });
  const field = (name: string, label: string, children: ReactNode, wide = false) => (
    <div key={name} className={`${styles.field} ${wide ? styles.wide : ''}`}>
      <span className={styles.label} aria-hidden>
        {label}
      </span>
      {children}
    </div>
  );
  const isMissing = channelId !== null && !item && data.status === 'ready';
  return (
    <NonWorkingDaysFrame current={null}>
      <div className={styles.page}>
        <search className={styles.form} aria-label="Calendar filters">
          {field(
            'channel',
            'Channel',
            <OwnerSelect
              id={`${id}channel`}
              label="Channel"
              owners={data.status === 'loading' ? undefined : channels}
              value={channelId}
              onChange={choose('channel')}
            />,
            true,
          )}
          {channelId === null &&
            span === null &&
            field(
              'mask',
              'Tab',
              <PlainSelect
                label="Tab"
                value={String(mask)}
                onChange={value => put({ mask: value === '0' ? undefined : value })}
              >
                {MASK_WORDS.map((word, value) => (
                  <option key={word} value={String(value)}>
                    {word}
                  </option>
                ))}
              </PlainSelect>,
            )}
          {field(
            'service',
            'Service Type',
            <PlainSelect
              label="Service Type"
              value={item ? (shownService ?? '') : (service ?? '')}
              onChange={value => put({ service: value === '' ? undefined : value })}
            >
              {channelId === null && <option value="">All</option>}
              {SERVICE_TYPES.map(type => (
                <option
                  key={type}
                  value={type}
                  disabled={item !== undefined && !own.some(({ row }) => row['serviceType'] === type)}
                >
                  {type}
                </option>
              ))}
            </PlainSelect>,
          )}
          {regions.length > 1 &&
            field(
              'region',
              'State',
              <PlainSelect
                label="State"
                value={region}
                onChange={value => put({ region: value === ALL ? undefined : value })}
              >
                {[ALL, ...MALAYSIA_STATES].map(name => (
                  <option key={name} value={name}>
                    {name === ALL ? 'All states' : name}
                  </option>
                ))}
              </PlainSelect>,
            )}
          {field(
            'year',
            'Year',
            <div className={styles.year}>
              <Button
                appearance="subtle"
                icon={<ChevronLeftRegular />}
                aria-label={`Previous year, ${year - 1}`}
                disabled={year <= YEAR_LEAST}
                onClick={() => setYear(year - 1)}
              />
              <output className={styles.number} aria-label="Year">
                {year}
              </output>
              <Button
                appearance="subtle"
                icon={<ChevronRightRegular />}
                aria-label={`Next year, ${year + 1}`}
                disabled={year >= YEAR_MOST}
                onClick={() => setYear(year + 1)}
              />
            </div>,
          )}
          {channelId !== null &&
            field(
              'against',
              'Compare with',
              <OwnerSelect
                id={`${id}against`}
                label="Compare with"
                owners={channels.filter(({ id: other }) => other !== channelId)}
                value={otherId}
                onChange={choose('against')}
              />,
              true,
            )}
        </search>
        <div className={styles.foot}>
          <Legend compares={other !== null} />
          {data.status === 'ready' && (
            <span className={styles.quiet}>{freshness({ ...data, online }, now, timeZone).text}</span>
          )}
        </div>
        {channelId === null && span !== null && data.status === 'ready' && (
          <div className={styles.foot}>
            <output>
              {strips.length === 1 ? '1 schedule has' : `${strips.length} schedules have`} a holiday {spanText(span)}.
            </output>
            <Button size="small" onClick={() => put({ from: undefined, until: undefined }, false)}>
              Show all schedules
            </Button>
          </div>
        )}
        {data.status === 'loading' && <Spinner size="small" label="Loading the schedules" />}
        {data.status === 'error' && (
          <EmptyState
            urgent
            icon={<CloudOffRegular />}
            title="The schedules could not be loaded"
            hint={data.problem ?? ''}
          >
            <Button onClick={data.refetch}>Retry</Button>
          </EmptyState>
        )}
        {isMissing && (
          <EmptyState
            icon={<CalendarRegular />}
            title={`Channel ${channelId} has no schedule of non-working days`}
            hint="Import one from a spreadsheet on the page of its tab, or choose another channel."
          >
            <Button onClick={() => put({ channel: undefined, against: undefined }, false)}>Show all channels</Button>
          </EmptyState>
        )}
        {otherId !== null && other === null && item && data.status === 'ready' && (
          <EmptyState
            title={
              otherId === channelId
                ? 'A channel cannot be compared with itself'
                : `Channel ${otherId} has no ${shownService ?? ''} schedule to compare with`
            }
          />
        )}
        {item && (
          <ScheduleCalendar key={item.key} item={item} other={other} year={year} region={region} onYear={setYear} />
        )}
        {channelId === null && data.status === 'ready' && strips.length === 0 && span === null && (
          <EmptyState
            icon={<CalendarRegular />}
            title={
              data.rows.length === 0 ? 'No channel has a schedule yet' : 'No schedule for this tab and service type'
            }
            hint={data.rows.length === 0 ? 'Import one from a spreadsheet.' : 'Choose another tab or service type.'}
          />
        )}
        {channelId === null && strips.length > 0 && (
          <section className={styles.card} aria-label="All channels">
            <YearStrips rows={strips} year={year} region={region} navigate={href => void navigate({ href })} />
          </section>
        )}
      </div>
    </NonWorkingDaysFrame>
  );
}

const spanText = ({ from, until }: Span): string => (from === until ? `on ${from}` : `from ${from} to ${until}`);

/** The channels that have a schedule, without duplicates. */
function channelsOf(rows: readonly ListRow<Row>[]): OwnerChoice[] {
  const found = new Map<number, OwnerChoice>();
  for (const { row } of rows) {
    const own = Number(row['channelId']);
    found.set(own, { id: own, name: String(row['channelName']) });
  }
  return [...found.values()].sort((a, b) => a.id - b.id);
}

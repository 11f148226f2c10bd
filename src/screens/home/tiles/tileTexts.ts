import { HOME_AHEAD, HOME_ITEMS, type HomeNow } from '../../../contract/home.ts';
import { addDays } from '../../../domain/calendarDay.ts';
import { formatCount, formatTime } from '../../../domain/format.ts';
import type { HomeTile } from '../../../domain/homeTiles.ts';
import { channelGaps, type DeviceGaps } from '../../shared/channelGaps.ts';
import type { QueuedImport } from '../../../sync/hooks/useImports.ts';
import { importWord, type ImportShow, type ImportsOfShow } from '../../shared/imports/ownImports.ts';
import {
  billHref,
  billsHref,
  calendarHref,
  coverageHref,
  disputeHref,
  disputesHref,
  endingHref,
  HOME_PATHS,
  importsHref,
  maintenanceHref,
  queueHref,
  ratesHref,
} from './addresses.ts';

/** A tile's content: a count that links to the list of the counted records, a sentence, and the first few records. */
export interface TileContent {
  title: string;
  tone: 'fine' | 'waiting' | 'attention';
  /** Null if unknown on this device. */
  count: number | null;
  /** The counted items, e.g. "disputes close within 14 days". */
  what: string;
  /** The list of the counted records. */
  href: string;
  items: readonly TileItem[];
}

export interface TileItem {
  key: string;
  href: string;
  text: string;
  detail: string;
}

export const TILE_TITLES: Readonly<Record<HomeTile, string>> = {
  writes: 'Your changes',
  imports: 'Your imports and bulk changes',
  recon: 'Bills to approve',
  disputes: 'Disputes near their deadline',
  rates: 'Rate versions ending soon',
  maintenance: 'Channels in maintenance',
  coverage: 'Coverage gaps',
  holidays: 'Holidays in the next two weeks',
  offline: 'Offline work',
  activity: 'The last two weeks',
};

const some = (count: number, one: string, many: string): string => (count === 1 ? one : many);

/** The writes on this device; pending ones are sent automatically. */
export function writesTile(counts: {
  waiting: number;
  refused: number;
  conflicts: number;
  paused: number;
}): TileContent {
  const { waiting, refused, conflicts, paused } = counts;
  const needs = refused + conflicts + paused;
  const item = (key: string, count: number, text: string, show: 'needs' | 'waiting'): TileItem[] =>
    count === 0 ? [] : [{ key, href: queueHref(show), text: `${formatCount(count)} ${text}`, detail: '' }];
  return {
    title: TILE_TITLES.writes,
    tone: needs > 0 ? 'attention' : waiting > 0 ? 'waiting' : 'fine',
    count: needs > 0 ? needs : waiting,
    what:
      needs > 0
        ? some(needs, 'change needs a decision', 'changes need a decision')
        : waiting > 0
          ? some(waiting, 'change waiting to be sent', 'changes waiting to be sent')
          : 'waiting: all your changes are on the server',
    href: queueHref(needs > 0 ? 'needs' : waiting > 0 ? 'waiting' : undefined),
    items: [
      ...item('refused', refused, 'refused by the server', 'needs'),
      ...item('conflicts', conflicts, 'in conflict with a colleague', 'needs'),
      ...item('paused', paused, 'paused after a long time offline', 'needs'),
      ...item('waiting', needs > 0 ? waiting : 0, 'waiting to be sent', 'waiting'),
    ],
  };
}

/** What to call the counted imports and bulk changes; those of other devices may be either. */
function importNoun({ here, count }: ImportsOfShow<QueuedImport>): string {
  const bulks = here.filter(({ bulk }) => bulk !== undefined).length;
  if (bulks === 0 && here.length === count) return some(count, 'import', 'imports');
  if (bulks === count) return some(count, 'bulk change', 'bulk changes');
  return some(count, 'import or bulk change', 'imports and bulk changes');
}

/** Whether all counted imports and bulk changes are still on this device, so that the server has none to work on. */
const isUnsent = ({ here, count }: ImportsOfShow<QueuedImport>): boolean =>
  here.length === count && here.every(({ state }) => state === 'waiting');

/** The imports and bulk changes that are running or need the person, which the page with the person's own changes lists. */
export function importsTile({
  running,
  failed,
}: Readonly<Record<ImportShow, ImportsOfShow<QueuedImport>>>): TileContent {
  const what =
    failed.count > 0
      ? `${importNoun(failed)} failed or ${some(failed.count, 'needs', 'need')} a decision`
      : running.count > 0
        ? `${importNoun(running)} ${some(running.count, 'is', 'are')} ${isUnsent(running) ? 'waiting to be sent' : 'running'}`
        : 'running or failed in the last 7 days';
  const show = failed.count > 0 ? 'failed' : running.count > 0 ? 'running' : undefined;
  const itemsOf = (kind: ImportShow, { here, others }: ImportsOfShow<QueuedImport>): TileItem[] => [
    ...here.map(queued => ({
      key: queued.id,
      href: importsHref(kind),
      // The person never saw the file in which a bulk change is sent.
      text: queued.bulk ? queued.title : (queued.files[0]?.name ?? queued.title),
      detail: importWord(queued),
    })),
    ...others.map(({ id, title, file, state }) => ({
      key: id,
      href: importsHref(kind),
      text: file === '' ? title : file,
      detail: state,
    })),
  ];
  return {
    title: TILE_TITLES.imports,
    tone: failed.count > 0 ? 'attention' : running.count > 0 ? 'waiting' : 'fine',
    count: failed.count > 0 ? failed.count : running.count,
    what: failed.count > 0 && running.count > 0 ? `${what}, ${formatCount(running.count)} running` : what,
    href: importsHref(show),
    items: [...itemsOf('running', running), ...itemsOf('failed', failed)].slice(0, HOME_ITEMS),
  };
}

export function reconTile(recon: NonNullable<HomeNow['recon']>): TileContent {
  const { matched, discrepant, bills, list } = recon;
  const parcels = matched + discrepant;
  return {
    title: TILE_TITLES.recon,
    tone: discrepant > 0 ? 'attention' : parcels > 0 ? 'waiting' : 'fine',
    count: bills,
    what:
      parcels === 0
        ? 'bills have parcels to approve'
        : `${some(bills, 'bill has', 'bills have')} ${formatCount(parcels)} ${some(parcels, 'parcel', 'parcels')} to approve, ${formatCount(discrepant)} with a difference`,
    href: billsHref(),
    items: list.map(bill => ({
      key: String(bill.id),
      href: billHref(bill.bill_no),
      text: `${bill.bill_no} ${bill.supplier_name}`,
      detail: `${formatCount(bill.discrepant)} discrepant, ${formatCount(bill.matched)} matched`,
    })),
  };
}

const daysText = (days: number): string => (days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`);

export function disputesTile(disputes: NonNullable<HomeNow['disputes']>): TileContent {
  const { total, list, undisputed } = disputes;
  const rest =
    undisputed === 0
      ? ''
      : `; ${formatCount(undisputed)} ${some(undisputed, 'bill', 'bills')} with differences not disputed yet`;
  return {
    title: TILE_TITLES.disputes,
    tone: list.some(({ days_left }) => days_left <= 3) ? 'attention' : total + undisputed > 0 ? 'waiting' : 'fine',
    count: total,
    what: `${some(total, 'dispute ends', 'disputes end')} within 14 days${rest}`,
    href: disputesHref(true),
    items: list.map(({ id, bill_no, supplier_name, deadline, days_left }) => ({
      key: String(id),
      href: disputeHref(id),
      text: `${bill_no} ${supplier_name}`,
      detail: `until ${deadline}, ${daysText(days_left)}`,
    })),
  };
}

export function ratesTile(rates: NonNullable<HomeNow['rates']>, timeZone: string): TileContent {
  const { total, thirdParty, list } = rates;
  const own = total - thirdParty;
  // Each price family has its own list: the count is that of one family, and the other family is the first item.
  const counted = own > 0 || thirdParty === 0 ? own : thirdParty;
  const others: TileItem[] =
    own > 0 && thirdParty > 0
      ? [
          {
            key: 'thirdParty',
            href: endingHref('thirdParty'),
            text: `${formatCount(thirdParty)} ${some(thirdParty, 'version', 'versions')} of third-party fees`,
            detail: some(thirdParty, 'ends too', 'end too'),
          },
        ]
      : [];
  return {
    title: TILE_TITLES.rates,
    tone: total > 0 ? 'waiting' : 'fine',
    count: counted,
    what: `${some(counted, 'version', 'versions')}${counted > 0 && own === 0 ? ' of third-party fees' : ''} ${some(counted, 'ends', 'end')} within 14 days`,
    href: endingHref(own === 0 && thirdParty > 0 ? 'thirdParty' : 'rate'),
    items: [
      ...others,
      ...list.map(({ family, channelId, channelName, versionNo, nextNo, at }) => ({
        key: `${family} ${channelId} ${nextNo}`,
        href: ratesHref(family, channelId),
        text: `${channelId} ${channelName}`.trim(),
        detail: `version ${versionNo}${family === 'rate' ? '' : ' (third-party)'} until ${formatTime(at, timeZone)}, then ${nextNo}`,
      })),
    ],
  };
}

export const maintenanceTile = ({ total, list }: NonNullable<HomeNow['maintenance']>): TileContent => ({
  title: TILE_TITLES.maintenance,
  tone: total > 0 ? 'attention' : 'fine',
  count: total,
  what: `${some(total, 'channel takes', 'channels take')} no orders while in maintenance`,
  href: maintenanceHref(),
  items: list.map(({ channelId, name }) => ({
    key: String(channelId),
    href: maintenanceHref({ channelId }),
    text: `${channelId} ${name}`,
    detail: '',
  })),
});

/**
 * @param none channels without any record, from the server; null while unknown
 * @param device channels cached on this device, and how many of them still have to be counted
 */
export function coverageTile(
  none: HomeNow['coverage'] | undefined,
  { counted: device, left }: { counted: readonly DeviceGaps[]; left: number },
): TileContent {
  const gaps = channelGaps(none, device);
  // A count of 0 would be wrong as long as channels still have to be counted.
  const known = (none !== undefined || device.length > 0) && (gaps.length > 0 || left === 0);
  const all = device.length + left;
  const counted =
    left > 0
      ? `; ${channelsText(left)} on this device ${some(left, 'is', 'are')} still being checked`
      : all === 0
        ? ''
        : `; ${channelsText(all)} on this device ${some(all, 'is', 'are')} checked place by place`;
  return {
    title: TILE_TITLES.coverage,
    tone: (none?.total ?? 0) > 0 ? 'attention' : gaps.length > 0 ? 'waiting' : 'fine',
    count: known ? gaps.length : null,
    what: known
      ? `${some(gaps.length, 'channel has', 'channels have')} gaps${counted}`
      : `Channels with gaps are not known yet${counted}`,
    href: HOME_PATHS.coverage,
    items: gaps
      .slice(0, HOME_ITEMS)
      .map(({ channelId, text, detail }) => ({ key: String(channelId), href: coverageHref(channelId), text, detail })),
  };
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;
export const weekdayText = (day: string): string => WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? '';

const channelsText = (count: number): string => `${formatCount(count)} ${some(count, 'channel', 'channels')}`;

const schedulesText = (count: number): string => `${formatCount(count)} ${some(count, 'schedule', 'schedules')}`;

/**
 * The holidays of the next days. The counts are those of the schedules that the calendar lists.
 * @param schedules undefined in a reply that an earlier release cached
 */
export function holidaysTile(
  holidays: NonNullable<HomeNow['holidays']>,
  schedules: number | null | undefined,
  today: string,
): TileContent {
  const days = holidays.length;
  return {
    title: TILE_TITLES.holidays,
    tone: 'fine',
    count: schedules ?? null,
    what:
      schedules === undefined || schedules === null
        ? `${formatCount(days)} ${some(days, 'day', 'days')} when channels do not work`
        : `${some(schedules, 'schedule has', 'schedules have')} a holiday${days === 0 ? '' : `, on ${formatCount(days)} ${some(days, 'day', 'days')}`}`,
    href: calendarHref(today, addDays(today, HOME_AHEAD)),
    items: holidays.slice(0, 6).map(({ day, schedules: own, channels, inStates }) => ({
      key: day,
      href: calendarHref(day, day),
      text: `${weekdayText(day)} ${day}`,
      detail: [
        ...(own > 0 ? [schedulesText(own)] : []),
        ...(channels > 0 ? [channelsText(channels)] : []),
        ...(inStates > 0 ? [`${channelsText(inStates)} in some states`] : []),
      ].join(', '),
    })),
  };
}

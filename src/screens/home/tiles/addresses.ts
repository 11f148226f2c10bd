import type { Family } from '../../../contract/rateTable/versions.ts';
import { channelConfig } from '../../../contract/resources/channelConfig.ts';
import { formatQ } from '../../../domain/listQuery.ts';
import type { ImportShow } from '../../shared/imports/ownImports.ts';
import { rateBase } from '../../shared/rateTabs.ts';

/**
 * URLs to which Home's tiles link: lists filtered to what the tile counts. `src/app/homeAddresses.test.ts` compares
 * them with the pages' own paths.
 */

type Values = Readonly<Record<string, unknown>>;

const filtered = (path: string, values: Values): string => {
  const q = formatQ(values);
  return q === undefined ? path : `${path}?q=${encodeURIComponent(q)}`;
};

export const HOME_PATHS = {
  bills: '/opslogisticsrecon/bills',
  disputes: '/opslogisticsrecon/disputes',
  coverage: '/carrier/coverage',
  calendar: '/carrier/nonWorkingDays/calendar',
} as const;

export const queueHref = (show?: 'needs' | 'waiting'): string =>
  show === undefined ? '/queue' : `/queue?show=${show}`;
/** The page with the person's own changes, with imports of one kind. */
export const importsHref = (show?: ImportShow): string =>
  show === undefined ? queueHref() : `${queueHref()}?imports=${show}`;
/** Bills with parcels that nobody has approved or rejected yet. */
export const billsHref = (): string => filtered(HOME_PATHS.bills, { awaiting: 1 });
export const billHref = (billNo: string): string => filtered(HOME_PATHS.bills, { bill_no: billNo });
export const disputesHref = (near: boolean): string => (near ? `${HOME_PATHS.disputes}?near=1` : HOME_PATHS.disputes);
export const disputeHref = (id: number): string => `${HOME_PATHS.disputes}?dispute=${id}`;
export const maintenanceHref = (values: Values = { maintenance: 1 }): string =>
  filtered(channelConfig.page.path, values);
export const coverageHref = (channelId: number): string => `${HOME_PATHS.coverage}?channel=${channelId}`;
export const endingHref = (family: Family): string => filtered(rateBase(family), { having: 'Ends' });
export const ratesHref = (family: Family, channelId: number): string => `${rateBase(family)}/channel/${channelId}`;
/** The channels that have a holiday within a span of days, YYYY-MM-DD each. */
export const calendarHref = (from: string, until: string): string =>
  `${HOME_PATHS.calendar}?year=${from.slice(0, 4)}&from=${from}&until=${until}`;

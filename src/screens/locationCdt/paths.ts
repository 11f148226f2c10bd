import { locationCdt } from '../../contract/resources/locationCdt.ts';

/** Paths of CDT of Location (SHELL-4) and its other pages. */

export const CDT_PATH = '/carrier/locationCDT';
export const CDT_ROWS_PATH = `${CDT_PATH}/rows`;
export const LEAD_TIME_PATH = `${CDT_PATH}/leadTime`;

export const CDT_TABS = [
  { value: CDT_PATH, label: 'Import and Export' },
  { value: CDT_ROWS_PATH, label: 'CDT Rows' },
  { value: LEAD_TIME_PATH, label: 'Lead Time' },
] as const;

export type CdtPage = (typeof CDT_TABS)[number]['value'];

/** URL of the operation history (SHELL-10), filtered by channel if one is selected. */
export const cdtLogHref = (channelId?: unknown): string =>
  `${CDT_PATH}/log?code=${locationCdt.feature}${typeof channelId === 'number' ? `&channel=${channelId}` : ''}`;

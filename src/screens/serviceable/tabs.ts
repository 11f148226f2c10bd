import type { IdScope } from '../../contract/owner.ts';

/** The five pages of Channel Serviceable Area, in tab order (SAL-1). */
export const SERVICEABLE_TABS = [
  { page: 'location', label: 'Location' },
  { page: 'postcode', label: 'Postcode' },
  { page: 'zone-limit', label: 'Zone Limit' },
  { page: 'route-limit', label: 'Route Limit' },
  { page: 'channel-configuration', label: 'Channel Configuration' },
] as const;

export type ServiceablePage = (typeof SERVICEABLE_TABS)[number]['page'];

export const SERVICEABLE_PATH = '/carrier/serviceable';

/** The static-content page with links to the lists of each channel (SUBAPP-6). */
export const CHANNEL_ENTRY_PATH = '/opsfe/servicearea/channelEntry';

/** A set of serviceable-area pages, for either channels or 3PLs. */
export interface Area {
  scope: IdScope;
  title: string;
  path: string;
  tabs: readonly { page: string; label: string }[];
}

export const CHANNEL_AREA = {
  scope: 'channel',
  title: 'Channel Serviceable Area',
  path: SERVICEABLE_PATH,
  tabs: SERVICEABLE_TABS,
} as const satisfies Area;

/** The set for 3PLs: locations and postcodes are separate for each end of the route (TPL-1, G84). */
export const THREE_PL_AREA = {
  scope: '3pl',
  title: '3PL Serviceable Area',
  path: '/carrier/serviceable3pl',
  tabs: [
    { page: 'origin-location', label: 'Origin Location' },
    { page: 'destination-location', label: 'Destination Location' },
    { page: 'origin-postcode', label: 'Origin Postcode' },
    { page: 'destination-postcode', label: 'Destination Postcode' },
    { page: 'zone-limit', label: 'Zone Limit' },
    { page: 'route-limit', label: 'Route Limit' },
    { page: '3pl-configuration', label: '3PL Configuration' },
  ],
} as const satisfies Area;

export type ThreePlPage = (typeof THREE_PL_AREA)['tabs'][number]['page'];

/** Whether a URL segment is the name of a page in the set. */
export const isPageOf = ({ tabs }: Area, text: unknown): text is string => tabs.some(({ page }) => page === text);

/** Whether a URL segment is the name of one of the five pages. */
export const isServiceablePage = (text: unknown): text is ServiceablePage =>
  SERVICEABLE_TABS.some(tab => tab.page === text);

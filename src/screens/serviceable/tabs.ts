/** The five pages of Channel Serviceable Area, in the order of their tabs (SAL-1). */
export const SERVICEABLE_TABS = [
  { page: 'location', label: 'Location' },
  { page: 'postcode', label: 'Postcode' },
  { page: 'zone-limit', label: 'Zone Limit' },
  { page: 'route-limit', label: 'Route Limit' },
  { page: 'channel-configuration', label: 'Channel Configuration' },
] as const;

export type ServiceablePage = (typeof SERVICEABLE_TABS)[number]['page'];

export const SERVICEABLE_PATH = '/carrier/serviceable';

/** Whether an address' part names one of the five pages. */
export const isServiceablePage = (text: unknown): text is ServiceablePage =>
  SERVICEABLE_TABS.some(tab => tab.page === text);

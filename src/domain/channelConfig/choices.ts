/**
 * Labels and numeric values of a channel's settings (channels spec 2.2, 2.3, 3, 5, 9). The declaration of channel
 * records needs them at every startup, so they are separate from the rules, which are loaded with the dialogs.
 */

/** Channel type (CHC-3, G18): any other type is shown as its number. */
export const CHANNEL_TYPE = { nonIntegrate: 0, integrate: 10008 } as const;
export const CHANNEL_TYPES = [
  { value: CHANNEL_TYPE.nonIntegrate, label: 'Non-Integrate' },
  { value: CHANNEL_TYPE.integrate, label: 'Integrate' },
] as const;

/** The values of channel_tag (CHC-16, G51). */
export const CHANNEL_TAG = { local: 1, localWms: 2, crossBorder: 3, crossBorderAndWms: 4 } as const;
export const CHANNEL_TAGS = [
  { value: CHANNEL_TAG.local, label: 'Local Channel' },
  { value: CHANNEL_TAG.localWms, label: 'Local WMS Channel' },
  { value: CHANNEL_TAG.crossBorder, label: 'Cross Border Channel' },
  { value: CHANNEL_TAG.crossBorderAndWms, label: 'Cross Border Channel&Local WMS Channel' },
] as const;

/** Service types in the order of `display_sequence`, which the documents do not list (CHC-43, G86). */
export const SERVICE_TYPES = [
  { value: 1, label: 'Standard' },
  { value: 2, label: 'Economy' },
  { value: 3, label: 'Express' },
  { value: 4, label: 'Same Day' },
  { value: 5, label: 'Instant' },
] as const;

/** The maximum length of either name (CHC-14). */
export const NAME_MOST = 255;
export const NAME_LABELS = {
  channelName: 'Buyer Side Channel Name',
  display_name: 'Seller Side Channel Name',
} as const;

/** A maintenance switch takes effect within this many milliseconds of the request, or not at all (CHC-19). */
export const MAINTENANCE_ASKED_FOR = 30 * 60_000;

/** The options of the name list (CHC-26, CHC-27). */
export const NAME_LIST = { none: 0, whitelist: 1, blacklist: 2 } as const;
export type NameList = (typeof NAME_LIST)[keyof typeof NAME_LIST];

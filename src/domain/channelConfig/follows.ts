import type { Follow } from '../follows.ts';
import { hasWmsLocation } from './channel.ts';
import { CHANNEL_TAGS } from './choices.ts';
import { COD_FOLLOWS } from './cod.ts';

const WITHOUT_WMS = CHANNEL_TAGS.map(({ value }) => value).filter(tag => !hasWmsLocation(tag));

/**
 * Settings of a channel that follow from others: those of COD; the warehouses, which belong to the country from which
 * the channel ships (CHC-15); and the WMS location, which only some tags have (CHC-16).
 */
export const SETTING_FOLLOWS: readonly Follow[] = [
  ...COD_FOLLOWS,
  { field: 'from_country', set: { seller_location: '', warehouse_location: '' } },
  { field: 'channel_tag', to: WITHOUT_WMS, set: { warehouse_location: '' } },
];

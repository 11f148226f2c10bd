import { CHANNEL_GROUPS, channelConfig, type ChannelGroup } from '../../contract/resources/channelConfig.ts';
import type { SettingsGroup } from '../../domain/channelConfig/compare.ts';
import { SHARED_SETTINGS } from '../../domain/channelConfig/copy.ts';
import type { Country } from '../../domain/country.ts';
import type { ListSource, Row } from '../../sync/types.ts';
import { sourceOf } from '../resource/source.ts';
import { settingsOf } from './settingNames.ts';
import { CHANNEL_CONFIG_ID } from './pages.tsx';

/** A channel's settings, in the groups in which they are compared and copied. */

/** Maximum number of a country's channels that are processed together; in production, there are 400. */
export const CHANNELS_MOST = 2000;
export const CHANNELS: ListSource<Row, Row> = sourceOf(channelConfig, CHANNEL_CONFIG_ID);

const OWN = { id: 'channel', label: 'Channel' } as const;
/**
 * The maintenance switch takes effect immediately and has its own permission, so it is not a group of settings
 * (CHC-19).
 */
const GROUPS = (Object.keys(CHANNEL_GROUPS) as ChannelGroup[]).filter(group => group !== 'maintenance');

const ofGroup = (group: ChannelGroup, entity: Country): SettingsGroup => ({
  id: group,
  label: CHANNEL_GROUPS[group].label,
  fields: settingsOf(group, entity),
});

/** All settings that exist in the country, those of the channel dialog first. */
export const comparedGroups = (entity: Country): SettingsGroup[] => [
  { ...OWN, fields: [...channelConfig.edit, 'maintenance'] },
  ...GROUPS.map(group => ofGroup(group, entity)),
];

/** The groups that can be copied from one channel to others. */
export const copiedGroups = (entity: Country): SettingsGroup[] => [
  { ...OWN, fields: SHARED_SETTINGS },
  ...GROUPS.map(group => ofGroup(group, entity)),
];

/** The action that updates a group; null if the channel dialog's own update does. */
export const actionOf = (group: string): ChannelGroup | null => (group === OWN.id ? null : (group as ChannelGroup));

export const positiveNumber = (value: unknown): number | null => {
  const number = Number(value);
  return value !== undefined && value !== '' && Number.isSafeInteger(number) && number > 0 ? number : null;
};

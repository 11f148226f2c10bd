import { CHANNEL_GROUPS, type ChannelGroup } from '../../contract/resources/channelConfig.ts';
import { hasKycControl, hasSod } from '../../domain/channelConfig/cod.ts';
import type { Country } from '../../domain/country.ts';

/** Settings that do not exist in a country (G52). */
const isAbsent = (name: string, entity: Country): boolean =>
  (name === 'sod' && !hasSod(entity)) || (name === 'kyc_control' && !hasKycControl(entity));

/** The settings of a group that exist in the country. */
export const settingsOf = (group: ChannelGroup, entity: Country): string[] =>
  CHANNEL_GROUPS[group].fields.filter(name => !isAbsent(name, entity));

import type { Row } from '../../../sync/types.ts';
import type { ChannelRow } from '../../../contract/channels.ts';
import { CONFIGURATION_EDIT } from '../../../contract/resources/channelServiceConf.ts';
import type { Country } from '../../../domain/country.ts';
import { fromWords } from '../../../domain/flags.ts';
import { newConfig, withChannel, withoutForbidden, type ServiceConfig } from '../../../domain/serviceableConfig.ts';
import type { OwnerValue } from '../../../ui/OwnerSelect.tsx';

/** The form's values: the configuration and the channel or 3PL to which it belongs. */
export type ConfigValues = ServiceConfig & {
  /** The 3PL's id. */
  channelId: OwnerValue;
  /** The channel from which the verify values were derived; null until one is selected. */
  derivedFor: number | null;
};

export const flagOf = (channels: readonly ChannelRow[] | undefined, channelId: OwnerValue): bigint | null => {
  const channel = channels?.find(known => known.channelId === channelId);
  return channel ? fromWords(channel.flag) : null;
};

/** A new configuration, for a channel if one has already been selected (SAC-25, SAC-32). */
export function newValues(channelId: number | null, flag: bigint | null, country: Country): ConfigValues {
  const config = newConfig();
  if (channelId === null || flag === null) return { ...config, channelId, derivedFor: null };
  return { ...withChannel(config, flag, country), channelId, derivedFor: channelId };
}

/**
 * The configuration in a record or in the entered values. The rules are satisfied even if a draft is restored on top of
 * a changed record.
 */
export const configOf = (values: Row): ServiceConfig =>
  withoutForbidden(Object.fromEntries(CONFIGURATION_EDIT.map(field => [field, values[field]])) as ServiceConfig);

import type { Row } from '../../../sync/types.ts';
import type { ChannelRow } from '../../../contract/channels.ts';
import { CONFIGURATION_EDIT } from '../../../contract/resources/channelServiceConf.ts';
import type { Country } from '../../../domain/country.ts';
import { fromWords } from '../../../domain/flags.ts';
import { newConfig, withChannel, withoutForbidden, type ServiceConfig } from '../../../domain/serviceableConfig.ts';
import type { OwnerValue } from '../../../ui/OwnerSelect.tsx';

/** The form's values: the configuration and its channel or 3PL. */
export type ConfigValues = ServiceConfig & {
  /** The 3PL's id. */
  channelId: OwnerValue;
  /** The channel that the verify values were derived from; null before one was chosen. */
  derivedFor: number | null;
};

export const flagOf = (channels: readonly ChannelRow[] | undefined, channelId: OwnerValue): bigint | null => {
  const channel = channels?.find(known => known.channelId === channelId);
  return channel ? fromWords(channel.flag) : null;
};

/** A new configuration, for a channel if one is already chosen (SAC-25, SAC-32). */
export function newValues(channelId: number | null, flag: bigint | null, country: Country): ConfigValues {
  const config = newConfig();
  if (channelId === null || flag === null) return { ...config, channelId, derivedFor: null };
  return { ...withChannel(config, flag, country), channelId, derivedFor: channelId };
}

/**
 * The configuration of a record or of the entered values. A draft on top of another state of the record keeps the
 * rules.
 */
export const configOf = (values: Row): ServiceConfig =>
  withoutForbidden(Object.fromEntries(CONFIGURATION_EDIT.map(field => [field, values[field]])) as ServiceConfig);

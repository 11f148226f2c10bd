import { CHANNEL_TYPE } from '../domain/channelConfig/choices.ts';
import type { Country } from '../domain/country.ts';
import { YES } from '../domain/serviceableChoices.ts';
import type { Field } from './fields/all.ts';
import { mayBeEmpty } from './fields/base.ts';
import { channelConfig } from './resources/channelConfig.ts';

/** The value of a setting in a new channel: off or unset. */
function initialOf(field: Field): unknown {
  if (field.kind === 'choice') return field.initial;
  if (mayBeEmpty(field)) return null;
  return field.kind === 'number' ? 0 : '';
}

/**
 * A new channel of the entity before anything is entered: integrated (CHC-9), with every setting off and every limit
 * unset.
 */
export const newChannelSettings = (entity: Country): Record<string, unknown> => ({
  ...Object.fromEntries(Object.entries(channelConfig.fields).map(([name, field]) => [name, initialOf(field)])),
  from_country: entity,
  channel_type: CHANNEL_TYPE.integrate,
  tracking: YES,
});

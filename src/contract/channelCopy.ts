import { auditPath } from './auditLabel.ts';
import { labelOf, updatesOf } from './resource.ts';
import { wordOf } from './recordChange.ts';
import { CHANNEL_GROUPS, channelConfig, type ChannelGroup } from './resources/channelConfig.ts';

/**
 * Describes in the log how settings were copied from one channel to others: the group, the source channel and the
 * target channels.
 */

type Body = Readonly<Record<string, unknown>>;

/** The maximum number of channels listed on one line. */
const IN_LINE = 5;

export interface ChannelCopy {
  /** The label of the group, such as "Order Limit". */
  group: string;
  from: string;
  /** The first few target channels. */
  to: readonly string[];
  /** Settings with their values: "Max Distance: 75"; empty if this entry undid the copy. */
  settings: readonly string[];
}

/** The group of settings that a call changes; null if it changes none. */
export function groupOfUrl(url: string): string | null {
  const path = auditPath(url).replace(/\/import$/, '');
  const update = updatesOf(channelConfig).find(own => auditPath(own.path) === path);
  if (!update) return null;
  return update.action === null ? 'Channel' : CHANNEL_GROUPS[update.action as ChannelGroup].label;
}

/** The channel id in a key such as "ID/10021". */
const channelIn = (key: string): string => key.split('/').at(-1) ?? key;

/** Extracts the copy operation from a logged call; null if the call copies nothing. */
export function channelCopy(url: string, body: Body | null): ChannelCopy | null {
  const group = groupOfUrl(url);
  const { from, to, set } = body ?? {};
  if (group === null || typeof from !== 'string' || !Array.isArray(to)) return null;
  return {
    group,
    from: channelIn(from),
    to: to.map(key => channelIn(String(key))),
    settings: Object.entries((set ?? {}) as Body).map(
      ([name, value]) => `${labelOf(channelConfig, name)}: ${wordOf(channelConfig.fields[name as never], value)}`,
    ),
  };
}

/**
 * "Order Limit copied from channel 10021 to 10022, 10023 and 3 more".
 * @param count number of channels that the copy changed
 */
export function channelCopyText({ group, from, to }: ChannelCopy, count: number): string {
  const named = to.slice(0, IN_LINE);
  const more = Math.max(0, count - named.length);
  return `${group} copied from channel ${from} to ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

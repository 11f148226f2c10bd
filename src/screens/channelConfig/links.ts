import { CHANNEL_CONFIG_PATH } from './paths.ts';

/** URLs of the pages that compare channels or copy settings between them. */

export const COMPARE_PATH = `${CHANNEL_CONFIG_PATH}/compare`;
export const COPY_PATH = `${CHANNEL_CONFIG_PATH}/copy`;

/** A channel in its current state, or as of a version in its log. */
export interface ComparedSide {
  channelId: number;
  version?: number;
}

/** Two channels, or one channel at two times; whatever is omitted is selected on the page. */
export function compareHref(a: ComparedSide | null, b: ComparedSide | null): string {
  const side = (name: string, of: ComparedSide | null) =>
    of === null
      ? []
      : [`${name}=${of.channelId}`, ...(of.version === undefined ? [] : [`${name}Version=${of.version}`])];
  const parameters = [...side('a', a), ...side('b', b)];
  return parameters.length === 0 ? COMPARE_PATH : `${COMPARE_PATH}?${parameters.join('&')}`;
}

/** Copies from a channel, or from one selected on the page, to the channels with these ids. */
export function copyHref(channelId: number | null, targets: readonly number[] = [], group?: string): string {
  const parameters = [
    ...(channelId === null ? [] : [`from=${channelId}`]),
    ...(group === undefined ? [] : [`group=${group}`]),
    ...(targets.length === 0 ? [] : [`to=${targets.join(',')}`]),
  ];
  return `${COPY_PATH}?${parameters.join('&')}`;
}

import type { ListRow } from '../../../contract/listData.ts';
import { keyOf } from '../../../contract/resource.ts';
import { channelConfig } from '../../../contract/resources/channelConfig.ts';
import { copiedSettings, pickSettings, type CopiedSetting } from '../../../domain/channelConfig/copy.ts';
import type { Country } from '../../../domain/country.ts';
import { formatCount } from '../../../domain/format.ts';
import type { BulkLine } from '../../../sync/actions/bulk.ts';
import { afterBulks, type WaitingBulk } from '../../../sync/hooks/useWaitingBulks.ts';
import type { Row } from '../../../sync/types.ts';

/** The effect of copying settings from one channel to others, by target. */

export interface TargetPlan {
  key: string;
  channelId: number;
  name: string;
  /** Whether pending bulk changes of the person are included. */
  row: Row;
  settings: readonly CopiedSetting[];
  /**
   * busy: the target has a pending change of its own. forbidden: its rules do not permit the copy. equal: it already
   * has all values.
   */
  is: 'changes' | 'equal' | 'forbidden' | 'busy';
  /** The line that identifies the channel in the bulk change. */
  line: BulkLine;
}

export interface CopyPlan {
  /** The values being copied. */
  set: Readonly<Record<string, string | number | boolean | null>>;
  targets: readonly TargetPlan[];
}

/** A channel as the person sees it, i.e. with their pending bulk changes applied. */
export const withWaiting = (row: Row, waiting: readonly WaitingBulk[]): Row => ({
  ...row,
  ...afterBulks(waiting, keyOf(channelConfig, row), row)?.values,
});

export function planCopy(
  names: readonly string[],
  source: Row,
  targets: readonly ListRow<Row>[],
  waiting: readonly WaitingBulk[],
  country: Country,
): CopyPlan {
  const from = withWaiting(source, waiting);
  return {
    set: pickSettings(names, from) as CopyPlan['set'],
    targets: targets.map(({ row, pending }): TargetPlan => {
      const key = keyOf(channelConfig, row);
      const after = afterBulks(waiting, key, row);
      const now: Row = { ...row, ...after?.values };
      const settings = copiedSettings(names, from, now, country);
      const has = (is: CopiedSetting['is']) => settings.some(setting => setting.is === is);
      const outcome = has('forbidden') ? 'forbidden' : has('changed') ? 'changes' : 'equal';
      return {
        key,
        channelId: Number(row['channelId']),
        name: String(row['channelName']),
        row: now,
        settings,
        is: pending !== null ? 'busy' : outcome,
        line: { key, version: after?.version ?? Number(row['version']), own: after !== null },
      };
    }),
  };
}

/** A target after the copy. */
export const rowAfter = ({ row, settings }: TargetPlan): Row => ({
  ...row,
  ...Object.fromEntries(settings.map(({ name, to }) => [name, to])),
});

export const channels = (count: number): string => (count === 1 ? '1 channel' : `${formatCount(count)} channels`);

/** For each setting that changes in any channel, the number of channels in which it changes. */
export const changedIn = ({ targets }: CopyPlan): { name: string; to: unknown; count: number }[] => {
  const found = new Map<string, { name: string; to: unknown; count: number }>();
  for (const { settings, is: outcome } of targets) {
    for (const { name, to, is } of outcome === 'changes' ? settings : []) {
      if (is !== 'changed') continue;
      const known = found.get(name) ?? { name, to, count: 0 };
      found.set(name, { ...known, count: known.count + 1 });
    }
  }
  return [...found.values()];
};

/** The title of a copy, e.g. "Copy COD of channel 10021 to 12 channels". */
export const copyTitle = (group: string, channelId: number, count: number): string =>
  `Copy ${group} of channel ${channelId} to ${channels(count)}`;

/** Summarizes a copy, e.g. "3 channels change; 2 channels are already set; 1 channel is skipped". */
export function planText({ targets }: CopyPlan): string {
  const count = (...wanted: TargetPlan['is'][]) => targets.filter(({ is }) => wanted.includes(is)).length;
  const [change, equal, left] = [count('changes'), count('equal'), count('forbidden', 'busy')];
  return [
    ...(change > 0 ? [`${channels(change)} ${change === 1 ? 'changes' : 'change'}`] : []),
    ...(equal > 0 ? [`${channels(equal)} ${equal === 1 ? 'is' : 'are'} already set`] : []),
    ...(left > 0 ? [`${channels(left)} ${left === 1 ? 'is' : 'are'} skipped`] : []),
  ].join('; ');
}

import type { RecordChange } from '../../../contract/history.ts';
import { fieldsChanged } from '../../../contract/recordChange.ts';
import { channelConfig } from '../../../contract/resources/channelConfig.ts';
import { formatTime } from '../../../domain/format.ts';
import { eventText, meansText } from '../../shared/history/historyTexts.ts';

/** Unambiguous labels for the times in a channel's log. */

/** Maximum number of settings listed in a label; if more changed, only their number is shown. */
const NAMED = 2;

/**
 * Describes what a write changed, e.g. "Max Distance", "7 settings" or "Created", followed by the import or copy that
 * made the change.
 */
function whatText(change: RecordChange): string {
  const fields = fieldsChanged(channelConfig, change.before, change.after);
  const named = fields.length > NAMED ? `${fields.length} settings` : fields.map(({ label }) => label).join(', ');
  const what = eventText(change) ?? (named === '' ? 'no setting' : named);
  return change.import ? `${what} (${meansText(change)})` : what;
}

export interface TimeText {
  version: number;
  /** "2026-11-25 13:40:22, 2nd of 3 in this second", which is unique among the channel's times. */
  time: string;
  /** The time, followed by what was changed and by whom. */
  whole: string;
}

const ORDINALS = ['th', 'st', 'nd', 'rd'];
const ordinal = (n: number): string => `${n}${(n % 100 > 10 && n % 100 < 14 ? null : ORDINALS[n % 10]) ?? 'th'}`;

/**
 * Labels the times in a channel's log, newest first. The log has a resolution of one second, so writes in the same
 * second are numbered in order.
 */
export function timeTexts(changes: readonly RecordChange[], timeZone: string): TimeText[] {
  const seconds = new Map<number, number>();
  for (const { timestamp } of changes) seconds.set(timestamp, (seconds.get(timestamp) ?? 0) + 1);
  const left = new Map(seconds);
  return changes.map(change => {
    const { timestamp, version, email } = change;
    const [all, at] = [seconds.get(timestamp) ?? 1, left.get(timestamp) ?? 1];
    left.set(timestamp, at - 1);
    const second = formatTime(timestamp, timeZone);
    const time = all === 1 ? second : `${second}, ${ordinal(at)} of ${all} in this second`;
    return { version, time, whole: `${time}: ${whatText(change)}, by ${email}` };
  });
}

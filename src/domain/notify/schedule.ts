import { formatTime } from '../format.ts';
import { hourOfDay } from '../day.ts';
import { addDays } from '../calendarDay.ts';

/**
 * Determines when a notification is sent, from rate limits, quiet hours and retries (NOTIF-1). Times are epoch seconds.
 */

/**
 * The hours during which a person wants no messages, in their own time zone, such as 22 to 7. If both hours are equal,
 * there are no quiet hours.
 */
export interface QuietHours {
  from: number;
  to: number;
  timeZone: string;
}

/** The earliest instant at which a message may be sent: `at`, or the end of the quiet hours if `at` is within them. */
export function afterQuiet(at: number, quiet: QuietHours | null): number {
  if (quiet === null || quiet.from === quiet.to) return at;
  const { from, to, timeZone } = quiet;
  const [day = '', time = ''] = formatTime(at, timeZone).split(' ');
  const hour = Number(time.slice(0, 2));
  const isQuiet = from < to ? hour >= from && hour < to : hour >= from || hour < to;
  if (!isQuiet) return at;
  const endsTomorrow = from > to && hour >= from;
  return hourOfDay(endsTomorrow ? addDays(day, 1) : day, to, timeZone) ?? at;
}

/** The latest message that a rule sent, or will send, to one recipient over one channel. */
export interface Former {
  /** When that message is or was due; null if there is none. */
  dueAt: number | null;
  /** Whether the message has not been sent yet, so that more events can be added to it. */
  waits: boolean;
  /** If it has not been sent: when the message before it was due; null if there was none. */
  before: number | null;
}

/** Whether an event is added to the unsent message or starts a new one, and when that message is due. */
export interface Place {
  joins: boolean;
  dueAt: number;
}

/**
 * Schedules an event so that at most one message is sent every `every` seconds. The first event is sent immediately;
 * further events within the interval are combined into one message, which is sent at the end of the interval. No event
 * is dropped. Quiet hours postpone a message until they end, except that a critical event is sent anyway, together with
 * the events that are waiting.
 */
export function placeOf(
  at: number,
  former: Former,
  { every, critical, quiet }: { every: number; critical: boolean; quiet: QuietHours | null },
): Place {
  const after = (last: number | null): number => (every === 0 || last === null ? at : Math.max(at, last + every));
  if (former.waits && former.dueAt !== null)
    return { joins: true, dueAt: critical ? Math.min(former.dueAt, after(former.before)) : former.dueAt };
  const earliest = after(former.dueAt);
  return { joins: false, dueAt: critical ? earliest : afterQuiet(earliest, quiet) };
}

/**
 * Seconds to wait after each failed attempt. The eighth attempt is the last and takes place a day after the first; if
 * it fails, the webhook is turned off.
 */
const PAUSES = [5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 8 * 3600, 8 * 3600 + 1495] as const;
export const TRIES_MOST = PAUSES.length + 1;

/** When to retry a delivery after this many failed attempts; null if no further retry is made. */
export const retryAt = (now: number, tries: number): number | null => {
  const pause = PAUSES[tries - 1];
  return pause === undefined ? null : now + pause;
};

/** A webhook is turned off once it has been failing for this many seconds. */
export const WEBHOOK_OFF_AFTER = 24 * 3600;

/** Whether a person may send a delivery now: it has ended, or waits for the next attempt after a failed one. */
export const isResendable = ({ state, tries }: { state: string; tries: number }): boolean =>
  state === 'waiting' ? tries > 0 : state !== 'sending';

import { formatTime } from '../format.ts';
import { hourOfDay } from '../day.ts';
import { addDays } from '../calendarDay.ts';

/** When a notification is sent: rate limit, quiet hours, retries (NOTIF-1). Times are epoch seconds. */

/** Hours in which a person wants no messages, in their own time zone: 22 to 7. The same hour twice means none. */
export interface QuietHours {
  from: number;
  to: number;
  timeZone: string;
}

/** The instant at which a message may be sent: `at`, or the end of the quiet hours that contain it. */
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

/** The state of the messages of one rule to one recipient over one channel. */
export interface Former {
  /** When the latest message is, or was, due; null if there is no message. */
  dueAt: number | null;
  /** Whether it is still waiting and can take another event. */
  waits: boolean;
  /** For a waiting message: when the previous message was due; null if there is none. */
  before: number | null;
}

/** Where an event goes: into the waiting message or a new one, and when that is due. */
export interface Place {
  joins: boolean;
  dueAt: number;
}

/**
 * At most one message per `every` seconds: the first event is sent immediately; events within that time after it are
 * combined into one message at its end. Nothing is dropped. Quiet hours postpone a message to their end; critical
 * events are sent anyway, together with those waiting for the end.
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
 * Seconds after each failed attempt; the eighth attempt, a day after the first, is the last: a webhook that has failed
 * until then is turned off.
 */
const PAUSES = [5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 8 * 3600, 8 * 3600 + 1495] as const;
export const TRIES_MOST = PAUSES.length + 1;

/** When a delivery is retried after this many failed attempts; null: it has failed permanently. */
export const retryAt = (now: number, tries: number): number | null => {
  const pause = PAUSES[tries - 1];
  return pause === undefined ? null : now + pause;
};

/** A webhook that has failed for this long is turned off. */
export const WEBHOOK_OFF_AFTER = 24 * 3600;

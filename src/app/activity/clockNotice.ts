import { countText } from '../../domain/import/countsText.ts';

/**
 * Warns if the clock of the device is wrong. What is stored and sent does not depend on it (OB5), but what the device works
 * out by itself does: which day is today, and which version of a rate table is in effect.
 */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Clocks of devices that are set automatically differ by seconds. */
const WRONG = 5 * MINUTE;

const lengthText = (millis: number): string =>
  millis >= DAY
    ? countText(Math.round(millis / DAY), 'day')
    : millis >= HOUR
      ? countText(Math.round(millis / HOUR), 'hour')
      : countText(Math.round(millis / MINUTE), 'minute');

/** What to tell a person whose clock is ahead by a number of milliseconds (negative: behind); null if it is right. */
export const clockText = (ahead: number): string | null =>
  Math.abs(ahead) < WRONG
    ? null
    : `The clock of this device is ${lengthText(Math.abs(ahead))} ${ahead > 0 ? 'ahead of' : 'behind'} the server’s. ` +
      'Days and states that depend on the present time, such as today in Lead Time or the active version of a rate table, are therefore wrong here. Set the clock of the device.';

export interface ClockNoticeDeps {
  /** By how many milliseconds the clock is ahead; null if unknown. */
  ahead: () => Promise<number | null>;
  /** `again` compares the clocks immediately, and says so if they agree now. */
  warn: (text: string, again: () => void) => void;
  agree: (text: string) => void;
  /** Monotonic time in milliseconds. */
  ticks: () => number;
}

/** Returns a function that compares the clocks, at most once an hour, and warns once until the clock is right again. */
export function createClockNotice({ ahead, warn, agree, ticks }: ClockNoticeDeps): () => Promise<void> {
  let last = -Infinity;
  let warned = false;
  const compare = async (isAsked: boolean): Promise<void> => {
    last = ticks();
    const by = await ahead();
    // Nothing is known about the clock yet, so the next call asks again.
    if (by === null) last = -Infinity;
    else {
      const text = clockText(by);
      if (text === null && isAsked)
        agree('The clock of this device is right now. Reload pages that show days or states.');
      if (text !== null && (isAsked || !warned)) warn(text, () => void compare(true));
      warned = text !== null;
    }
  };
  return async () => {
    if (ticks() - last >= HOUR) await compare(false);
  };
}

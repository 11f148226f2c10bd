import { formatClock, formatDate } from '../../domain/format.ts';

export interface Freshness {
  /** "as of 10:32"; empty while no rows are displayed. */
  text: string;
  /** An addition such as ", offline"; empty if there is none. */
  state: string;
  tone: 'quiet' | 'warn';
}

/** The age of the rows in words. `now` and `asOf` are epoch milliseconds. */
export function freshness(
  state: { asOf: number | null; refreshing: boolean; problem: string | null; online: boolean },
  now: number,
  timeZone: string,
): Freshness {
  const { asOf } = state;
  if (asOf === null) return { text: '', state: '', tone: 'quiet' };
  const day = formatDate(Math.floor(asOf / 1000), timeZone);
  const today = formatDate(Math.floor(now / 1000), timeZone);
  const clock = formatClock(asOf, timeZone);
  const text = `as of ${day === today ? clock : `${day} ${clock}`}`;
  if (!state.online) return { text, state: ', offline', tone: 'warn' };
  if (state.problem !== null && !state.refreshing) return { text, state: ', not refreshed', tone: 'warn' };
  return { text, state: state.refreshing ? ', refreshing' : '', tone: 'quiet' };
}

/** The same as a separate sentence, "As of 10:32, offline."; empty while no rows are displayed. */
export function freshnessSentence(...question: Parameters<typeof freshness>): string {
  const { text, state } = freshness(...question);
  return text === '' ? '' : `${text.charAt(0).toUpperCase()}${text.slice(1)}${state}.`;
}

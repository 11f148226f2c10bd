/**
 * A name of records as it is written within a sentence: "location CDTs", "service codes". Words with capitals after
 * their first letter stay unchanged.
 */
export const nameInText = (name: string): string =>
  name.replaceAll(/\S+/g, word => (/^\S+\p{Lu}/u.test(word) ? word : word.toLowerCase()));

/** Shown for an absent date, time or amount (LIST-13). */
export const MISSING = '/';

interface Parts {
  date: string;
  time: string;
  millis: string;
}

const zoned = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = zoned.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  zoned.set(timeZone, format);
  return format;
}

/**
 * Warms up the browser's time formatting. The first formatter of a page takes 20 to 40 ms in any zone, later ones
 * almost nothing, so call this while the page waits for something else.
 */
export const loadTimeFormats = (): void => void formatOf('UTC');

/** Splits an instant into the fields of a wall clock in an IANA zone, never in the machine's own zone or locale. */
function partsIn(epochMillis: number, timeZone: string): Parts {
  const got = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(epochMillis)
      .map(part => [part.type, part.value]),
  );
  return {
    date: `${got['year']}-${got['month']}-${got['day']}`,
    time: `${got['hour']}:${got['minute']}:${got['second']}`,
    millis: String(((epochMillis % 1000) + 1000) % 1000).padStart(3, '0'),
  };
}

/** YYYY-MM-DD of epoch seconds in a zone; zero or missing shows "/". */
export const formatDate = (epochSeconds: number | null | undefined, timeZone: string): string =>
  epochSeconds ? partsIn(epochSeconds * 1000, timeZone).date : MISSING;

/** YYYY-MM-DD HH:mm:ss of epoch seconds in a zone; zero or missing shows "/". */
export function formatTime(epochSeconds: number | null | undefined, timeZone: string): string {
  if (!epochSeconds) return MISSING;
  const parts = partsIn(epochSeconds * 1000, timeZone);
  return `${parts.date} ${parts.time}`;
}

/** YYYY-MM-DD HH:mm:ss.SSS of epoch milliseconds in a zone; zero or missing shows "/". */
export function formatMillis(epochMillis: number | null | undefined, timeZone: string): string {
  if (!epochMillis) return MISSING;
  const parts = partsIn(epochMillis, timeZone);
  return `${parts.date} ${parts.time}.${parts.millis}`;
}

/** Hours and minutes of an instant in a zone, for "as of 10:32". */
export const formatClock = (epochMillis: number, timeZone: string): string =>
  partsIn(epochMillis, timeZone).time.slice(0, 5);

/** 1234567 as 1,234,567. */
export const formatCount = (n: number): string => String(n).replace(/\B(?=(\d{3})+$)/g, ',');

/** A length of time for people: "just now", "4 min", "3 h", "2 d". A negative age (a clock set back) is "just now". */
export function formatAge(millis: number): string {
  const minutes = Math.floor(millis / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} d`;
}

/**
 * The name of a kind of record as written within a sentence: "location CDTs", "service codes". Words with capitals
 * after the first letter stay unchanged.
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
 * Warms up the browser's time formatting. A page's first formatter takes 20 to 40 ms in any zone and later ones almost
 * no time, so call this while the page is waiting for something else.
 */
export const loadTimeFormats = (): void => void formatOf('UTC');

/** Splits an instant into wall-clock fields in an IANA zone, never in the machine's own zone or locale. */
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

/** Formats epoch seconds as YYYY-MM-DD in a zone; zero or a missing value is shown as "/". */
export const formatDate = (epochSeconds: number | null | undefined, timeZone: string): string =>
  epochSeconds ? partsIn(epochSeconds * 1000, timeZone).date : MISSING;

/** Formats epoch seconds as YYYY-MM-DD HH:mm:ss in a zone; zero or a missing value is shown as "/". */
export function formatTime(epochSeconds: number | null | undefined, timeZone: string): string {
  if (!epochSeconds) return MISSING;
  const parts = partsIn(epochSeconds * 1000, timeZone);
  return `${parts.date} ${parts.time}`;
}

/** Formats epoch milliseconds as YYYY-MM-DD HH:mm:ss.SSS in a zone; zero or a missing value is shown as "/". */
export function formatMillis(epochMillis: number | null | undefined, timeZone: string): string {
  if (!epochMillis) return MISSING;
  const parts = partsIn(epochMillis, timeZone);
  return `${parts.date} ${parts.time}.${parts.millis}`;
}

/** Hours and minutes of an instant in a zone, for "as of 10:32". */
export const formatClock = (epochMillis: number, timeZone: string): string =>
  partsIn(epochMillis, timeZone).time.slice(0, 5);

/** Formats a count with thousands separators: 1234567 becomes "1,234,567". */
export const formatCount = (n: number): string => String(n).replace(/\B(?=(\d{3})+$)/g, ',');

/** Formats an age for people: "just now", "4 min", "3 h", "2 d". A negative age (a clock set back) is "just now". */
export function formatAge(millis: number): string {
  const minutes = Math.floor(millis / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} d`;
}

/** The first names of a list, and how many more there are: "a@ops.example, b@ops.example and 3 more". */
export function firstNames(names: readonly string[], most: number): string {
  const more = names.length - most;
  return `${names.slice(0, most).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

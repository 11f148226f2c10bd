/** Thrown if a write could not be made durable and was therefore not queued (OB1). `message` is shown to the person. */
export class OutboxUnavailable extends Error {
  readonly reason: 'quota' | 'broken';
  constructor(reason: 'quota' | 'broken', cause?: unknown) {
    super(
      reason === 'quota'
        ? 'This change was not saved: the browser has no storage space left for it. Free up some disk space or send the waiting changes, then apply again.'
        : 'This change was not saved: the browser could not store it. Reload the page and apply again; if it keeps failing, allow this site to store data.',
      { cause },
    );
    this.name = 'OutboxUnavailable';
    this.reason = reason;
  }
}

/** Free space in bytes below which a browser cannot open a database. */
const ROOM_LEAST = 5_000_000;

/**
 * Like `toUnavailable`, but also checks the free space, because with a full disk the browser only reports that a
 * database cannot be opened (PB9).
 *
 * @param room returns the number of bytes that the browser has left for this site; null if unknown
 */
export async function unavailable(error: unknown, room: () => Promise<number | null>): Promise<OutboxUnavailable> {
  const known = toUnavailable(error);
  if (known.reason === 'quota') return known;
  const left = await room().catch(() => null);
  return left !== null && left < ROOM_LEAST ? new OutboxUnavailable('quota', error) : known;
}

/**
 * Returns the message for a storage failure. Dexie wraps and renames causes, so the whole chain is checked, by name,
 * never by text (OB7).
 */
export function toUnavailable(error: unknown): OutboxUnavailable {
  for (let at: unknown = error, depth = 0; at && depth < 5; depth++) {
    const { name, inner, cause } = at as { name?: string; inner?: unknown; cause?: unknown };
    if (name === 'QuotaExceededError') return new OutboxUnavailable('quota', error);
    at = inner ?? cause;
  }
  return new OutboxUnavailable('broken', error);
}

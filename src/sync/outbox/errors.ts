/** A write could not be made durable, so it was not taken (OB1). `message` is a sentence for the person. */
export class OutboxUnavailable extends Error {
  readonly reason: 'quota' | 'broken';
  constructor(reason: 'quota' | 'broken', cause?: unknown) {
    super(
      reason === 'quota'
        ? 'This change was not saved: the browser has no storage space left for it. Free some disk space or send the waiting changes, then apply again.'
        : 'This change was not saved: the browser refused to store it. Reload the page and apply again; if it keeps failing, allow this site to store data.',
      { cause },
    );
    this.name = 'OutboxUnavailable';
    this.reason = reason;
  }
}

/** What a failed store comes to for the person. Dexie wraps and renames causes, so the whole chain is looked at. By name, never by text (OB7). */
export function toUnavailable(error: unknown): OutboxUnavailable {
  for (let at: unknown = error, depth = 0; at && depth < 5; depth++) {
    const { name, inner, cause } = at as { name?: string; inner?: unknown; cause?: unknown };
    if (name === 'QuotaExceededError') return new OutboxUnavailable('quota', error);
    at = inner ?? cause;
  }
  return new OutboxUnavailable('broken', error);
}

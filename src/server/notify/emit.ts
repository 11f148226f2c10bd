import type { Country } from '../../domain/country.ts';
import type { Fields } from '../../domain/notify/events.ts';
import type { Queryable } from '../db/transaction.ts';

/** An event that people may be notified of. */
export interface NewEvent {
  kind: string;
  country: Country;
  /** E-mail of the person who caused it; empty for the server itself. */
  person: string;
  /** Epoch seconds. */
  at: number;
  fields: Fields;
  /** Key of an event that can happen only once; later events with the same key are ignored. */
  onceKey?: string;
}

/** Maximum length of an event's strings. */
const TEXT_MOST = 300;

/** Half of a surrogate pair at the end of a truncated string, which is invalid in any string. */
const HALF = /[\uD800-\uDBFF]$/;

/** Stores an event in the transaction that caused it. Notifications are planned afterward (notify/notifier). */
export async function emitEvent(
  db: Queryable,
  { kind, country, person, at, fields, onceKey }: NewEvent,
): Promise<void> {
  const short = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.slice(0, TEXT_MOST).replace(HALF, '') : value,
    ]),
  );
  await db.query({
    name: 'notify-event',
    text: `INSERT INTO notify_events (kind, country, person, at, fields, once_key) VALUES ($1, $2, $3, $4, $5, $6)
           ON CONFLICT (once_key) DO NOTHING`,
    values: [kind, country, person, at, JSON.stringify(short), onceKey ?? null],
  });
}

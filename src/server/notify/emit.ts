import type { Country } from '../../domain/country.ts';
import type { Fields } from '../../domain/notify/events.ts';
import { cutText, madeStorable } from '../../domain/storableText.ts';
import type { Queryable } from '../db/transaction.ts';

/** An event about which people may be notified. */
export interface NewEvent {
  kind: string;
  /** Null if the event concerns the server as a whole, so that only System Admins are notified of it. */
  country: Country | null;
  /** E-mail of the person who caused the event; empty for the server itself. */
  person: string;
  /** The time of the event, in epoch seconds. */
  at: number;
  fields: Fields;
  /** Key of an event that can happen only once; later events with the same key are ignored. */
  onceKey?: string;
}

/** Maximum length of each string in an event. */
const TEXT_MOST = 300;

/**
 * Stores an event in the transaction that caused it. Notifications about it are planned afterward (notify/notifier).
 */
export async function emitEvent(
  db: Queryable,
  { kind, country, person, at, fields, onceKey }: NewEvent,
): Promise<void> {
  const short = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      // A refused write may contain any text.
      typeof value === 'string' ? cutText(madeStorable(value), TEXT_MOST) : value,
    ]),
  );
  await db.query({
    name: 'notify-event',
    text: `INSERT INTO notify_events (kind, country, person, at, fields, once_key) VALUES ($1, $2, $3, $4, $5, $6)
           ON CONFLICT (once_key) DO NOTHING`,
    values: [kind, country, person, at, JSON.stringify(short), onceKey ?? null],
  });
}

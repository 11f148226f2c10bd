import type { Country } from '../../domain/country.ts';
import type { Fields } from '../../domain/notify/events.ts';
import type { Queryable } from '../db/transaction.ts';

/** Something that notifications may be about. */
export interface NewEvent {
  kind: string;
  country: Country;
  /** E-mail of who caused it; empty for the server itself. */
  person: string;
  /** Epoch seconds. */
  at: number;
  fields: Fields;
  /** What happens once is written once. */
  onceKey?: string;
}

/** Texts of an event have this length at most. */
const TEXT_MOST = 300;

/** Half of a character at the end of a text that was cut, which no text may have. */
const HALF = /[\uD800-\uDBFF]$/;

/** Writes down what happened, in the transaction of its cause. What follows from it is planned after it (notify/notifier). */
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

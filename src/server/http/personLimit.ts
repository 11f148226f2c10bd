import type { ServerResponse } from 'node:http';
import type { CallDefinition, Costly } from '../../contract/call.ts';
import { ApiError } from './envelope.ts';

/** Rows of a page from which on it counts as costly. */
const MANY_ROWS = 5_000;

interface Limit {
  /** Under way for one person, in one process. */
  atOnce: number;
  what: string;
  retryAfterSeconds: number;
}

/** The console itself loads three segments at a time and a person may have some browsers open; of the rest it needs one. */
const LIMITS: Readonly<Record<Costly, Limit>> = {
  export: { atOnce: 3, what: 'exports', retryAfterSeconds: 5 },
  page: { atOnce: 3, what: `pages of more than ${MANY_ROWS} rows`, retryAfterSeconds: 2 },
  segments: { atOnce: 24, what: 'segments', retryAfterSeconds: 1 },
  preflight: { atOnce: 4, what: 'looks at waiting writes', retryAfterSeconds: 2 },
  check: { atOnce: 4, what: 'checks of addresses', retryAfterSeconds: 2 },
  leadTimes: { atOnce: 4, what: 'counts of lead times', retryAfterSeconds: 2 },
};

/** What of a call is limited: as its declaration says, or a page of many rows. */
export function costOf(definition: CallDefinition, input: unknown): Costly | null {
  if (definition.costly) return definition.costly;
  const { size, count } = input as { size?: unknown; count?: unknown };
  return definition.paging && Number(size ?? count ?? 0) > MANY_ROWS ? 'page' : null;
}

/** Counts what each person has under way, so that no one takes the server's memory and time from all others. */
export class PersonLimit {
  readonly #underWay = new Map<string, number>();

  /**
   * Takes a place until the answer has been sent or its reader has left.
   * @throws ApiError 429 when the person has too many of this kind under way
   */
  take(userId: number, kind: Costly, answer: ServerResponse): void {
    const { atOnce, what, retryAfterSeconds } = LIMITS[kind];
    const key = `${kind} ${userId}`;
    const count = this.#underWay.get(key) ?? 0;
    if (count >= atOnce) {
      throw new ApiError(429, `You have ${atOnce} ${what} under way. Wait until one of them has ended.`, {
        retryAfterSeconds,
      });
    }
    this.#underWay.set(key, count + 1);
    let taken = true;
    const giveBack = (): void => {
      if (!taken) return;
      taken = false;
      const left = (this.#underWay.get(key) ?? 1) - 1;
      if (left > 0) this.#underWay.set(key, left);
      else this.#underWay.delete(key);
    };
    answer.once('finish', giveBack).once('close', giveBack);
    if (answer.destroyed) giveBack();
  }
}

import { RETRY, backoff } from '../network/backoff.ts';
import type { Random } from '../base/env.ts';

interface Pause {
  /** By the clock's ticks; 0: none, it has only failed. */
  until: number;
  tries: number;
  /** Network-up count at the last offline failure. */
  there?: number;
  /** It failed although the network was up: a network that is back does not end the pause. */
  own: boolean;
}

/** Network counts at the time of an answer. */
export interface NetworkMark {
  /** Reports that the network is back. */
  ups: number;
  /** Number of reports and answers that show that the network is up. */
  there: number;
}

/** Backoff per record (OB4, OB7). */
export class RecordBackoff {
  /** In the order of their latest failures. */
  private readonly pauses = new Map<string, Pause>();
  private ups = 0;
  private there = 0;

  mark(): NetworkMark {
    return { ups: this.ups, there: this.there };
  }

  /** Whether no report since then shows that the network is back. */
  isOfNow({ ups }: NetworkMark): boolean {
    return ups === this.ups;
  }

  networkUp(): void {
    this.ups += 1;
    this.there += 1;
    for (const pause of this.pauses.values()) if (!pause.own) pause.until = 0;
  }

  /** The server has answered a write. */
  networkShown(): void {
    this.there += 1;
  }

  /** Resets the backoff: a person requested it, or the server has answered. */
  end(record: string): void {
    this.pauses.delete(record);
  }

  /** Backs off: retried later each time; returns when. */
  later(record: string, now: number, random: Random): number {
    const { tries, there } = this.of(record);
    const until = now + backoff(RETRY, tries, random);
    this.pauses.delete(record);
    this.pauses.set(record, { until, tries: tries + 1, own: false, ...(there === undefined ? {} : { there }) });
    return until;
  }

  /**
   * No answer came. The first time the network is taken to be gone; if it was there since, and its request broke off again,
   * something is wrong with that one: a server that does not survive it, or something between that cuts it off.
   *
   * @returns whether it is put off for that
   */
  cutOff(record: string, { there }: NetworkMark, now: number, random: Random): boolean {
    const before = this.of(record);
    const own = before.there !== undefined && before.there < there;
    const tries = own ? before.tries + 1 : before.tries;
    this.pauses.delete(record);
    this.pauses.set(record, { until: own ? now + backoff(RETRY, before.tries, random) : 0, tries, there, own });
    return own;
  }

  untilOf(record: string): number {
    return this.pauses.get(record)?.until ?? 0;
  }

  /** Those first that have not failed, or not for the longest: where one at a time looks for the network, each has its turn. */
  inOrder<T extends { record: string }>(heads: readonly T[]): readonly T[] {
    if (this.pauses.size === 0) return heads;
    const failures = new Map([...this.pauses.keys()].map((record, at) => [record, at]));
    const of = ({ record }: T) => failures.get(record) ?? -1;
    return heads.toSorted((a, b) => of(a) - of(b));
  }

  /** The earliest end of a pause after `now`; Infinity if there is none. */
  next(now: number): number {
    return Math.min(...[...this.pauses.values()].map(({ until }) => until).filter(until => until > now));
  }

  private of(record: string): Pause {
    return this.pauses.get(record) ?? { until: 0, tries: 0, own: false };
  }
}

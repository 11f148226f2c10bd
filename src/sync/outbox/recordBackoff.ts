import { RETRY, backoff } from '../network/backoff.ts';
import type { Random } from '../base/env.ts';

interface Pause {
  /** End of the delay, in ticks; 0 if there is none and the record has merely failed. */
  until: number;
  tries: number;
  /** Number of times the network had been seen to be up (`there`) at the last offline failure. */
  there?: number;
  /** Whether it failed while the network was up; a returning network then does not end the delay. */
  own: boolean;
}

/** The network counters at the time when a response was received. */
export interface NetworkMark {
  /** Number of reports that the network is back. */
  ups: number;
  /** Number of reports that the network is back. */
  there: number;
}

/** Backoff per record (OB4, OB7). */
export class RecordBackoff {
  /** Failed records, least recent failure first. */
  private readonly pauses = new Map<string, Pause>();
  private ups = 0;
  private there = 0;

  mark(): NetworkMark {
    return { ups: this.ups, there: this.there };
  }

  /** Whether the network has not been reported as back since the mark. */
  isOfNow({ ups }: NetworkMark): boolean {
    return ups === this.ups;
  }

  networkUp(): void {
    this.ups += 1;
    this.there += 1;
    for (const pause of this.pauses.values()) if (!pause.own) pause.until = 0;
  }

  /** Called when the server has responded to a write. */
  networkShown(): void {
    this.there += 1;
  }

  /** Ends a record's backoff, because the person requested it or the server responded. */
  end(record: string): void {
    this.pauses.delete(record);
  }

  /** Backs off, longer each time; returns the time of the next retry. */
  later(record: string, now: number, random: Random): number {
    const { tries, there } = this.of(record);
    const until = now + backoff(RETRY, tries, random);
    this.pauses.delete(record);
    this.pauses.set(record, { until, tries: tries + 1, own: false, ...(there === undefined ? {} : { there }) });
    return until;
  }

  /**
   * Records that a request got no response. The first time, the network is assumed to be down. If the network has been
   * up since then and the record's request breaks off again, the write itself is the cause: the server crashes on it,
   * or a proxy cuts it off.
   *
   * @returns whether the record is deferred for that reason
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

  /**
   * Sorts records that have not failed first, then those with the oldest failure, so that each gets its turn when one
   * write at a time probes the network.
   */
  inOrder<T extends { record: string }>(heads: readonly T[]): readonly T[] {
    if (this.pauses.size === 0) return heads;
    const failures = new Map([...this.pauses.keys()].map((record, at) => [record, at]));
    const of = ({ record }: T) => failures.get(record) ?? -1;
    return heads.toSorted((a, b) => of(a) - of(b));
  }

  /** The earliest end of a delay after `now`; Infinity if there is none. */
  next(now: number): number {
    return Math.min(...[...this.pauses.values()].map(({ until }) => until).filter(until => until > now));
  }

  private of(record: string): Pause {
    return this.pauses.get(record) ?? { until: 0, tries: 0, own: false };
  }
}

import { ApiError } from '../../base/envelope.ts';
import { LIMITS } from '../../base/limits.ts';

const MINUTE = 60_000;

interface Stream {
  userId: number;
  session: string;
  /** Says why and ends it. */
  closeFor: (reason: 'tooMany') => void;
}

/** The open event streams of this process, with the limits of one person: nobody takes the streams of all others. */
export class OpenStreams {
  /** In the order in which they were opened. */
  readonly #open = new Set<Stream>();
  /** Times at which newer streams closed older ones, of each person. */
  readonly #closed = new Map<number, number[]>();
  readonly #now: () => number;

  /** @param now milliseconds of a steady clock */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  get count(): number {
    return this.#open.size;
  }

  /**
   * Adds a stream. If its person or sign-in has too many, the oldest of them ends.
   * @returns a function that removes it again
   * @throws ApiError 429 if the process has too many, or the person's streams close one another
   */
  add(stream: Stream): () => void {
    const own = [...this.#open].filter(({ userId }) => userId === stream.userId);
    const ofSession = own.filter(({ session }) => session === stream.session);
    const oldest =
      ofSession.length >= LIMITS.streamsPerSession
        ? ofSession[0]
        : own.length >= LIMITS.streamsPerPerson
          ? own[0]
          : undefined;
    if (oldest === undefined && this.#open.size >= LIMITS.streamsPerProcess) {
      throw tooMany('Too many consoles are open on this server. Try again in a minute.', 30);
    }
    if (oldest !== undefined) {
      this.#countClosed(stream.userId);
      this.#open.delete(oldest);
      oldest.closeFor('tooMany');
    }
    this.#open.add(stream);
    return () => this.#open.delete(stream);
  }

  /** @throws ApiError 429 */
  #countClosed(userId: number): void {
    const since = this.#now() - MINUTE;
    const recent = (this.#closed.get(userId) ?? []).filter(time => time > since);
    if (recent.length >= LIMITS.streamsClosedPerMinute) {
      throw tooMany('You are opening too many consoles at a time. Close some windows and try again in a minute.', 60);
    }
    // Others' that are long over go with it.
    for (const [id, times] of this.#closed) if ((times.at(-1) ?? 0) <= since) this.#closed.delete(id);
    this.#closed.set(userId, [...recent, this.#now()]);
  }
}

const tooMany = (text: string, retryAfterSeconds: number): ApiError => new ApiError(429, text, { retryAfterSeconds });

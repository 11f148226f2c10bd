import { ApiError } from '../../base/envelope.ts';
import { LIMITS } from '../../base/limits.ts';

const MINUTE = 60_000;

interface Stream {
  userId: number;
  session: string;
  /** Sends the reason and then ends the stream. */
  closeFor: (reason: 'tooMany') => void;
}

/**
 * The event streams that are open in this process, with limits per person, so that nobody can use up the streams of all
 * people.
 */
export class OpenStreams {
  /** The streams, in the order in which they were opened. */
  readonly #open = new Set<Stream>();
  /** For each person, the times at which newer streams closed older ones. */
  readonly #closed = new Map<number, number[]>();
  readonly #now: () => number;

  /** @param now milliseconds of a monotonic clock */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  get count(): number {
    return this.#open.size;
  }

  /**
   * Adds a stream. If its person or its session then has too many streams, the oldest ends.
   * @returns a function that removes the stream
   * @throws ApiError 429 if the process has too many streams, or if the person's streams keep closing one another
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
    // Outdated entries of other people are removed as well.
    for (const [id, times] of this.#closed) if ((times.at(-1) ?? 0) <= since) this.#closed.delete(id);
    this.#closed.set(userId, [...recent, this.#now()]);
  }
}

const tooMany = (text: string, retryAfterSeconds: number): ApiError => new ApiError(429, text, { retryAfterSeconds });

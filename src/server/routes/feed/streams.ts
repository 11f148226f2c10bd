import { ApiError } from '../../base/envelope.ts';
import { LIMITS } from '../../base/limits.ts';

const MINUTE = 60_000;

interface Stream {
  userId: number;
  session: string;
  /** Sends the reason, and ends the stream. */
  closeFor: (reason: 'tooMany') => void;
}

/** This process's open event streams, with limits per person, so that nobody uses up everyone's streams. */
export class OpenStreams {
  /** In the order in which they were opened. */
  readonly #open = new Set<Stream>();
  /** When newer streams closed older ones, by person. */
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
   * Adds a stream. If its person or its session has too many, the oldest of them ends.
   * @returns a function that removes the stream
   * @throws ApiError 429 if the process has too many, or if the person's streams keep closing one another
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
    // Also removes other people's outdated entries.
    for (const [id, times] of this.#closed) if ((times.at(-1) ?? 0) <= since) this.#closed.delete(id);
    this.#closed.set(userId, [...recent, this.#now()]);
  }
}

const tooMany = (text: string, retryAfterSeconds: number): ApiError => new ApiError(429, text, { retryAfterSeconds });

/** PGlite's one session, spoken to in PostgreSQL's protocol: in this thread, or from another one (`embeddedThread.ts`). */
export interface EmbeddedSession {
  /**
   * Carries out messages of one client. One call at a time.
   * @param answer is given what PostgreSQL answers, piece by piece; each piece is the caller's own
   * @throws Error when PostgreSQL itself has ended
   */
  carryOut: (messages: Uint8Array, answer: (piece: Uint8Array) => void) => Promise<void>;
  /** Leaves the transaction of the former client and its prepared statements, as a server does with a connection. */
  reset: () => Promise<void>;
  close: () => Promise<void>;
}

/** PostgreSQL did not open. */
export class NotStarted extends Error {
  override readonly name = 'NotStarted';

  /** @param said the last lines that PostgreSQL wrote */
  constructor(
    readonly reason: unknown,
    readonly said: readonly string[],
  ) {
    super('The embedded database did not start', { cause: reason });
  }
}

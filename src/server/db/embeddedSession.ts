/**
 * PGlite's single session, which speaks PostgreSQL's protocol. It runs in this thread or in another one
 * (`embeddedThread.ts`).
 */
export interface EmbeddedSession {
  /**
   * Executes messages of one client; only one call at a time. @param answer receives PostgreSQL's reply in chunks that
   * belong to the caller @throws Error if PostgreSQL itself has stopped
   */
  carryOut: (messages: Uint8Array, answer: (piece: Uint8Array) => void) => Promise<void>;
  /**
   * Drops the transaction and the prepared statements of the previous client, as a server does when a connection
   * closes.
   */
  reset: () => Promise<void>;
  close: () => Promise<void>;
}

/** PostgreSQL did not open. */
export class NotStarted extends Error {
  override readonly name = 'NotStarted';

  /** @param said the last lines that PostgreSQL printed */
  constructor(
    readonly reason: unknown,
    readonly said: readonly string[],
  ) {
    super('The embedded database did not start', { cause: reason });
  }
}

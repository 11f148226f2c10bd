/** PGlite's single session, using PostgreSQL's protocol: in this thread, or from another one (`embeddedThread.ts`). */
export interface EmbeddedSession {
  /**
   * Executes messages of one client. One call at a time. @param answer receives PostgreSQL's answer in chunks that
   * belong to the caller @throws Error if PostgreSQL itself has stopped
   */
  carryOut: (messages: Uint8Array, answer: (piece: Uint8Array) => void) => Promise<void>;
  /**
   * Drops the transaction and prepared statements of the previous client, as a server does when a connection closes.
   */
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

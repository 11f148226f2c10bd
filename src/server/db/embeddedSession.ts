/**
 * PGlite's only session, which uses the PostgreSQL protocol. It runs in this thread or in another one
 * (`embeddedThread.ts`).
 */
export interface EmbeddedSession {
  /**
   * Executes the messages of one client. Only one call may be in progress at a time.
   * @param answer receives PostgreSQL's reply in chunks, which the caller owns
   * @throws Error if PostgreSQL itself has stopped
   */
  carryOut: (messages: Uint8Array, answer: (piece: Uint8Array) => void) => Promise<void>;
  /** Discards the previous client's transaction and prepared statements, as a server does when a connection closes. */
  reset: () => Promise<void>;
  close: () => Promise<void>;
}

/** Thrown if PostgreSQL could not be opened. */
export class NotStarted extends Error {
  override readonly name = 'NotStarted';

  /** @param said the last lines printed by PostgreSQL */
  constructor(
    readonly reason: unknown,
    readonly said: readonly string[],
  ) {
    super('The embedded database did not start', { cause: reason });
  }
}

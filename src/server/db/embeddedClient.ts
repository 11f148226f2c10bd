import type { EventEmitter } from 'node:events';
import { Duplex } from 'node:stream';
import { Client, type ClientConfig } from 'pg';
import type { EmbeddedSession } from './embeddedSession.ts';

/** Clients of the embedded database for pg's pool. They share PGlite's only session and use it one after another. */

/** First byte of the message that a client sends when it disconnects. */
const TERMINATE = 'X'.charCodeAt(0);
/** AuthenticationOk, then ReadyForQuery outside a transaction: what a client expects after connecting. */
const WELCOME = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);
/** How many milliseconds of a long reply are read before other requests get a turn. */
const SLICE_MILLIS = 5;

/** Takes the place of a socket to a server: the session executes what pg writes, and pg reads the session's replies. */
class SessionStream extends Duplex {
  readonly #session: EmbeddedSession;
  readonly #ready: () => Promise<void>;
  /** Whether the startup message, which contains the user name, has been answered. The session has only one user. */
  #isWelcomed = false;
  /** Chunks of the reply that pg has not read yet. */
  readonly #pieces: Uint8Array[] = [];
  /** The time until which chunks are read in this iteration of the event loop; 0 if no chunk has arrived. */
  #until = 0;
  #whenRead: (() => void) | null = null;

  /** @param ready resolves when this client owns the session */
  constructor(session: EmbeddedSession, ready: () => Promise<void>) {
    super();
    this.#session = session;
    this.#ready = ready;
  }

  connect(): this {
    this.#ready().then(
      () => this.emit('connect'),
      (error: Error) => this.destroy(error),
    );
    return this;
  }

  override _read(): void {
    // Chunks are passed on as they arrive, because pg never pauses reading.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#carryOut([chunk], done);
  }

  /** All messages of a statement arrive together. */
  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.#carryOut(
      chunks.map(({ chunk }) => chunk),
      done,
    );
  }

  #carryOut(written: Buffer[], done: (error?: Error | null) => void): void {
    if (!this.#isWelcomed) {
      this.#isWelcomed = true;
      written.shift();
      this.push(WELCOME);
    }
    const messages = written.filter(message => message[0] !== TERMINATE);
    if (messages.length === 0) return done();
    // Copied to memory of its own, which is then transferred to the thread.
    const bytes = new Uint8Array(messages.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const message of messages) {
      bytes.set(message, at);
      at += message.length;
    }
    this.#session
      .carryOut(bytes, piece => this.#take(piece))
      .then(
        () => {
          if (this.#pieces.length === 0) done();
          else this.#whenRead = done;
        },
        (error: Error) => done(error),
      );
  }

  /** Passes on a small reply immediately, and lets other requests run between the parts of a long reply. */
  #take(piece: Uint8Array): void {
    this.#pieces.push(piece);
    if (this.#until === 0) this.#beginTurn();
    this.#readPieces();
  }

  #beginTurn(): void {
    this.#until = performance.now() + SLICE_MILLIS;
    setImmediate(() => {
      this.#until = 0;
      if (this.#pieces.length === 0) return;
      this.#beginTurn();
      this.#readPieces();
    });
  }

  #readPieces(): void {
    while (this.#pieces.length > 0 && performance.now() < this.#until) this.push(this.#pieces.shift());
    if (this.#pieces.length > 0) return;
    const done = this.#whenRead;
    this.#whenRead = null;
    done?.();
  }

  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  /** Socket methods called by pg. */
  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}

/**
 * Creates the client class for an embedded database. The pool ends the client of each failed `pool.query` and
 * immediately opens another. Each client has its own stream, which opens after the previous stream has ended. As with a
 * real server, the transaction and prepared statements of the previous client are gone.
 * @param listen called with connection events that concern the database itself
 */
export function embeddedClient(
  session: EmbeddedSession,
  listen: (connection: EventEmitter) => void = () => undefined,
): typeof Client {
  let former: Promise<void> | null = null;
  return class EmbeddedClient extends Client {
    constructor(config?: string | ClientConfig) {
      const before = former;
      const stream = new SessionStream(session, async () => {
        await before;
        if (before) await session.reset();
      });
      former = new Promise(resolve => stream.once('close', resolve));
      super({
        ...(config as ClientConfig),
        user: 'postgres',
        database: 'postgres',
        password: '',
        ssl: false,
        stream: () => stream,
      } as ClientConfig);
      listen((this as unknown as { connection: EventEmitter }).connection);
    }
  };
}

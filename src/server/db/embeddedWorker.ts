import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { NotStarted, type EmbeddedSession } from './embeddedSession.ts';
import { lookAfter, type HeldLock } from './folderLock.ts';
import { openSession } from './pgliteSession.ts';

/** The thread of the embedded database. PGlite runs here, so that no statement blocks other requests to the server. */

export interface ThreadData {
  folder: string;
  lock: HeldLock;
}

/** Requests to the thread, which are sent one at a time: PostgreSQL protocol messages, or a keyword. */
export type Asked = Uint8Array | 'reset' | 'close';

/** Messages from the thread. `done` and `failed` end a request or the thread's startup. */
export type Said =
  | { kind: 'piece'; piece: Uint8Array }
  | { kind: 'done'; piece?: Uint8Array }
  | { kind: 'failed'; message: string; errno?: number | undefined; lines?: readonly string[] }
  | { kind: 'lockLost' };

/** Approximate size of the chunks in which replies are sent; PostgreSQL produces 8 kB at a time. */
const PIECE_BYTES = 64 * 1024;

/** Executes messages and sends PostgreSQL's replies. */
async function carryOut(session: EmbeddedSession, messages: Uint8Array, say: (said: Said) => void): Promise<void> {
  let parts: Uint8Array[] = [];
  let bytes = 0;
  const gathered = (): Uint8Array => {
    const piece = new Uint8Array(bytes);
    let at = 0;
    for (const part of parts) {
      piece.set(part, at);
      at += part.length;
    }
    parts = [];
    bytes = 0;
    return piece;
  };
  try {
    await session.carryOut(messages, part => {
      parts.push(part);
      bytes += part.length;
      if (bytes >= PIECE_BYTES) say({ kind: 'piece', piece: gathered() });
    });
  } catch (error) {
    // PostgreSQL's last output says why it failed.
    say({ kind: 'piece', piece: gathered() });
    throw error;
  }
  say({ kind: 'done', piece: gathered() });
}

async function answer(session: EmbeddedSession, asked: Asked, say: (said: Said) => void): Promise<void> {
  if (asked instanceof Uint8Array) return carryOut(session, asked, say);
  await session[asked]();
  say({ kind: 'done' });
}

const failure = (error: unknown): Said => {
  const { message, errno } = (error ?? {}) as { message?: string; errno?: number };
  return { kind: 'failed', message: message ?? (errno === undefined ? String(error) : ''), errno };
};

async function serve(port: MessagePort, { folder, lock }: ThreadData): Promise<void> {
  const say = (said: Said): void => {
    const piece = 'piece' in said ? said.piece : undefined;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    port.postMessage(said, piece ? [piece.buffer as ArrayBuffer] : []);
  };
  let session: EmbeddedSession;
  try {
    const { isSurelyMine } = lookAfter(lock, () => say({ kind: 'lockLost' }));
    session = await openSession({ folder, isMine: isSurelyMine });
  } catch (error) {
    return say(
      error instanceof NotStarted
        ? { ...(failure(error.reason) as Said & { kind: 'failed' }), lines: error.said }
        : failure(error),
    );
  }
  let last = Promise.resolve();
  port.on('message', (asked: Asked) => {
    last = last.then(() => answer(session, asked, say)).catch((error: unknown) => say(failure(error)));
  });
  say({ kind: 'done' });
}

if (parentPort) await serve(parentPort, workerData as ThreadData);

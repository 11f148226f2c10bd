import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { NotStarted, type EmbeddedSession } from './embeddedSession.ts';
import type { Asked, Said, ThreadData } from './embeddedWorker.ts';

/** Path of the thread's script, which is next to this file or, in the bundle, in the same folder. */
function entryPath(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const names = ['embeddedWorker.ts', 'databaseThread.js', '../databaseThread.js'];
  const path = names.map(name => join(here, name)).find(existsSync);
  if (!path) throw new Error(`The thread of the embedded database is missing next to ${here}. Build the server again.`);
  return path;
}

function startWorker(workerData: ThreadData, path: string): Worker {
  const options = { workerData, execArgv: [] };
  if (!path.endsWith('.ts')) return new Worker(path, options);
  // A thread does not inherit the TypeScript loader of the process.
  const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
  const [api, entry] = [new URL('./esm/api/index.mjs', loader).href, pathToFileURL(path).href].map(url =>
    JSON.stringify(url),
  );
  return new Worker(`import(${api}).then(({ tsImport }) => tsImport(${entry}, ${entry}))`, { ...options, eval: true });
}

interface Waiting {
  answer: (piece: Uint8Array) => void;
  resolve: () => void;
  reject: (error: Error) => void;
}

/**
 * Opens the embedded database in a separate thread, which keeps the process alive only while requests are pending.
 * @param onEnded called once if the thread ends without being asked to; all pending requests then fail
 * @param onLockLost called if the thread finds that this process no longer holds the folder's lock
 * @param entry the script that the thread runs, set by tests; defaults to the one in this build
 * @throws NotStarted
 */
export async function openThread(
  place: ThreadData,
  onEnded: (error: Error) => void,
  onLockLost: () => void,
  entry: string = entryPath(),
): Promise<EmbeddedSession> {
  const worker = startWorker(place, entry);
  const waiting: Waiting[] = [];
  let gone: Error | null = null;
  let isClosing = false;

  const over = (error: Error): void => {
    if (gone) return;
    gone = error;
    for (const { reject } of waiting.splice(0)) reject(error);
    if (!isClosing) onEnded(error);
  };
  worker.on('error', over);
  worker.on('exit', code => over(new Error(`its thread has ended (exit code ${code})`)));
  worker.on('message', (said: Said) => {
    if (said.kind === 'lockLost') return onLockLost();
    const [first] = waiting;
    if (!first) return;
    if (said.kind !== 'failed' && said.piece && said.piece.length > 0) first.answer(said.piece);
    if (said.kind === 'piece') return;
    waiting.shift();
    if (waiting.length === 0) worker.unref();
    if (said.kind === 'done') return first.resolve();
    const { message, errno, lines } = said;
    const reason = errno === undefined ? new Error(message) : Object.assign(new Error(message), { errno });
    first.reject(lines ? new NotStarted(reason, lines) : reason);
  });

  const expect = (answer: Waiting['answer'] = () => undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      if (gone) return reject(gone);
      worker.ref();
      waiting.push({ answer, resolve, reject });
    });
  const ask = (asked: Asked, answer?: Waiting['answer']): Promise<void> => {
    const answered = expect(answer);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    if (!gone) worker.postMessage(asked, typeof asked === 'string' ? [] : [asked.buffer as ArrayBuffer]);
    return answered;
  };

  try {
    await expect();
  } catch (error) {
    isClosing = true;
    await worker.terminate();
    throw error;
  }
  return {
    carryOut: ask,
    reset: () => ask('reset'),
    close: async () => {
      isClosing = true;
      try {
        if (!gone) await ask('close');
      } finally {
        await worker.terminate();
      }
    },
  };
}

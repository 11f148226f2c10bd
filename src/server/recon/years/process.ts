import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OVER_TIME } from '../../imports/reader/api.ts';
import type { DuckAnswer, DuckAnswers, DuckLimits, DuckQuestion, DuckStart } from './api.ts';

/** Thrown if DuckDB cannot be loaded on this machine. */
export class DuckMissing extends Error {}

/** Thrown if a request exceeded its time or memory limit. */
export class DuckEnded extends Error {
  readonly over: 'time' | 'memory';

  constructor(over: 'time' | 'memory') {
    super(`DuckDB passed its limit of ${over}`);
    this.over = over;
  }
}

/**
 * The only environment variables that are passed on. They locate the folder for temporary files; the process must not
 * get the server's secrets.
 */
const ENVIRONMENT = ['TMPDIR', 'TEMP', 'TMP', 'SystemRoot'] as const;
/** Maximum number of characters of the process's last output that an error quotes. */
const WORDS = 2_000;

/** Path of the process's entry point, which is next to this file or, in the bundle, in the same folder. */
function entryPath(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const path = ['main.ts', 'yearReports.js', '../yearReports.js'].map(place => join(here, place)).find(existsSync);
  if (!path) throw new Error(`The process for reports over years is missing next to ${here}. Build the server again.`);
  return path;
}

/**
 * Handles one request in a separate DuckDB process, so that its native code can neither block nor crash the server.
 * @param signal when aborted, ends the process and rejects
 * @throws DuckMissing, DuckEnded, and the errors of DuckDB itself
 */
export async function askDuck<Q extends DuckQuestion>(
  question: Q,
  limits: DuckLimits,
  { module, signal }: { module: string; signal: AbortSignal },
): Promise<DuckAnswers[Q['ask']]> {
  const entry = entryPath();
  const loader = entry.endsWith('.ts') ? ['--import', createRequire(import.meta.url).resolve('tsx')] : [];
  const child = fork(entry, [], {
    env: Object.fromEntries(ENVIRONMENT.flatMap(name => (process.env[name] ? [[name, process.env[name]]] : []))),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: [...loader, '--max-old-space-size=128'],
  });
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-WORDS)));
  let answer: DuckAnswer | null = null;
  child.on('message', (message: DuckAnswer) => (answer = message));
  let isLate = false;
  const kill = (): void => void child.kill('SIGKILL');
  const late = setTimeout(() => {
    isLate = true;
    kill();
  }, limits.seconds * 1000);
  signal.addEventListener('abort', kill);
  if (signal.aborted) kill();
  try {
    const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
    child.send({ ...limits, question, module } satisfies DuckStart, () => undefined);
    const [code, by] = await exited;
    return valueOf(answer, () => {
      if (signal.aborted) return new Error('The server is being stopped.');
      if (isLate || by === OVER_TIME) return new DuckEnded('time');
      if (by !== null) return new DuckEnded('memory');
      return new Error(`the process with DuckDB ended (${code}): ${said}`);
    }) as DuckAnswers[Q['ask']];
  } finally {
    clearTimeout(late);
    signal.removeEventListener('abort', kill);
  }
}

function valueOf(answer: DuckAnswer | null, ended: () => Error): unknown {
  if (answer === null) throw ended();
  if ('missing' in answer) throw new DuckMissing(answer.missing);
  if ('value' in answer) return answer.value;
  throw answer.outOfMemory ? new DuckEnded('memory') : new Error(answer.error);
}

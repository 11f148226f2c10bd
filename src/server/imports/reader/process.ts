import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  OVER_TIME,
  READER_LIMITS,
  secondsFor,
  type Answer,
  type Question,
  type ReaderCalls,
  type ReaderLimits,
} from './api.ts';

/** Thrown if the reader was stopped during a request because it exceeded its time or memory limit. */
export class ReaderEnded extends Error {
  readonly over: 'time' | 'memory';
  /** Whether the wall-clock limit was exceeded. That time also passes while the machine does other work. */
  readonly byClock: boolean;

  constructor(over: 'time' | 'memory', byClock = false) {
    super(`the reader of imported files passed its limit of ${over}`);
    this.over = over;
    this.byClock = byClock;
  }
}

/**
 * Reads imported files in a separate process, one import at a time. The process is started by the first request and
 * then kept for a few seconds in case another import follows. Every call throws ReaderEnded if it exceeds a limit,
 * after which the import's files must be opened again.
 */
export interface ImportReader extends Omit<ReaderCalls, 'end'> {
  /** Discards the import, whatever its outcome. */
  end: () => Promise<void>;
  /** Ends the process; a request without a reply fails. */
  close: () => void;
}

/** An idle process is ended after this many milliseconds. */
const IDLE_MILLIS = 10_000;
/** A process that uses more bytes of memory than this is not kept for the next import. */
const KEPT_BYTES = 300 * 1_048_576;
/** Maximum number of characters of the process's last output that an error quotes. */
const WORDS = 2_000;

/** Only the variables for the temporary folder are passed on, so that the reader does not get the server's secrets. */
const ENVIRONMENT = ['TMPDIR', 'TEMP', 'TMP', 'SystemRoot'] as const;

/** Path of the process's entry point, which is next to this file or, in the bundle, in the same folder. */
function entryPath(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const path = ['main.ts', 'importReader.js', '../importReader.js'].map(place => join(here, place)).find(existsSync);
  if (!path) throw new Error(`The reader of imported files is missing next to ${here}. Build the server again.`);
  return path;
}

function start(limits: ReaderLimits, entry: string): ChildProcess {
  const loader = entry.endsWith('.ts') ? ['--import', createRequire(import.meta.url).resolve('tsx')] : [];
  return fork(entry, [JSON.stringify(limits)], {
    serialization: 'advanced',
    env: Object.fromEntries(ENVIRONMENT.flatMap(name => (process.env[name] ? [[name, process.env[name]]] : []))),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: [...loader, `--max-old-space-size=${limits.megabytes}`],
  });
}

/**
 * @param limits set by tests
 * @param entry the script that the process runs, set by tests; defaults to the one in this build
 */
export function createImportReader(limits: ReaderLimits = READER_LIMITS, entry?: string): ImportReader {
  let child: ChildProcess | null = null;
  const closed = new WeakSet<ChildProcess>();
  let idle: NodeJS.Timeout | undefined;
  /** Total size of the open files. */
  let bytes = 0;

  const stop = (): void => {
    clearTimeout(idle);
    if (!child) return;
    closed.add(child);
    child.kill('SIGKILL');
    child = null;
  };

  const running = (): ChildProcess => {
    clearTimeout(idle);
    if (child) return child;
    const started = start(limits, entry ?? entryPath());
    child = started;
    const gone = (): void => {
      if (child === started) child = null;
    };
    started.on('exit', gone).on('error', gone);
    return started;
  };

  async function ask<T>(call: keyof ReaderCalls, ...args: readonly unknown[]): Promise<T> {
    const asked = running();
    const done = new AbortController();
    const { signal } = done;
    let words = '';
    const listen = (chunk: Buffer): void => void (words = (words + chunk.toString()).slice(-WORDS));
    asked.stderr?.on('data', listen);
    let isLate = false;
    const late = setTimeout(() => {
      isLate = true;
      asked.kill('SIGKILL');
    }, limits.seconds * 1000);
    const ended = once(asked, 'exit', { signal }).then(said => {
      const [code, by] = said as [number | null, NodeJS.Signals | null];
      if (isLate || by === OVER_TIME) throw new ReaderEnded('time', isLate);
      if (by !== null && !closed.has(asked)) throw new ReaderEnded('memory');
      throw new Error(`the reader of imported files ended (${by ?? code}): ${words}`);
    });
    const answered = once(asked, 'message', { signal }).then(said => {
      const [answer] = said as [Answer];
      if ('error' in answer) throw new Error(answer.error);
      return answer.value as T;
    });
    try {
      asked.send({ call, args, seconds: secondsFor(limits, bytes) } satisfies Question, error => {
        if (error && child === asked) asked.kill('SIGKILL');
      });
      return await Promise.race([answered, ended]);
    } finally {
      clearTimeout(late);
      asked.stderr?.off('data', listen);
      answered.catch(() => undefined);
      ended.catch(() => undefined);
      done.abort();
    }
  }

  return {
    open: (declaration, fileName, file) => {
      bytes += file.length;
      return ask('open', declaration, fileName, file);
    },
    openBill: (fileName, file, layout) => {
      bytes += file.length;
      return ask('openBill', fileName, file, layout);
    },
    billRows: (...args) => ask('billRows', ...args),
    check: (...args) => ask('check', ...args),
    plan: (...args) => ask('plan', ...args),
    explain: (...args) => ask('explain', ...args),
    mark: (...args) => ask('mark', ...args),
    findings: () => ask('findings'),
    checkTemplate: (...args) => ask('checkTemplate', ...args),
    renderTemplate: (...args) => ask('renderTemplate', ...args),
    end: async () => {
      bytes = 0;
      if (!child) return;
      const resident = await ask<number>('end').catch(() => Infinity);
      if (resident > KEPT_BYTES) return stop();
      clearTimeout(idle);
      idle = setTimeout(stop, IDLE_MILLIS).unref();
    },
    close: stop,
  };
}

import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { ImportState } from '../../contract/imports/calls.ts';
import { nowSeconds, type ServerContext } from '../context.ts';
import { asTask, newTask } from '../db/turns.ts';
import { isPassing } from '../http/errors.ts';
import { NotMine } from './conclude.ts';
import type { ImportReader } from './reader/process.ts';
import { findImport, IMPORT_COLUMNS, isEnded, updateImport, type ImportRecord } from './records.ts';
import { failureText, KILLED_TEXT, runImport } from './run.ts';

/** The server is being stopped. */
class Stopping extends Error {}

/** How far an import is, as its person's event streams receive it. */
export interface ImportProgress {
  id: string;
  userId: number;
  state: ImportState;
  done: number;
  total: number;
}

export interface ImportRunner {
  /** There is a new one to run. */
  poke: () => void;
  /** How far one is that runs in this process. */
  progressOf: (id: string) => ImportProgress | undefined;
  listen: (listener: (progress: ImportProgress) => void) => () => void;
  /** Closes a collection's channels to other writes; answers how to open them again. */
  lock: (collection: string, channels: readonly number[]) => () => void;
  /** Whether an import that cannot be undone is being applied to a collection's channel. */
  isLocked: (collection: string, channelId: number) => boolean;
  /** Carries on what was killed half way (imports/apply). Nobody is listened to before. */
  recover: () => Promise<void>;
  /** Resolves when an import has ended, or after a time. */
  ended: (id: string, millis: number) => Promise<void>;
  close: () => Promise<void>;
}

/** Without a sign of life for this long an import belongs to nobody: its process was killed. */
const DEAD_MILLIS = 20_000;
const HEARTBEAT_MILLIS = 4_000;
const LOOK_MILLIS = 8_000;
const RETRY_MILLIS = 5_000;
/** For how long an import is tried again while the database is busy or away. */
const PASSING_MILLIS = 15 * 60_000;
/** An import at which the server was killed so often is what kills it, such as for want of memory. */
const MOST_STARTS = 3;
/** How often a caller that waits for an import looks at the database, where nothing else reports its end. */
const ENDED_MILLIS = 2_000;
/** Reports of progress for one import, at most one in this time. */
const REPORT_MILLIS = 200;

/**
 * Runs imports one after another in the background of an API process. What is queued is in the database: any process takes
 * it, and what a killed one was working on starts again, since nothing of it has taken effect.
 * @param reader closed with the runner
 */
export function createImportRunner(
  context: Omit<ServerContext, 'imports'>,
  reader: ImportReader,
  onProblem: (error: Error, id: string) => void,
  onCarriedOn: (record: Pick<ImportRecord, 'id' | 'done' | 'total'>) => void = () => undefined,
): ImportRunner {
  const { database } = context;
  const { pool } = database;
  const events = new EventEmitter().setMaxListeners(0);
  const running = new Map<string, ImportProgress>();
  const locked = new Set<string>();
  let closed = false;
  const isOpen = (): boolean => !closed;
  let again = false;
  let work: Promise<void> | null = null;
  /** What is carried on at the start must not be claimed beside it. */
  let recovering = false;
  // A single process has the embedded database: what it finds unfinished at its start, it left itself.
  let deadBefore = database.kind === 'embedded' ? Date.now() : 0;

  const claim = async (): Promise<ImportRecord | null> => {
    const { rows } = await pool.query<ImportRecord>(
      `UPDATE imports SET alive_at = $1, state = 'checking', starts = starts + 1
        WHERE no = (SELECT no FROM imports
                     WHERE state = 'queued' OR (state IN ('checking', 'applying') AND alive_at < $2)
                     ORDER BY no LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING ${IMPORT_COLUMNS}`,
      [Date.now(), Math.max(deadBefore, Date.now() - DEAD_MILLIS)],
    );
    deadBefore = 0;
    return rows[0] ?? null;
  };

  /** One that has changed rows already is carried on however often it takes: it was small enough to be planned. */
  const isDeadly = ({ starts, done }: ImportRecord): boolean =>
    starts > MOST_STARTS && !(database.kind === 'embedded' && done > 0);

  const fail = ({ no }: ImportRecord, message: string): Promise<void> =>
    updateImport(pool, no, { state: 'failed', message, finishedAt: nowSeconds(context) });

  /** The server is stopped in order: that the import is started again says nothing against it. */
  const leave = async ({ no }: ImportRecord): Promise<void> => {
    await pool.query('UPDATE imports SET starts = starts - 1 WHERE no = $1', [no]).catch(() => undefined);
  };

  /** Waits before the next try; false when the server is stopped meanwhile. */
  const rest = async (): Promise<boolean> => {
    const stop = new AbortController();
    const ending = (): void => stop.abort();
    events.once('closed', ending);
    await pause(RETRY_MILLIS, undefined, { signal: stop.signal }).catch(() => undefined);
    events.off('closed', ending);
    return isOpen();
  };

  const runOne = async (record: ImportRecord, until = Date.now() + PASSING_MILLIS): Promise<void> => {
    const { id, userId, no } = record;
    let reportedAt = 0;
    const report = (state: ImportState, done: number, total: number): void => {
      // Undoes what is under way; the next process begins it again.
      if (closed) throw new Stopping();
      const progress = { id, userId, state, done, total };
      running.set(id, progress);
      if (done > 0 && done < total && Date.now() - reportedAt < REPORT_MILLIS) return;
      reportedAt = Date.now();
      events.emit('progress', progress);
    };
    const heart =
      database.kind === 'postgres'
        ? setInterval(() => {
            const done = running.get(id)?.done ?? 0;
            pool
              .query('UPDATE imports SET alive_at = $2, done = $3 WHERE no = $1', [no, Date.now(), done])
              .catch(() => undefined);
          }, HEARTBEAT_MILLIS)
        : undefined;
    try {
      if (isDeadly(record)) await fail(record, KILLED_TEXT);
      else await runImport({ ...context, imports: runner }, reader, record, report);
    } catch (error) {
      if (closed) return await leave(record);
      if (record.done > 0 && database.kind === 'embedded' && !(error instanceof NotMine)) {
        // It has started and will be carried on; a disk that is full now may not be so later.
        onProblem(error as Error, id);
        if (!(await rest())) return await leave(record);
        // Its present row: the claimed one has neither rows nor their number, and would be planned again.
        return await runOne((await findImport(pool, id)) ?? record);
      }
      if (isPassing(error) && Date.now() < until) {
        // A restart of the database, or a lock of a dead process's statement: nothing has taken effect yet.
        onProblem(error as Error, id);
        if (!(await rest())) return await leave(record);
        return await runOne((await findImport(pool, id).catch(() => null)) ?? record, until);
      }
      if (!(error instanceof NotMine)) {
        onProblem(error as Error, id);
        await fail(record, failureText(error)).catch(() => undefined);
      }
    } finally {
      clearInterval(heart);
      running.delete(id);
      // Whoever waits looks at the row itself, so they are woken also where it cannot be read here.
      events.emit(id);
    }
    const { rows } = await pool.query<{ state: ImportState; done: number; total: number }>(
      'SELECT state, total AS done, total FROM imports WHERE no = $1',
      [no],
    );
    if (rows[0]) events.emit('progress', { id, userId, ...rows[0] });
  };

  const drain = async (): Promise<void> => {
    while (isOpen()) {
      again = false;
      const record = await claim();
      if (record) await runOne(record);
      else if (!again) return;
    }
  };

  const poke = (): void => {
    again = true;
    if (closed || work || recovering) return;
    // Its own task: it is long, and must not count for the call that found it.
    work = asTask(newTask('long'), drain)
      .catch((error: Error) => {
        if (!closed) onProblem(error, '');
      })
      .finally(() => {
        work = null;
        if (again && !closed) poke();
      });
  };
  const timer = setInterval(poke, LOOK_MILLIS).unref();

  const runner: ImportRunner = {
    poke,
    progressOf: id => running.get(id),
    listen: listener => {
      events.on('progress', listener);
      return () => events.off('progress', listener);
    },
    lock: (collection, channels) => {
      for (const id of channels) locked.add(`${collection}/${id}`);
      return () => {
        for (const id of channels) locked.delete(`${collection}/${id}`);
      };
    },
    isLocked: (collection, channelId) => locked.has(`${collection}/${channelId}`),
    recover: async () => {
      if (database.kind !== 'embedded') return;
      const { rows } = await pool.query<ImportRecord>(
        `SELECT ${IMPORT_COLUMNS} FROM imports WHERE state IN ('checking', 'applying') AND done > 0 ORDER BY no`,
      );
      recovering = true;
      try {
        for (const record of rows) {
          onCarriedOn(record);
          await asTask(newTask('long'), () => runOne(record));
        }
      } finally {
        recovering = false;
      }
    },
    ended: async (id, millis) => {
      const until = Date.now() + millis;
      while (Date.now() < until && isOpen()) {
        const stop = new AbortController();
        let wake = (): void => undefined;
        const woken = new Promise<void>(resolve => (wake = resolve));
        for (const event of [id, 'closed']) events.once(event, wake);
        try {
          const known = await pool.query<{ state: ImportState }>('SELECT state FROM imports WHERE id = $1', [id]);
          if (!known.rows[0] || isEnded(known.rows[0].state)) return;
          // Its end may be in another process, or be written by a later attempt: only the database records every one.
          const wait = Math.min(ENDED_MILLIS, until - Date.now());
          await Promise.race([woken, pause(wait, undefined, { signal: stop.signal }).catch(() => undefined)]);
        } finally {
          stop.abort();
          for (const event of [id, 'closed']) events.off(event, wake);
        }
      }
    },
    close: async () => {
      closed = true;
      reader.close();
      clearInterval(timer);
      events.emit('closed');
      await work;
    },
  };
  return runner;
}

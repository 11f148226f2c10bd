import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { ImportState } from '../../contract/imports/calls.ts';
import { NO_OWNER } from '../../contract/owner.ts';
import { nowSeconds } from '../base/clock.ts';
import type { ServerContext } from '../context.ts';
import type { Own, Tick } from '../jobs/kind.ts';
import { owned } from '../jobs/owned.ts';
import type { ImportProgress, ImportRunner, LockedList } from '../jobs/importRunner.ts';
import { announceBatches } from './announceBatches.ts';
import { listsToLock } from './apply.ts';
import { NotMine } from './conclude.ts';
import { emitImport } from './emitImport.ts';
import type { ImportReader } from './reader/process.ts';
import { findImport, IMPORT_COLUMNS, isEnded, updateImport, type ImportRecord } from './records.ts';
import { failureText, KILLED_TEXT, runImport } from './run.ts';
import { channelsOf } from './staged.ts';
import { storeOf } from './stores.ts';

/** Interval in ms at which other processes are notified of an import's progress. */
const SHARE_MILLIS = 4_000;
/**
 * Interval in ms at which a caller that waits for an import checks the database, in case nothing else reports the end.
 */
const ENDED_MILLIS = 2_000;
/** Minimum interval in ms between two progress reports of an import. */
const REPORT_MILLIS = 200;

/** The imports of an API process: how they run as jobs, who is notified, and what they lock. */
export function createImportRunner(
  contextOf: () => ServerContext,
  { database, declared, now }: Pick<ServerContext, 'database' | 'declared' | 'now'>,
  reader: ImportReader,
  onCarriedOn: (record: Pick<ImportRecord, 'id' | 'done' | 'total'>) => void = () => undefined,
): ImportRunner {
  const { pool } = database;
  const events = new EventEmitter().setMaxListeners(0);
  const running = new Map<string, ImportProgress>();
  /** For each list and channel, the import that has locked it. */
  const locked = new Map<string, number>();
  let closed = false;
  /** Records that belong to the entity are locked in that country only. */
  const lockOf = ({ collection, entity }: LockedList, owner: number): string => {
    const ofEntity = owner === NO_OWNER && declared.resourceOf(collection)?.scope !== 'platform';
    return ofEntity ? `${collection}/${entity}` : `${collection}/${owner}`;
  };
  const isOpen = (): boolean => !closed;

  const isUnderWay = ({ done }: ImportRecord): boolean => database.kind === 'embedded' && done > 0;

  const run = async (record: ImportRecord, tick: Tick, own: Own): Promise<void> => {
    const { id, userId, no } = record;
    let reportedAt = 0;
    let reported: ImportState | null = null;
    const report = (state: ImportState, done: number, total: number): void => {
      // Throws when the server is being stopped, which interrupts running imports.
      tick();
      const progress = { id, userId, state, done, total };
      running.set(id, progress);
      // While it is in progress, lists refresh by themselves.
      if (reported !== state) void announceBatches(contextOf(), record);
      reported = state;
      if (done > 0 && done < total && Date.now() - reportedAt < REPORT_MILLIS) return;
      reportedAt = Date.now();
      events.emit('progress', progress);
    };
    const share =
      database.kind === 'postgres'
        ? setInterval(() => {
            const done = running.get(id)?.done ?? 0;
            void pool
              .query("UPDATE imports SET done = $2 WHERE no = $1 AND state = 'applying'", [no, done])
              .catch(() => undefined);
          }, SHARE_MILLIS)
        : undefined;
    try {
      await runImport(contextOf(), reader, record, report, own);
    } catch (error) {
      if (!(error instanceof NotMine)) throw error;
    } finally {
      clearInterval(share);
      running.delete(id);
    }
  };

  /** Notifies callers that wait for an import, and the event streams of its person. */
  const announce = async (id: string): Promise<void> => {
    // Callers that wait read the row themselves, so they are woken even if reading it fails here.
    events.emit(id);
    const { rows } = await pool.query<ImportProgress>(
      'SELECT id, user_id AS "userId", state, total AS done, total FROM imports WHERE id = $1',
      [id],
    );
    if (rows[0]) events.emit('progress', rows[0]);
    const record = await findImport(pool, id);
    if (!record) return;
    await announceBatches(contextOf(), record);
    await emitImport(pool, declared, record, nowSeconds({ now }));
  };

  const runner: ImportRunner = {
    kind: {
      kind: 'import',
      weight: ({ light }) => (light ? 'light' : 'heavy'),
      // An import that fails is told as such, with its file and the reason.
      tellsFailure: () => true,
      named: async ({ id }) => {
        const record = await findImport(pool, id);
        const file = record?.files.map(({ name }) => name).join(', ') ?? '';
        return record && { job: `Import${file && ` of ${file}`}`, country: record.entity, person: record.email };
      },
      run: async ({ id }, tick, own) => {
        const record = await findImport(pool, id);
        if (!record) return;
        // The process may have been killed after the import had ended and before anyone was told.
        if (!isEnded(record.state)) await run(record, tick, own);
        await announce(id);
      },
      giveUp: async ({ id }, error, own) => {
        const record = await findImport(pool, id);
        if (!record) return true;
        if (isEnded(record.state)) {
          // It ended, but nobody has been told.
          await announce(id);
          return true;
        }
        // The import has already changed rows, so it is retried as often as necessary. A full disk, for example, may
        // have space later.
        if (isUnderWay(record)) return false;
        const message = error === null ? KILLED_TEXT : failureText(error);
        await updateImport(owned(database, own), record.no, {
          state: 'failed',
          message,
          finishedAt: nowSeconds({ now }),
        });
        await announce(id);
        return true;
      },
    },
    progressOf: id => running.get(id),
    listen: listener => {
      events.on('progress', listener);
      return () => events.off('progress', listener);
    },
    lock: (lists, importNo) => {
      const keys = lists.flatMap(({ channels, ...list }) => channels.map(id => lockOf(list, id)));
      for (const key of keys) locked.set(key, importNo);
      return () => {
        for (const key of keys) if (locked.get(key) === importNo) locked.delete(key);
      };
    },
    isLocked: (list, channelId, importNo) => {
      const by = locked.get(lockOf(list, channelId));
      return by !== undefined && by !== importNo;
    },
    recover: async () => {
      if (database.kind !== 'embedded') return;
      const { rows } = await pool.query<ImportRecord>(
        `SELECT ${IMPORT_COLUMNS} FROM imports WHERE state IN ('checking', 'applying') AND done > 0 ORDER BY no`,
      );
      for (const record of rows) {
        const store = storeOf(record.declaration, declared);
        if (!store) continue;
        onCarriedOn(record);
        const channels = await channelsOf(pool, store, record.no);
        runner.lock(listsToLock(store, record.entity, channels, (record.counts?.removed ?? 0) > 0), record.no);
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
          // The import may end in another process or in a later attempt, and only the database knows about all of them.
          const wait = Math.min(ENDED_MILLIS, until - Date.now());
          await Promise.race([woken, pause(wait, undefined, { signal: stop.signal }).catch(() => undefined)]);
        } finally {
          stop.abort();
          for (const event of [id, 'closed']) events.off(event, wake);
        }
      }
    },
    close: () => {
      closed = true;
      reader.close();
      events.emit('closed');
    },
  };
  return runner;
}

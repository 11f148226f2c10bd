import * as z from 'zod/mini';
import { defineCall, type CallDefinition } from './call.ts';
import { check } from './operation.ts';

/** The System page of System Admins: the state of the server, its backups, and the integrity of the log. */

const common = { permission: 'signedIn', offline: 'network' } as const;
const BASE = '/v2/ops/system';
const count = z.int();

export const systemState = z.object({
  /** Versions, and when this process started (epoch seconds). */
  versions: z.object({
    server: z.string(),
    node: z.string(),
    database: z.string(),
    contract: count,
    migrations: count,
    lastMigration: z.string(),
    /** Release time of the console that is being served, in epoch seconds; null if none is served. */
    console: z.nullable(count),
  }),
  startedAt: count,
  /** Memory sizes in bytes. */
  memory: z.object({ resident: count, heap: count }),
  checks: z.array(check),
  /** This process's metrics from /api/metrics: calls by route in milliseconds, sorted by total time, slowest first. */
  calls: z.array(
    z.object({
      method: z.string(),
      route: z.string(),
      count,
      failed: count,
      mean: z.number(),
      p95: z.nullable(z.number()),
    }),
  ),
  streams: count,
  pool: z.object({ total: count, idle: count, waiting: count }),
  jobs: z.array(z.object({ kind: z.string(), state: z.string(), count })),
  importRows: z.object({ done: count, total: count }),
  notifications: z.array(z.object({ state: z.string(), count })),
  feedLag: count,
  storage: z.object({
    database: count,
    /** `rows` is estimated by the database; null if it has never counted them. */
    tables: z.array(z.object({ name: z.string(), bytes: count, rows: z.nullable(count) })),
    files: z.object({ count, bytes: count }),
    /** Free space in the data folder in bytes; null if the server does not write to a folder. */
    free: z.nullable(count),
  }),
  /**
   * The number of log entries, the time of the oldest one (epoch seconds), and the number of days for which entries are
   * kept (0: forever).
   */
  log: z.object({ entries: count, oldest: z.nullable(count), days: count }),
});
export type SystemState = z.output<typeof systemState>;

export const getSystem = defineCall({
  ...common,
  id: 'system.state',
  method: 'GET',
  path: BASE,
  input: z.object({}),
  output: systemState,
  costly: 'figures',
  summary: 'Returns figures, versions, jobs and storage of the server; only for System Admins',
});

const backup = z.object({ name: z.string(), made: z.string(), bytes: count, files: count, sum: z.string() });
const task = z.object({
  id: count,
  kind: z.enum(['backup', 'verify']),
  state: z.enum(['queued', 'running', 'done', 'failed']),
  name: z.string(),
  step: z.string(),
  done: count,
  total: count,
  message: z.string(),
  findings: z.array(z.string()),
  person: z.string(),
  createdAt: count,
  endedAt: z.nullable(count),
});
export type SystemTask = z.output<typeof task>;

export const listSystemTasks = defineCall({
  ...common,
  id: 'system.tasks',
  method: 'GET',
  path: `${BASE}/tasks`,
  input: z.object({}),
  output: z.object({
    backups: z.array(backup),
    /** The server's folder for backups; null if this server makes none, because PostgreSQL has its own tools. */
    folder: z.nullable(z.string()),
    /** The command that restores the latest backup on this server. */
    restore: z.string(),
    tasks: z.array(task),
  }),
  summary: 'Returns the backups, and the latest backup and log check jobs with their progress',
});

export const makeBackup = defineCall({
  ...common,
  id: 'system.backup',
  method: 'POST',
  path: `${BASE}/backups`,
  input: z.object({}),
  output: z.object({ id: count }),
  summary: 'Backs up the embedded database and the uploaded files in the background',
});

export const deleteBackup = defineCall({
  ...common,
  id: 'system.deleteBackup',
  method: 'POST',
  path: `${BASE}/backups/delete`,
  input: z.object({
    name: z.string().check(z.regex(/^[\w-]{1,100}$/, 'must be the name of a backup, as the list returns it')),
  }),
  output: z.null(),
  summary: 'Removes a backup',
});

export const verifySystemLog = defineCall({
  ...common,
  id: 'system.verifyLog',
  method: 'POST',
  path: `${BASE}/verify-log`,
  input: z.object({}),
  output: z.object({ id: count }),
  summary: 'Checks in the background whether the log is intact',
});

export const exportSystemLog = defineCall({
  ...common,
  id: 'system.exportLog',
  method: 'GET',
  path: `${BASE}/log`,
  input: z.object({}),
  output: z.any(),
  costly: 'export',
  summary: 'Returns the whole log of all entities and features with its hashes, one JSON object per line, streamed',
});

export const SYSTEM_CALLS = [
  getSystem,
  listSystemTasks,
  makeBackup,
  deleteBackup,
  verifySystemLog,
  exportSystemLog,
] as unknown as readonly CallDefinition[];

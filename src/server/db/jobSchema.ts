import { bigserial, boolean, index, integer, jsonb, pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id8 } from './columns.ts';

/** Tables of background work (docs/jobs.md). */

/** Pending jobs. A job's result is stored in another table before the job ends and its row is removed. */
export const jobs = pgTable(
  'jobs',
  {
    no: serial('no').primaryKey(),
    /** Name of a registered kind of job (jobs/kind), and the job's key within that kind. */
    kind: text('kind').notNull(),
    key: text('key').notNull(),
    /** The person who owns the job; 0 for the server. Jobs of different owners take turns. */
    owner: integer('owner').notNull(),
    /** Whether the job is heavy; heavy and light jobs have separate queues. */
    heavy: boolean('heavy').notNull(),
    payload: jsonb('payload').notNull().default({}),
    /** Earliest start time, in epoch milliseconds. */
    runAt: id8('run_at').notNull().default(0),
    /**
     * The job with the lowest number runs next. When it starts, the other jobs of its owner move to the end of the
     * queue.
     */
    turn: bigserial('turn', { mode: 'number' }).notNull(),
    /** How many times the job was started without being finished or stopped cleanly. */
    attempts: integer('attempts').notNull().default(0),
    /**
     * When the process that works on the job last showed that it is alive, in epoch milliseconds; 0 if no process works
     * on it.
     */
    aliveAt: id8('alive_at').notNull().default(0),
    /** The time at which the job was added, in epoch seconds. */
    createdAt: id8('created_at').notNull(),
  },
  table => [uniqueIndex('jobs_key').on(table.kind, table.key), index('jobs_turn').on(table.heavy, table.turn)],
);

/** Files for which the reader exceeded its limits. They are not read again for some days. */
export const unreadableFiles = pgTable('unreadable_files', {
  /** Hexadecimal SHA-256 of the file. */
  hash: text('hash').primaryKey(),
  /** The limit that was exceeded: time or memory. */
  over: text('over').notNull(),
  /** The time at which the file was refused, in epoch seconds. */
  at: id8('at').notNull(),
});

/** Jobs that System Admins start on the System page: backups and log verifications. */
export const systemTasks = pgTable('system_tasks', {
  id: serial('id').primaryKey(),
  /** The kind of task: backup or verify. */
  kind: text('kind').notNull(),
  /** The state of the task: queued, running, done or failed. */
  state: text('state').notNull().default('queued'),
  /** Name of the backup. */
  name: text('name').notNull().default(''),
  /** The current step and its progress. */
  step: text('step').notNull().default(''),
  done: id8('done').notNull().default(0),
  total: id8('total').notNull().default(0),
  /** The outcome of the task, as a sentence. */
  message: text('message').notNull().default(''),
  findings: text('findings').array().notNull().default([]),
  person: text('person').notNull(),
  /** The time at which the task was added, in epoch seconds. */
  createdAt: id8('created_at').notNull(),
  endedAt: id8('ended_at'),
});

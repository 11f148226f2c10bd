import { bigserial, boolean, index, integer, jsonb, pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id8 } from './columns.ts';

/** Tables of background work (docs/jobs.md). */

/** Pending jobs. When a job ends, its result is already stored in another table, and its row is removed. */
export const jobs = pgTable(
  'jobs',
  {
    no: serial('no').primaryKey(),
    /** Name of a registered kind (jobs/kind), and the job's key within that kind. */
    kind: text('kind').notNull(),
    key: text('key').notNull(),
    /** The person who owns the job; 0 for the server. Owners take turns. */
    owner: integer('owner').notNull(),
    /** Heavy and light jobs have separate queues. */
    heavy: boolean('heavy').notNull(),
    payload: jsonb('payload').notNull().default({}),
    /** Earliest start time, in epoch milliseconds. */
    runAt: id8('run_at').notNull().default(0),
    /** The job with the lowest number runs next. When it starts, its owner's other jobs move to the end. */
    turn: bigserial('turn', { mode: 'number' }).notNull(),
    /** How many times the job was started without finishing or being stopped cleanly. */
    attempts: integer('attempts').notNull().default(0),
    /**
     * When the process working on the job last showed a sign of life, in epoch milliseconds; 0 if no process is working
     * on it.
     */
    aliveAt: id8('alive_at').notNull().default(0),
    /** Epoch seconds. */
    createdAt: id8('created_at').notNull(),
  },
  table => [uniqueIndex('jobs_key').on(table.kind, table.key), index('jobs_turn').on(table.heavy, table.turn)],
);

/** Files that exceeded the reader's limits; they are not read again for some days. */
export const unreadableFiles = pgTable('unreadable_files', {
  /** Hexadecimal SHA-256 of the file. */
  hash: text('hash').primaryKey(),
  /** The limit that was exceeded: time or memory. */
  over: text('over').notNull(),
  /** Epoch seconds. */
  at: id8('at').notNull(),
});

/** Jobs that System Admins start on the "System" page: backups and log checks. */
export const systemTasks = pgTable('system_tasks', {
  id: serial('id').primaryKey(),
  /** backup or verify. */
  kind: text('kind').notNull(),
  /** queued, running, done, failed. */
  state: text('state').notNull().default('queued'),
  /** Name of the backup. */
  name: text('name').notNull().default(''),
  /** The current step and its progress. */
  step: text('step').notNull().default(''),
  done: id8('done').notNull().default(0),
  total: id8('total').notNull().default(0),
  /** The outcome, as a sentence. */
  message: text('message').notNull().default(''),
  findings: text('findings').array().notNull().default([]),
  person: text('person').notNull(),
  /** Epoch seconds. */
  createdAt: id8('created_at').notNull(),
  endedAt: id8('ended_at'),
});

import { bigserial, boolean, index, integer, jsonb, pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id8 } from './columns.ts';

/** Tables of background work (docs/jobs.md). */

/** Pending work: a row is removed when its work ends, after storing its result in another table. */
export const jobs = pgTable(
  'jobs',
  {
    no: serial('no').primaryKey(),
    /** Name of a registered kind (jobs/kind), and the work's own name within it. */
    kind: text('kind').notNull(),
    key: text('key').notNull(),
    /** The person who owns the work; 0: the server. People take turns. */
    owner: integer('owner').notNull(),
    /** Heavy and light work wait in separate lines. */
    heavy: boolean('heavy').notNull(),
    payload: jsonb('payload').notNull().default({}),
    /** Earliest start, in epoch milliseconds. */
    runAt: id8('run_at').notNull().default(0),
    /** The lowest is next. When one is started, the other jobs of its owner move to the end. */
    turn: bigserial('turn', { mode: 'number' }).notNull(),
    /** How often it was started without finishing or being stopped cleanly. */
    attempts: integer('attempts').notNull().default(0),
    /** When the process working on it was last alive, in epoch milliseconds; 0 if none is. */
    aliveAt: id8('alive_at').notNull().default(0),
    /** Epoch seconds. */
    createdAt: id8('created_at').notNull(),
  },
  table => [uniqueIndex('jobs_key').on(table.kind, table.key), index('jobs_turn').on(table.heavy, table.turn)],
);

/** Files on which the reader was stopped: they are not read again for some days. */
export const unreadableFiles = pgTable('unreadable_files', {
  /** SHA-256 of the file, hex. */
  hash: text('hash').primaryKey(),
  /** The exceeded limit: time or memory. */
  over: text('over').notNull(),
  /** Epoch seconds. */
  at: id8('at').notNull(),
});

/** Jobs that System Admins start on the page "System": backups, and checks of the log. */
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
  /** How it ended. */
  message: text('message').notNull().default(''),
  findings: text('findings').array().notNull().default([]),
  person: text('person').notNull(),
  /** Epoch seconds. */
  createdAt: id8('created_at').notNull(),
  endedAt: id8('ended_at'),
});

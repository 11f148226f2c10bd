import { bigserial, boolean, index, integer, jsonb, pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id8 } from './columns.ts';

/** Tables of background work (docs/jobs.md). */

/** Work that is still to be done: a row is removed when its work has ended, which leaves its result in a table of its own. */
export const jobs = pgTable(
  'jobs',
  {
    no: serial('no').primaryKey(),
    /** Name of a registered kind (jobs/kind), and the work's own name within it. */
    kind: text('kind').notNull(),
    key: text('key').notNull(),
    /** The person whose work it is; 0 is the server's own. People take turns. */
    owner: integer('owner').notNull(),
    /** Heavy work and light work wait in lines of their own. */
    heavy: boolean('heavy').notNull(),
    payload: jsonb('payload').notNull().default({}),
    /** Epoch milliseconds: not to be started before. */
    runAt: id8('run_at').notNull().default(0),
    /** The lowest is next. When one is started, the other jobs of its owner move to the end. */
    turn: bigserial('turn', { mode: 'number' }).notNull(),
    /** How often it was started without coming to an end or being left in order. */
    attempts: integer('attempts').notNull().default(0),
    /** Epoch milliseconds: the process that works on it was alive then; 0 while nobody does. */
    aliveAt: id8('alive_at').notNull().default(0),
    /** Epoch seconds. */
    createdAt: id8('created_at').notNull(),
  },
  table => [uniqueIndex('jobs_key').on(table.kind, table.key), index('jobs_turn').on(table.heavy, table.turn)],
);

/** Files at which the reader was ended: they are not read again for some days. */
export const unreadableFiles = pgTable('unreadable_files', {
  /** SHA-256 of the file, hex. */
  hash: text('hash').primaryKey(),
  /** What it took too much of: time or memory. */
  over: text('over').notNull(),
  /** Epoch seconds. */
  at: id8('at').notNull(),
});

/** What System Admins have the server do from the page "System": backups, and checks of the log. */
export const systemTasks = pgTable('system_tasks', {
  id: serial('id').primaryKey(),
  /** backup or verify. */
  kind: text('kind').notNull(),
  /** queued, running, done, failed. */
  state: text('state').notNull().default('queued'),
  /** Name of the backup. */
  name: text('name').notNull().default(''),
  /** What is being done, and how far it is. */
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

import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { describe, inject } from 'vitest';
import { openDatabase, type Database } from '../../src/server/db/open.ts';
import { templateName, type Template } from './postgres.ts';

export type DatabaseKind = Database['kind'];

/** Runs one statement on the maintenance database. */
async function administer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Drops a database; the server may take a moment to end recently closed connections. */
async function dropDatabase(maintenance: string, name: string): Promise<void> {
  for (let attempt = 0; attempt < 40; attempt++) {
    try {
      return await administer(maintenance, `DROP DATABASE IF EXISTS ${name}`);
    } catch {
      await setTimeout(50);
    }
  }
  await administer(maintenance, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

/** A separate database on the run's PostgreSQL server; empty unless a template is given. */
export async function createPostgresDatabase(template?: Template): Promise<{ url: string; drop: () => Promise<void> }> {
  const maintenance = inject('postgresUrl');
  if (maintenance === null) throw new Error('PostgreSQL is not available in this run');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const from = template ? templateName(template) : 'template1';
  // Copying the template's files takes half as long as logging each of their pages, the default.
  await administer(maintenance, `CREATE DATABASE ${name} TEMPLATE ${from} STRATEGY FILE_COPY`);
  const url = new URL(maintenance);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => dropDatabase(maintenance, name) };
}

const dumps = new Map<Template, Blob>();

/** Read once per worker. */
function dumpOf(template: Template): Blob {
  const dump = dumps.get(template) ?? new Blob([readFileSync(inject('embeddedDumps')[template])]);
  dumps.set(template, dump);
  return dump;
}

/** A fresh database, copied from the run's template; `close` leaves nothing behind. */
export async function openTestDatabase(kind: DatabaseKind, template: Template = 'migrated'): Promise<Database> {
  if (kind === 'embedded') {
    return openDatabase({ dataDir: 'memory://', loadDataDir: dumpOf(template) });
  }
  const { url, drop } = await createPostgresDatabase(template);
  const database = await openDatabase({ dataDir: '', databaseUrl: url, connections: 20 });
  return {
    ...database,
    close: async () => {
      await database.close();
      await drop();
    },
  };
}

/**
 * Describes the same tests for each kind of database; those for PostgreSQL are skipped if it cannot be started, and left
 * out if OPS_TEST_EMBEDDED_ONLY is set, as when all tests run again on another Node.
 */
export function describeOnEach(name: string, body: (kind: DatabaseKind) => void): void {
  describe(`${name} (embedded)`, () => {
    body('embedded');
  });
  if (process.env['OPS_TEST_EMBEDDED_ONLY']) return;
  describe.skipIf(inject('postgresUrl') === null)(`${name} (postgres)`, () => {
    body('postgres');
  });
}

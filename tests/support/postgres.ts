import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { databaseFolder } from '../../src/server/db/dataFolder.ts';
import { migrate } from '../../src/server/migrate/migrate.ts';
import { openDatabase, type OpenOptions } from '../../src/server/db/open.ts';
import { bundleReader } from './bundledReader.ts';
import { startPostgres, type PostgresServer } from './postgresServer.ts';
import { seed } from './serverFixture.ts';

/** The initial contents of a test's database: either only the schema, or also the fixture's data. */
export type Template = 'migrated' | 'seeded';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of a real PostgreSQL server for this run; null if none can be started. */
    postgresUrl: string | null;
    /** Files that contain a dump of the embedded database for each template. */
    embeddedDumps: Record<Template, string>;
    /** The bundled process that parses imported files. */
    importReader: string;
  }
}

/** Name of the PostgreSQL database from which the tests' databases are copied. */
export const templateName = (template: Template): string => `template_${template}`;

/** Turns an empty database into the first template, or the first template into the second. */
async function fill(options: OpenOptions, template: Template): Promise<void> {
  const database = await openDatabase(options);
  try {
    if (template === 'migrated') await migrate(database);
    else await seed(database.pool);
  } finally {
    await database.close();
  }
}

/** Options for initdb and PostgreSQL that make each copy cheap: less to read and less memory to clear. */
const SMALL = {
  initdb: ['--wal-segsize=1'],
  statements: [
    "ALTER SYSTEM SET shared_buffers = '16MB'",
    // These templates are never used to create another database.
    'UPDATE pg_database SET datistemplate = false',
    'DROP DATABASE template0',
    'DROP DATABASE template1',
  ],
};

async function makeSmall(dataDir: string): Promise<void> {
  const place = databaseFolder(dataDir);
  const pglite = new PGlite(place.folder, { initDbStartParams: SMALL.initdb });
  for (const statement of SMALL.statements) await pglite.exec(statement);
  await place.opened();
  await pglite.close();
  place.closed();
}

async function makeDumps(folder: string): Promise<Record<Template, string>> {
  const dataDir = join(folder, 'data');
  await makeSmall(dataDir);
  const dump = async (template: Template): Promise<string> => {
    await fill({ dataDir }, template);
    const pglite = new PGlite(databaseFolder(dataDir).folder);
    // A dump that is started before the database is ready never finishes.
    await pglite.waitReady;
    const bytes = await pglite.dumpDataDir('none');
    await pglite.close();
    const file = join(folder, `${template}.tar`);
    writeFileSync(file, Buffer.from(await bytes.arrayBuffer()));
    return file;
  };
  return { migrated: await dump('migrated'), seeded: await dump('seeded') };
}

async function makeTemplates(server: PostgresServer): Promise<void> {
  const client = new Client({ connectionString: server.url });
  await client.connect();
  try {
    const [migrated, seeded] = [templateName('migrated'), templateName('seeded')];
    await fill({ dataDir: '', databaseUrl: await server.createDatabase(migrated) }, 'migrated');
    // A database in use cannot be copied, so connections to templates are not allowed.
    await client.query(`ALTER DATABASE ${migrated} ALLOW_CONNECTIONS false`);
    const url = new URL(server.url);
    url.pathname = `/${seeded}`;
    await client.query(`CREATE DATABASE ${seeded} TEMPLATE ${migrated}`);
    await fill({ dataDir: '', databaseUrl: url.href }, 'seeded');
    await client.query(`ALTER DATABASE ${seeded} ALLOW_CONNECTIONS false`);
  } finally {
    await client.end();
  }
}

/**
 * Starts one PostgreSQL server for all of the run's server tests, creates the templates from which their databases are
 * copied, and bundles the process that parses imported files. If several projects are set up one after another, the
 * first one does this for all of them.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const run = project.vitest.getRootProject();
  if ('embeddedDumps' in run.getProvidedContext()) return async () => undefined;
  const folder = mkdtempSync(join(tmpdir(), 'ops-templates-'));
  const server = startPostgres({ durable: false }).then(async started => {
    await makeTemplates(started);
    run.provide('postgresUrl', started.url);
    return started;
  });
  const missing = server.then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  run.provide('embeddedDumps', await makeDumps(folder));
  run.provide('importReader', await bundleReader(folder));
  const reason = await missing;
  if (reason !== null) {
    console.warn(`\n*** PostgreSQL cannot be started here; its half of the server's tests is skipped. ${reason}\n`);
    run.provide('postgresUrl', null);
  }
  return async () => {
    rmSync(folder, { recursive: true, force: true });
    if (reason === null) await (await server).stop();
  };
}

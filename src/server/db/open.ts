import { randomUUID } from 'node:crypto';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Pool, types as pgTypes, type CustomTypesConfig } from 'pg';
import { keepAlive } from './connections.ts';
import { openEmbedded } from './embedded.ts';
import * as schema from './schema.ts';

/** One open database, embedded or PostgreSQL, behind one `pg.Pool`. */
export interface Database {
  pool: Pool;
  db: NodePgDatabase<typeof schema>;
  kind: 'embedded' | 'postgres';
  /** Tells what this process notifies others of from what they notify it of. */
  origin: string;
  /** Connections of the pool; 1 when embedded, so whoever holds a client passes it on and never awaits `pool.query`. */
  connections: number;
  /** PostgreSQL alone: for connections outside the pool, such as the one that listens. */
  connectionString: string | undefined;
  /** Folder of the embedded database's files; undefined in memory and for PostgreSQL. */
  folder: string | undefined;
  /** The last server on the embedded database did not end in order, and what it had acknowledged was recovered. */
  recovered: boolean;
  close: () => Promise<void>;
}

export interface OpenOptions {
  /** Folder of the embedded database, or 'memory://'. Not used with `databaseUrl`. */
  dataDir: string;
  /** PostgreSQL connection string. */
  databaseUrl?: string | undefined;
  /** A dump of an embedded database that one in memory begins with. */
  loadDataDir?: Blob | undefined;
  /** Size of the PostgreSQL pool; 10 by default. */
  connections?: number | undefined;
  /** Called once when the embedded database must not or cannot be used any more; ends the process when left out. */
  onEnded?: ((reason: string) => void) | undefined;
}

function endProcess(reason: string): never {
  console.error(reason);
  process.exit(1);
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
  if (options.databaseUrl) return openPostgres(options.databaseUrl, options.connections ?? 10);
  const { pool, ...rest } = await openEmbedded(options, types, options.onEnded ?? endProcess);
  return wrap(pool, { kind: 'embedded', connections: 1, connectionString: undefined, ...rest });
}

function wrap(pool: Pool, rest: Omit<Database, 'pool' | 'db' | 'origin'>): Database {
  return { pool, db: drizzle(pool, { schema }), origin: randomUUID(), ...rest };
}

/** A writer that waits for ever, or dies inside a transaction, would hold up the change feed of everyone (MR3). */
const SESSION = "SET lock_timeout = '15s'; SET idle_in_transaction_session_timeout = '60s'";
/** Longest wait for a connection, new or given back by others. */
const CONNECT_MILLIS = 30_000;

async function openPostgres(connectionString: string, connections: number): Promise<Database> {
  const pool = new Pool({
    connectionString,
    max: connections,
    types,
    application_name: 'ops-portal',
    // A host that went away without a word is noticed.
    connectionTimeoutMillis: CONNECT_MILLIS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  keepAlive(pool, { prepare: SESSION });
  return wrap(pool, {
    kind: 'postgres',
    connections,
    connectionString,
    folder: undefined,
    recovered: false,
    close: () => pool.end(),
  });
}

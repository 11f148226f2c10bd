import { randomUUID } from 'node:crypto';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Pool, types as pgTypes, type CustomTypesConfig } from 'pg';
import { keepAlive } from './connections.ts';
import { openEmbedded } from './embedded.ts';
import * as schema from './schema.ts';

/** An open database, embedded or PostgreSQL; both are used through a `pg.Pool`. */
export interface Database {
  pool: Pool;
  db: NodePgDatabase<typeof schema>;
  kind: 'embedded' | 'postgres';
  /** Identifies this process in notifications, so that it can ignore its own. */
  origin: string;
  /**
   * Size of the pool. It is 1 if the database is embedded, so code that holds a client must pass it on and never await
   * `pool.query`.
   */
  connections: number;
  /**
   * PostgreSQL only: connection string for connections outside the pool, such as the one that listens for
   * notifications.
   */
  connectionString: string | undefined;
  /** Folder of the embedded database's files; undefined for in-memory databases and PostgreSQL. */
  folder: string | undefined;
  /**
   * Whether the last server that used the embedded database did not stop cleanly, so that acknowledged writes had to be
   * recovered.
   */
  recovered: boolean;
  close: () => Promise<void>;
}

export interface OpenOptions {
  /** Folder of the embedded database, or 'memory://'; ignored if `databaseUrl` is set. */
  dataDir: string;
  /** Connection string for PostgreSQL. */
  databaseUrl?: string | undefined;
  /** A dump from which an in-memory database is created. */
  loadDataDir?: Blob | undefined;
  /** Size of the PostgreSQL pool; defaults to 10. */
  connections?: number | undefined;
  /** Called once if the embedded database must not, or can no longer, be used; by default, it ends the process. */
  onEnded?: ((reason: string) => void) | undefined;
}

function endProcess(reason: string): never {
  console.error(reason);
  process.exit(1);
}

const INT8 = 20;
const NUMERIC_ARRAY_INT8 = 1016;

/**
 * Record ids and counts fit in 53 bits and are read as numbers. A channel's flag does not, so it is selected as text.
 */
const types: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === INT8 && format !== 'binary') return Number;
    if (oid === NUMERIC_ARRAY_INT8 && format !== 'binary') return (text: string) => parseIdArray(text);
    return pgTypes.getTypeParser(oid, format as 'text');
  }) as CustomTypesConfig['getTypeParser'],
};

const parseIdArray = (text: string): number[] => (text === '{}' ? [] : text.slice(1, -1).split(',').map(Number));

/**
 * Opens PostgreSQL if `databaseUrl` is set; otherwise locks `dataDir` and opens the embedded database there. Call
 * `migrate` next.
 * @throws DataFolderInUse if another process holds the folder, DataFolderUnusable if the folder or its files cannot be
 *   used
 */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  if (options.databaseUrl) return openPostgres(options.databaseUrl, options.connections ?? 10);
  const { pool, ...rest } = await openEmbedded(options, types, options.onEnded ?? endProcess);
  return wrap(pool, { kind: 'embedded', connections: 1, connectionString: undefined, ...rest });
}

function wrap(pool: Pool, rest: Omit<Database, 'pool' | 'db' | 'origin'>): Database {
  return { pool, db: drizzle(pool, { schema }), origin: randomUUID(), ...rest };
}

/** A writer that waits forever, or that dies within a transaction, would block the change feed for everyone (MR3). */
const SESSION = "SET lock_timeout = '15s'; SET idle_in_transaction_session_timeout = '60s'";
/** Maximum number of milliseconds to wait for a connection, whether it is new or from the pool. */
const CONNECT_MILLIS = 30_000;

async function openPostgres(connectionString: string, connections: number): Promise<Database> {
  const pool = new Pool({
    connectionString,
    max: connections,
    types,
    application_name: 'ops-portal',
    // Detects a host that disappeared without closing its connections.
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

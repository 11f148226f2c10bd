import type { EventEmitter } from 'node:events';
import { PGlite } from '@electric-sql/pglite';
import { Pool, type CustomTypesConfig } from 'pg';
import { checkWrites, keepAlive } from './connections.ts';
import { databaseFolder, notOpened, requireRoomOnDisk, type DatabaseFolder } from './dataFolder.ts';
import { DURABLE_START, DurableFolder } from './durableFolder.ts';
import { lockFolderPatiently, type FolderLock } from './folderLock.ts';
import { embeddedClient } from './embeddedClient.ts';
import { createTurns } from './turns.ts';

/** The embedded database: PGlite in this process, on a folder that this process alone uses. */
export interface Embedded {
  pool: Pool;
  recovered: boolean;
  folder: string | undefined;
  close: () => Promise<void>;
}

/** Lines of PostgreSQL that are kept to say why it did not open. */
const KEPT_LINES = 20;

async function start(
  place: DatabaseFolder | null,
  lock: FolderLock | null,
  loadDataDir: Blob | undefined,
): Promise<PGlite> {
  const said: string[] = [];
  const listen = (text: string): boolean => {
    said.push(text);
    if (said.length > KEPT_LINES) said.shift();
    return true;
  };
  const pglite = place
    ? new PGlite({
        fs: new DurableFolder(place.folder, () => lock?.isSurelyMine() ?? true),
        startParams: DURABLE_START,
        onStderr: listen,
      })
    : new PGlite('memory://', loadDataDir ? { loadDataDir } : {});
  try {
    await pglite.waitReady;
    place?.opened();
  } catch (error) {
    throw place ? notOpened(place.folder, error, said) : error;
  }
  return pglite;
}

/**
 * Opens the embedded database in `dataDir`, or in memory for 'memory://'.
 * @param loadDataDir a dump that a database in memory begins with
 * @param onEnded called once when another process took the folder, or PostgreSQL itself ended
 * @throws DataFolderInUse, DataFolderUnusable
 */
export async function openEmbedded(
  { dataDir, loadDataDir }: { dataDir: string; loadDataDir?: Blob | undefined },
  types: CustomTypesConfig,
  onEnded: (reason: string) => void,
): Promise<Embedded> {
  let ended = false;
  const end = (reason: string): void => {
    if (!ended) onEnded(reason);
    ended = true;
  };
  const lost = () =>
    end(
      `Another process has taken the data folder ${dataDir}, or it is gone. This server stops, so that nothing is lost.`,
    );
  const inMemory = dataDir.startsWith('memory://');
  let lock: FolderLock | null = null;
  try {
    lock = inMemory ? null : await lockFolderPatiently(dataDir, lost, text => console.log(text));
    const place = inMemory ? null : databaseFolder(dataDir);
    const pglite = await start(place, lock, loadDataDir);
    const endedBy = (error: { message?: string; code?: string }): void =>
      end(
        error.code === '53100'
          ? `The disk that holds ${dataDir} is full: the database has ended. Make room and start the server again.`
          : `The embedded database has ended: ${error.message}. Start the server again; what it had acknowledged is kept.`,
      );
    const listen = (connection: EventEmitter): void => {
      connection.on('errorMessage', (error: { severity?: string; message?: string; code?: string }) => {
        if (error.severity === 'PANIC' || error.severity === 'FATAL') endedBy(error);
      });
      connection.on('error', endedBy);
    };
    // The only connection must stay: an idle one that is closed would have to be set up again.
    const pool = new Pool({ Client: embeddedClient(pglite, listen), max: 1, idleTimeoutMillis: 0, types });
    const shared = lock;
    const guard = (): void => {
      if (shared && !shared.isSurelyMine())
        throw new Error(`The data folder ${dataDir} is not this server's any more.`);
    };
    keepAlive(pool, { turns: createTurns(), guard });
    if (place) checkWrites(pool, () => requireRoomOnDisk(place.folder));
    // Looked at once more: opening takes seconds, and from here on answers are given.
    if (shared && !shared.isMine()) throw new Error(`The data folder ${dataDir} was taken by another process.`);
    return {
      pool,
      recovered: place?.recovers ?? false,
      folder: place?.folder,
      close: async () => {
        ended = true;
        await pool.end();
        await pglite.close();
        place?.closed();
        shared?.release();
      },
    };
  } catch (error) {
    lock?.release();
    throw error;
  }
}

import type { EventEmitter } from 'node:events';
import { Pool, type CustomTypesConfig } from 'pg';
import { checkWrites, keepAlive } from './connections.ts';
import { databaseFolder, notOpened, requireRoomOnDisk, type DatabaseFolder } from './dataFolder.ts';
import { embeddedClient } from './embeddedClient.ts';
import { NotStarted, type EmbeddedSession } from './embeddedSession.ts';
import { openThread } from './embeddedThread.ts';
import { lockFolderPatiently, type FolderLock } from './folderLock.ts';
import { createTurns } from './turns.ts';

/** The embedded database: PGlite in a thread of this process, in a folder used only by this process. */
export interface Embedded {
  pool: Pool;
  recovered: boolean;
  folder: string | undefined;
  close: () => Promise<void>;
}

/**
 * Opens PostgreSQL in a separate thread. An in-memory database, as used by tests and tools, is opened in this thread:
 * there is nobody else to wait, and it starts half a second faster.
 */
async function open(
  place: DatabaseFolder | null,
  lock: FolderLock | null,
  loadDataDir: Blob | undefined,
  onEnded: (error: Error) => void,
): Promise<EmbeddedSession> {
  if (!place || !lock) {
    const { openSession } = await import('./pgliteSession.ts');
    return openSession({ folder: null, isMine: () => true, loadDataDir });
  }
  try {
    const session = await openThread({ folder: place.folder, lock: lock.held }, onEnded, () => void lock.isMine());
    await place.opened();
    return session;
  } catch (error) {
    throw error instanceof NotStarted ? notOpened(place.folder, error.reason, error.said) : error;
  }
}

/**
 * Opens the embedded database in `dataDir`, or in memory for 'memory://'.
 * @param loadDataDir a dump from which an in-memory database is created
 * @param onEnded called once if another process takes over the folder or PostgreSQL itself stops
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
    const endedBy = (error: { message?: string; code?: string }): void =>
      end(
        error.code === '53100'
          ? `The disk of ${dataDir} is full: the database has stopped. Make room and start the server again.`
          : `The embedded database has stopped: ${error.message}. Start the server again; everything it had acknowledged is kept.`,
      );
    const session = await open(place, lock, loadDataDir, endedBy);
    const listen = (connection: EventEmitter): void => {
      connection.on('errorMessage', (error: { severity?: string; message?: string; code?: string }) => {
        if (error.severity === 'PANIC' || error.severity === 'FATAL') endedBy(error);
      });
      connection.on('error', endedBy);
    };
    // The only connection must stay open: a connection closed when idle would have to be set up again.
    const pool = new Pool({ Client: embeddedClient(session, listen), max: 1, idleTimeoutMillis: 0, types });
    const shared = lock;
    const guard = (): void => {
      if (shared && !shared.isSurelyMine())
        throw new Error(`The data folder ${dataDir} no longer belongs to this server.`);
    };
    keepAlive(pool, { turns: createTurns(), guard });
    if (place) checkWrites(pool, () => requireRoomOnDisk(place.folder));
    // This is checked again, because opening takes seconds, and requests are served from here on.
    if (shared && !shared.isMine()) throw new Error(`The data folder ${dataDir} was taken by another process.`);
    return {
      pool,
      recovered: place?.recovers ?? false,
      folder: place?.folder,
      close: async () => {
        ended = true;
        await pool.end();
        await session.close();
        place?.closed();
        shared?.release();
      },
    };
  } catch (error) {
    lock?.release();
    throw error;
  }
}

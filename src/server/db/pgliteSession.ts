import { PGlite } from '@electric-sql/pglite';
import { DURABLE_START, DurableFolder } from './durableFolder.ts';
import { NotStarted, type EmbeddedSession } from './embeddedSession.ts';

/** Opens PGlite in the thread that calls it. */

export interface SessionPlace {
  /** Folder of PostgreSQL's files; null for an in-memory database. */
  folder: string | null;
  /** Whether this process may still write to the folder. */
  isMine: () => boolean;
  /** A dump from which an in-memory database is created. */
  loadDataDir?: Blob | undefined;
}

/** Number of lines of PostgreSQL's output to keep, to explain why it could not be opened. */
const KEPT_LINES = 20;

/**
 * Opens the database, creating it if the folder is empty.
 * @throws NotStarted
 */
export async function openSession({ folder, isMine, loadDataDir }: SessionPlace): Promise<EmbeddedSession> {
  const said: string[] = [];
  const listen = (text: string): boolean => {
    said.push(text);
    if (said.length > KEPT_LINES) said.shift();
    return true;
  };
  const pglite =
    folder === null
      ? new PGlite('memory://', loadDataDir ? { loadDataDir } : {})
      : new PGlite({ fs: new DurableFolder(folder, isMine), startParams: DURABLE_START, onStderr: listen });
  try {
    await pglite.waitReady;
  } catch (error) {
    throw new NotStarted(error, said);
  }
  return {
    // Copied, because PGlite returns a view of memory that it later overwrites.
    carryOut: (messages, answer) =>
      pglite.execProtocolRawStream(messages, { onRawData: bytes => answer(bytes.slice()) }),
    reset: async () => {
      await pglite.exec('ROLLBACK; DEALLOCATE ALL');
    },
    close: () => pglite.close(),
  };
}

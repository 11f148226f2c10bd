import { createReadStream } from 'node:fs';
import { mkdtemp, open, readFile, rename, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileStore as TusFolder } from '@tus/file-store';
import { FILE_LIMIT } from '../../contract/files.ts';
import { makeFolder } from '../db/dataFolder.ts';
import { flushPath } from '../db/durableFolder.ts';
import { UPLOAD_SECONDS, type FileStore } from './fileStore.ts';

/** Stores files in a folder. Next to each upload, a .json file describes it. */
export async function folderStore(folder: string): Promise<FileStore> {
  makeFolder(folder);
  const pathOf = (id: string): string => join(folder, id);
  return {
    uploads: new TusFolder({ directory: folder, expirationPeriodInMilliseconds: UPLOAD_SECONDS * 1000 }),
    read: id => readFile(pathOf(id)),
    stream: async id => {
      // Opened before streaming starts, so that a missing file results in an error reply rather than a broken stream.
      const handle = await open(pathOf(id), 'r');
      return createReadStream('', { fd: handle });
    },
    pathOf,
    put: async (id, bytes) => {
      // A file gets its name only once it is complete, so that a killed process does not leave a partial file under
      // that name.
      const partial = `${pathOf(id)}.part`;
      const handle = await open(partial, 'w');
      try {
        for await (const chunk of Buffer.isBuffer(bytes) ? [bytes] : bytes) await handle.writeFile(chunk);
        await handle.sync();
      } catch (error) {
        await rm(partial, { force: true });
        throw error;
      } finally {
        await handle.close();
      }
      await rename(partial, pathOf(id));
      await flushPath(folder);
    },
    remove: async id => {
      for (const path of [pathOf(id), `${pathOf(id)}.json`, `${pathOf(id)}.part`]) await rm(path, { force: true });
    },
    isFull: async () => {
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize < FILE_LIMIT;
    },
    close: () => Promise.resolve(),
  };
}

/** A folder that is removed when the store is closed. */
export async function temporaryStore(): Promise<FileStore> {
  const folder = await mkdtemp(join(tmpdir(), 'ops-files-'));
  const store = await folderStore(folder);
  return { ...store, close: () => rm(folder, { recursive: true, force: true }) };
}

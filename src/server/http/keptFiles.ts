import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { isHashed } from '../../domain/hashedFile.ts';

/** Name of the folder with hashed files, in a release as well as among the kept files. */
const STATIC = 'static';
/** A tab that has been open for longer than this must be reloaded anyway, because its session has expired. */
const KEEP_MILLIS = 30 * 24 * 3600_000;

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  return entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name));
}

/**
 * Copies the hashed files of the release in `clientDir` to `keptDir`, so that its tabs can still load them after the
 * next deployment. Removes files that no release has contained for a month.
 * @param now epoch milliseconds
 */
export async function keepFiles(clientDir: string, keptDir: string, now: number): Promise<void> {
  const seen = new Date(now);
  for (const from of await filesBelow(join(clientDir, STATIC))) {
    if (!isHashed(from)) continue;
    const to = join(keptDir, from.slice(clientDir.length));
    const known = await stat(to).catch(() => null);
    if (known === null) {
      await mkdir(dirname(to), { recursive: true });
      // The file gets its name only once it is complete, because another process may be copying the same file.
      const partial = `${to}.${randomUUID()}.part`;
      try {
        await copyFile(from, partial);
        await rename(partial, to);
      } catch (error) {
        await rm(partial, { force: true });
        // The file has been removed in the meantime, because the release is being replaced.
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') continue;
        throw error;
      }
    }
    await utimes(to, seen, seen);
  }
  for (const file of await filesBelow(join(keptDir, STATIC))) {
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: now }));
    if (now - mtimeMs > KEEP_MILLIS) await rm(file, { force: true });
  }
}

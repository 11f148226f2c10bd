import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The build writes this file next to the console's page; a deployment replaces both. */
const RELEASE_FILE = 'release.json';

/**
 * Returns when the console in a folder was built, in epoch seconds, or 0 if no console is served or the file is
 * unusable.
 */
export async function releaseTime(clientDir: string | undefined): Promise<number> {
  if (!clientDir) return 0;
  try {
    const read = JSON.parse(await readFile(join(clientDir, RELEASE_FILE), 'utf8')) as { release_time?: unknown };
    return typeof read.release_time === 'number' && Number.isSafeInteger(read.release_time) ? read.release_time : 0;
  } catch {
    // A build from before this file existed, or one that is just being replaced: the next check sees it.
    return 0;
  }
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Written by the build next to the console's page; a deployment replaces both. */
const RELEASE_FILE = 'release.json';

/** When the console in a folder was built, epoch seconds; 0 if none is served or the file says nothing of use. */
export async function releaseTime(clientDir: string | undefined): Promise<number> {
  if (!clientDir) return 0;
  try {
    const read = JSON.parse(await readFile(join(clientDir, RELEASE_FILE), 'utf8')) as { release_time?: unknown };
    return typeof read.release_time === 'number' && Number.isSafeInteger(read.release_time) ? read.release_time : 0;
  } catch {
    // A build of before this file existed, or one that is being replaced this very moment: the next poll sees it.
    return 0;
  }
}

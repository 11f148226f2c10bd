/**
 * The features that the console needs but the browser lacks, with the consequences for the person (BR2). Everything
 * else still works.
 */

export interface BrowserParts {
  /** Whether pages have Web Locks. */
  locks: boolean;
  sharedWorker: boolean;
  /** Whether IndexedDB can be opened. */
  storage: boolean;
}

export interface MissingPart {
  kind: 'warning' | 'info';
  text: string;
}

/** Sentences to show, most serious first; empty if the browser supports everything. */
export function missingParts({ locks, sharedWorker, storage }: BrowserParts): MissingPart[] {
  const missing: MissingPart[] = [];
  if (!storage)
    missing.push({
      kind: 'warning',
      text: 'This browser does not let Ops Portal store data: lists are read from the server, changes cannot be made, and nothing works offline. Allow this site to store data, or use another browser.',
    });
  if (!locks)
    missing.push({
      kind: 'warning',
      text: 'This browser does not support Web Locks, so its tabs cannot coordinate. Keep Ops Portal open in one tab only, or use a newer browser.',
    });
  else if (!sharedWorker)
    missing.push({
      kind: 'info',
      text: 'This browser does not support shared workers, so each tab does all the work itself. Keep only a few tabs open.',
    });
  return missing;
}

/** Timeout in milliseconds for opening the database; a browser that takes longer is considered slow, not incapable. */
const OPEN_MOST = 10_000;

/** Whether the session database can be opened; never creates it. */
function canStore(): Promise<boolean> {
  return new Promise(resolve => {
    setTimeout(() => resolve(true), OPEN_MOST);
    try {
      const request = indexedDB.open('ops-session');
      // The database did not exist but could be created.
      request.addEventListener('upgradeneeded', () => {
        request.transaction?.abort();
        resolve(true);
      });
      request.addEventListener('success', () => {
        request.result.close();
        resolve(true);
      });
      request.addEventListener('error', () => resolve(false));
    } catch {
      resolve(false);
    }
  });
}

/** Checks which of these features the browser supports. */
export async function browserParts(): Promise<BrowserParts> {
  return {
    locks: typeof navigator !== 'undefined' && 'locks' in navigator,
    sharedWorker: typeof SharedWorker !== 'undefined',
    storage: await canStore(),
  };
}

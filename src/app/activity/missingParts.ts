/** What a browser lacks that the console is made for, and what that means for the person (BR2). Everything else works on. */

export interface BrowserParts {
  /** Web Locks in pages. */
  locks: boolean;
  sharedWorker: boolean;
  /** IndexedDB that opens. */
  storage: boolean;
}

export interface MissingPart {
  kind: 'warning' | 'info';
  text: string;
}

/** Sentences for a person, what costs most first; empty for a browser that has everything. */
export function missingParts({ locks, sharedWorker, storage }: BrowserParts): MissingPart[] {
  const missing: MissingPart[] = [];
  if (!storage)
    missing.push({
      kind: 'warning',
      text: 'This browser does not let Ops Portal store data: lists are read from the server, changes cannot be made, and nothing works offline. Allow site data for this address, or use another browser.',
    });
  if (!locks)
    missing.push({
      kind: 'warning',
      text: 'This browser has no Web Locks, so its tabs cannot coordinate. Keep Ops Portal open in one tab only, or use a current browser.',
    });
  else if (!sharedWorker)
    missing.push({
      kind: 'info',
      text: 'This browser has no shared workers, so each tab does all the work itself. Open only a few tabs at a time.',
    });
  return missing;
}

/** A browser has so many milliseconds to open the database; one that takes longer is slow, and lacks nothing. */
const OPEN_MOST = 10_000;

/** Whether the session's database can be opened; never makes one. */
function canStore(): Promise<boolean> {
  return new Promise(resolve => {
    setTimeout(() => resolve(true), OPEN_MOST);
    try {
      const request = indexedDB.open('ops-session');
      // It was not there, and could be made.
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

/** What this browser has. */
export async function browserParts(): Promise<BrowserParts> {
  return {
    locks: typeof navigator !== 'undefined' && 'locks' in navigator,
    sharedWorker: typeof SharedWorker !== 'undefined',
    storage: await canStore(),
  };
}

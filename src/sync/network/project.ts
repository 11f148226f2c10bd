const KEY = 'ops.project';

let current: string | null = null;
const listeners = new Set<(project: string) => void>();

/**
 * The current project (REQ-6): this tab's own once it has opened a page, until then the one stored in this browser;
 * null if there is none, or in a worker.
 */
export function storedProject(): string | null {
  if (current !== null) return current;
  try {
    return typeof localStorage === 'undefined' ? null : localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Stores the project (sub-application) that is open; requests carry its name from then on. */
export function storeProject(name: string): void {
  if (name === current) return;
  current = name;
  try {
    localStorage.setItem(KEY, name);
  } catch {
    // If the browser does not store data, this tab still knows it.
  }
  for (const listener of listeners) listener(name);
}

/** Subscribes to changes of this tab's current project; returns an unsubscribe function. */
export function onProject(listener: (project: string) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const KEY = 'ops.project';

let current: string | null = null;
const listeners = new Set<(project: string) => void>();

/**
 * The current project (REQ-6): this tab's own if it has opened a page, otherwise the one stored in this browser; null
 * if there is none, or in a worker.
 */
export function storedProject(): string | null {
  if (current !== null) return current;
  try {
    return typeof localStorage === 'undefined' ? null : localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Sets the project (sub-application) that is open; subsequent requests carry its name. */
export function storeProject(name: string): void {
  if (name === current) return;
  current = name;
  try {
    localStorage.setItem(KEY, name);
  } catch {
    // If the browser does not store data, at least this tab knows the project.
  }
  for (const listener of listeners) listener(name);
}

/** Subscribes to changes of this tab's current project; returns an unsubscribe function. */
export function onProject(listener: (project: string) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

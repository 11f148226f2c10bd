import { reportError } from './monitoring.ts';

/** The browser's prompt to install the console as an app. */

/** Chromium's install event; other browsers never fire it. */
interface InstallPromptEvent extends Event {
  prompt: () => Promise<unknown>;
}

let prompt: InstallPromptEvent | null = null;
const listeners = new Set<() => void>();

const setPrompt = (next: InstallPromptEvent | null): void => {
  prompt = next;
  for (const listener of listeners) listener();
};

/** Starts listening for the install event; call it early, because the event fires only once. */
export function listenForInstall(): void {
  addEventListener('beforeinstallprompt', event => {
    // Saved for the user menu's "Install app"; the browser's own banner is suppressed.
    event.preventDefault();
    setPrompt(event as InstallPromptEvent);
  });
  addEventListener('appinstalled', () => setPrompt(null));
}

export function subscribeInstall(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const canInstall = (): boolean => prompt !== null;

/** Shows the browser's install dialog, which can be used only once, whatever the person chooses. */
export async function install(): Promise<void> {
  const offered = prompt;
  setPrompt(null);
  await offered?.prompt().catch((error: unknown) => reportError('install', error));
}

import { reportError } from './monitoring.ts';

/** The browser's offer to install the console as an app. */

/** Chromium's install event; other browsers never send it. */
interface InstallPromptEvent extends Event {
  prompt: () => Promise<unknown>;
}

let prompt: InstallPromptEvent | null = null;
const listeners = new Set<() => void>();

const setPrompt = (next: InstallPromptEvent | null): void => {
  prompt = next;
  for (const listener of listeners) listener();
};

/** Starts listening for the browser's offer; call it early, because the offer is made only once. */
export function listenForInstall(): void {
  addEventListener('beforeinstallprompt', event => {
    // Kept for the user menu's "Install app" instead of showing the browser's own banner.
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

/** Shows the browser's install dialog; the offer is used up whatever the person chooses. */
export async function install(): Promise<void> {
  const offered = prompt;
  setPrompt(null);
  await offered?.prompt().catch((error: unknown) => reportError('install', error));
}

import { useSyncExternalStore } from 'react';

/**
 * The theme follows the system's light or dark scheme unless a person chose one in the user menu or the command
 * palette. Stored per browser.
 */
export type ThemeChoice = 'system' | 'light' | 'dark';

const KEY = 'ops-theme';
const listeners = new Set<() => void>();

/** The stored choice, or "system" if storage is blocked. */
export function themeChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}

/** Stores a choice, which all open tabs follow. */
export function setThemeChoice(choice: ThemeChoice): void {
  try {
    if (choice === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, choice);
  } catch {
    // Without storage, the system's scheme still applies.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

export const useThemeChoice = (): ThemeChoice => useSyncExternalStore(subscribe, themeChoice);

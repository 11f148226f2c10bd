import { useSyncExternalStore } from 'react';

/**
 * Light and dark follow the system unless a person chose otherwise in the user menu or the command palette. Kept per
 * browser.
 */
export type ThemeChoice = 'system' | 'light' | 'dark';

const KEY = 'ops-theme';
const listeners = new Set<() => void>();

/** The stored choice; also "system" if storage is blocked. */
export function themeChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}

/** Stores a choice; every open tab follows. */
export function setThemeChoice(choice: ThemeChoice): void {
  try {
    if (choice === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, choice);
  } catch {
    // Without storage, the system's scheme remains.
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

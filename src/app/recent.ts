import { pageOf } from './subApps.ts';

/**
 * The person's most recently opened pages, for the home page. Stored per person on this device, removed on sign-out.
 */
export interface RecentPage {
  path: string;
  title: string;
  country: string;
}

const PREFIX = 'ops-recent-';
const LIMIT = 6;
const NONE: readonly RecentPage[] = [];
const listeners = new Set<() => void>();
const parsed = new Map<string, { text: string; pages: readonly RecentPage[] }>();

const isPage = (value: unknown): value is RecentPage => {
  const page = value as Partial<RecentPage> | null;
  return typeof page?.path === 'string' && pageOf(page.path) !== undefined && typeof page.title === 'string';
};

/** The latest pages, newest first; empty if storage is blocked. */
export function recentPages(userId: number): readonly RecentPage[] {
  const key = PREFIX + String(userId);
  try {
    const text = localStorage.getItem(key);
    if (text === null) return NONE;
    const held = parsed.get(key);
    if (held?.text === text) return held.pages;
    const value: unknown = JSON.parse(text);
    const pages = Array.isArray(value) ? value.filter(isPage).slice(0, LIMIT) : NONE;
    parsed.set(key, { text, pages });
    return pages;
  } catch {
    return NONE;
  }
}

/** Moves a page to the top of the list. */
export function rememberPage(userId: number, page: RecentPage): void {
  const others = recentPages(userId).filter(other => other.path !== page.path || other.country !== page.country);
  try {
    localStorage.setItem(PREFIX + String(userId), JSON.stringify([page, ...others].slice(0, LIMIT)));
  } catch {
    // Without storage, there is nothing to remember.
  }
  for (const listener of listeners) listener();
}

/** Signing out leaves no data behind (SW1). */
export function forgetPages(userId: number): void {
  try {
    localStorage.removeItem(PREFIX + String(userId));
  } catch {
    // Nothing was stored.
  }
}

/** Calls `listener` when a page is remembered; returns an unsubscribe function. */
export function subscribePages(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

import { errorText } from '../domain/errorText.ts';
/** Errors of the console itself, kept for developers to investigate (SHELL-14, VER-5). Never shown to the person. */

export interface ErrorReport {
  /** Time of the error, in epoch milliseconds. */
  at: number;
  /** What the console was doing, e.g. "route", "render" or "service worker". */
  area: string;
  message: string;
  /** Path on which the error occurred. */
  path: string;
}

/** The page is being unloaded: in some browsers, code that is still loading then fails, which is not an error (BR4). */
let leaving = false;
if (typeof window !== 'undefined') {
  // After `beforeunload`, the person may stay; the page is then active again a moment later.
  window.addEventListener('beforeunload', () => {
    leaving = true;
    setTimeout(() => (leaving = false), 2000);
  });
  window.addEventListener('pagehide', () => (leaving = true));
  window.addEventListener('pageshow', () => (leaving = false));
}

const LIMIT = 50;
const kept: ErrorReport[] = [];
const notified = new WeakSet<ErrorReport>();
let listener: ((report: ErrorReport) => void) | null = null;

/** Logs an error to the browser's console and keeps it among the latest fifty. Accepts any thrown value. */
export function reportError(area: string, error: unknown): void {
  if (leaving) return;
  const message = errorText(error);
  console.error(`[${area}]`, error);
  const report = { at: Date.now(), area, message, path: typeof location === 'undefined' ? '' : location.pathname };
  kept.push(report);
  if (kept.length > LIMIT) kept.shift();
  if (listener) notify(listener, report);
}

function notify(listener: (report: ErrorReport) => void, report: ErrorReport): void {
  if (notified.has(report)) return;
  notified.add(report);
  listener(report);
}

/** Sets a function that receives all existing and future reports, for usage reporting (TRK-4). Null removes it. */
export function onErrorReports(next: ((report: ErrorReport) => void) | null): void {
  listener = next;
  if (next) for (const report of kept) notify(next, report);
}

/** The saved reports, oldest first. */
export const errorReports = (): readonly ErrorReport[] => kept;

import { errorText } from '../domain/errorText.ts';
/** Faults of the console itself, kept for whoever looks into them (SHELL-14, VER-5). Never shown to a person. */

export interface ErrorReport {
  /** Epoch milliseconds. */
  at: number;
  /** What was being done: "route", "render", "service worker" ... */
  area: string;
  message: string;
  /** Path on which it happened. */
  path: string;
}

/** The page is being left: code that it still loads fails then in some browsers, which is not a fault (BR4). */
let leaving = false;
if (typeof window !== 'undefined') {
  // `beforeunload` may be answered with staying: a moment later the page is there again.
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

/** Writes a fault to the browser's log and keeps it among the latest fifty. Takes anything that can be thrown. */
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

/** Called with each report once: those kept so far, and from now on; usage reporting does (TRK-4). Null ends it. */
export function onErrorReports(next: ((report: ErrorReport) => void) | null): void {
  listener = next;
  if (next) for (const report of kept) notify(next, report);
}

/** The kept reports, oldest first. */
export const errorReports = (): readonly ErrorReport[] => kept;

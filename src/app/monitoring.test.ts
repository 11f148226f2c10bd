import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/** A window that is being unloaded; each test reloads the module with it. */
let page: EventTarget;
let monitoring: typeof import('./monitoring.ts');

beforeEach(async () => {
  vi.useFakeTimers();
  page = new EventTarget();
  vi.stubGlobal('window', page);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.resetModules();
  monitoring = await import('./monitoring.ts');
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const say = (name: string): void => void page.dispatchEvent(new Event(name));
const fail = (): number => {
  monitoring.reportError('route', new TypeError('error loading dynamically imported module'));
  return monitoring.errorReports().length;
};

it.each([
  ['is being left', ['beforeunload']],
  ['was left', ['beforeunload', 'pagehide']],
])('BR4: code that fails to load while the page %s is not reported as an error', (_, events) => {
  events.forEach(say);
  expect(fail()).toBe(0);
});

it('BR4: errors are reported again if the person stays on the page or returns to it', () => {
  expect(fail()).toBe(1);
  say('beforeunload');
  vi.advanceTimersByTime(2000);
  expect(fail()).toBe(2);
  say('pagehide');
  say('pageshow');
  expect(fail()).toBe(3);
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright';
import { CHROMIUM_ARGS, findChromium } from '../../../scripts/chromium.mjs';

/**
 * Frames are drawn as soon as there is something to draw, so that the figures measure the work up to the painted frame
 * instead of the time until the next refresh of a screen that a headless browser does not have.
 */
const UNPACED = ['--disable-frame-rate-limit', '--disable-gpu-vsync', '--enable-precise-memory-info'];

/** A separate browser profile with a single page. */
export interface Console {
  context: BrowserContext;
  page: Page;
  close: () => Promise<void>;
}

/** Opens a fresh profile, or the one in `folder`, which is kept afterward. */
export async function openConsole(say: (text: string) => void, folder?: string): Promise<Console> {
  const profile = folder ?? mkdtempSync(join(tmpdir(), 'ops-profile-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: await findChromium(say),
    args: [...CHROMIUM_ARGS, ...UNPACED],
    viewport: { width: 1280, height: 800 },
    bypassCSP: true,
  });
  const page = context.pages()[0] ?? (await context.newPage());
  await page.addInitScript(WATCH);
  return {
    context,
    page,
    close: async () => {
      await context.close();
      if (folder === undefined) rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** Signs in with a demo account. */
export async function signInAs(page: Page, url: string, email: string): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('ops-demo');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(address => !address.pathname.startsWith('/login'));
}

/** URL of a channel's Location list. */
export const listPath = (channelId: number, more: Record<string, unknown> = {}): string =>
  `/carrier/serviceable/location?q=${encodeURIComponent(JSON.stringify({ channelId, type: 0, ...more }))}`;

/**
 * Runs in the page. `benchWatch(selector, quiet)` resolves once nothing inside the selected elements has changed for
 * `quiet` ms after a key press or click, with the time in milliseconds from that input until the frame with the last
 * change is painted. `benchRead` reads a record from the mirror. These are strings instead of functions, because the
 * compiler adds a helper to inner functions that does not exist in the page.
 */
const WATCH = `
window.benchPressed = 0;
for (const kind of ['keydown', 'pointerdown']) addEventListener(kind, event => { window.benchPressed = event.timeStamp; }, true);
window.benchWatch = (selector, quiet) => new Promise(resolve => {
  let pressed = null, painted = null, timer = null, waiting = false, changes = 0;
  const press = event => { if (pressed === null) { pressed = event.timeStamp; settle(); } };
  const settle = () => { clearTimeout(timer); timer = setTimeout(end, quiet); };
  const end = () => {
    removeEventListener('keydown', press, true);
    removeEventListener('pointerdown', press, true);
    observer.disconnect();
    resolve({ took: painted === null ? null : painted - pressed, changes });
  };
  const paint = () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => { waiting = false; painted = performance.now(); };
      channel.port2.postMessage(null);
    });
  };
  const observer = new MutationObserver(records => {
    if (pressed === null) return;
    const ours = records.some(({ target, addedNodes, removedNodes }) => {
      const element = target.nodeType === 1 ? target : target.parentElement;
      if (element && element.closest(selector)) return true;
      return [...addedNodes, ...removedNodes].some(
        node => node.nodeType === 1 && (node.matches(selector) || node.querySelector(selector)),
      );
    });
    if (!ours) return;
    changes += 1;
    settle();
    paint();
  });
  addEventListener('keydown', press, true);
  addEventListener('pointerdown', press, true);
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
});
window.benchRead = (table, key) => new Promise(async resolve => {
  const found = (await indexedDB.databases()).find(({ name }) => name.startsWith('ops-mirror-'));
  if (!found) return resolve(null);
  const open = indexedDB.open(found.name);
  open.onerror = () => resolve(null);
  open.onsuccess = () => {
    const db = open.result;
    try {
      const read = db.transaction(table).objectStore(table).get(key);
      read.onsuccess = () => { db.close(); resolve(read.result ?? null); };
      read.onerror = () => { db.close(); resolve(null); };
    } catch { db.close(); resolve(null); }
  };
});
window.benchUntil = (table, key, field, value) => new Promise((resolve, reject) => {
  const deadline = performance.now() + 180000;
  const look = async () => {
    const row = await window.benchRead(table, key);
    if (row && (value === undefined ? row[field] != null : row[field] === value)) return resolve(performance.now());
    if (performance.now() > deadline) return reject(new Error(table + ' ' + key + ': ' + JSON.stringify(row && row[field])));
    setTimeout(look, 20);
  };
  look();
});
window.benchFirstRow = () => new Promise((resolve, reject) => {
  const deadline = setTimeout(() => reject(new Error('no list within 60 s')), 60000);
  const painted = () => { clearTimeout(deadline); resolve(performance.now()); };
  const look = () => requestAnimationFrame(() => {
    if (!document.querySelector('tr[data-row-key]')) return look();
    const channel = new MessageChannel();
    channel.port1.onmessage = painted;
    channel.port2.postMessage(null);
  });
  look();
});
`;

/** Waits until an entity's mirror is complete. */
export const mirrorReady = (page: Page, entity: string): Promise<number> =>
  page.evaluate<number>(`benchUntil('snapshots', '${entity}', 'cursor')`);

/** Waits until a channel is completely cached; returns the time on the page's clock. */
export const cachedReady = (
  page: Page,
  entity: string,
  channelId: number,
  collection = 'channelLocations',
): Promise<number> =>
  page.evaluate<number>(`benchUntil('sets', ['${entity}', '${collection}', 'channel:${channelId}'], 'state', 'ready')`);

/**
 * Waits until transitions have ended, for example of a field that has just been focused. Nobody types a text and presses
 * Enter before that, and their frames would be drawn within the measured time.
 */
export const transitionsEnded = (page: Page): Promise<void> =>
  page.evaluate(
    `Promise.allSettled(document.getAnimations().filter(one => one.effect.getComputedTiming().endTime < Infinity).map(one => one.finished)).then(() => undefined)`,
  );

/**
 * Time in milliseconds from the input made by `act` until the frame with the last change inside `selector` is painted.
 */
export async function inputToPaint(
  page: Page,
  selector: string,
  act: () => Promise<void>,
  quiet = 250,
): Promise<number | null> {
  const seen = page.evaluate<{ took: number | null; changes: number }>(
    `benchWatch(${JSON.stringify(selector)}, ${quiet})`,
  );
  await act();
  return (await seen).took;
}

import type { Page } from 'playwright';
import { median, round, versusFloor, type Figure } from '../figure.ts';
import { cachedReady, inputToPaint, listPath } from './console.ts';

/** A person's actions on the rows of a large list: toggling a flag in place, and selecting all matching rows. */

const TOGGLES = 12;
const SELECTIONS = 9;

/**
 * Runs in the page. `benchUntilPainted(look)` resolves once `look` returns a different text than before the next click,
 * with the time in milliseconds from that click until the frame is painted. A string instead of a function for the
 * reason given in `console.ts`.
 */
const PAINTED = `
window.benchUntilPainted = look => new Promise((resolve, reject) => {
  const before = look();
  let pressed = null;
  const deadline = setTimeout(() => reject(new Error('nothing changed from ' + before)), 10000);
  const observer = new MutationObserver(() => check());
  const check = () => {
    if (pressed === null || look() === before) return;
    observer.disconnect();
    clearTimeout(deadline);
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => resolve(performance.now() - pressed);
      channel.port2.postMessage(null);
    });
  };
  addEventListener('click', event => { pressed = event.timeStamp; }, { capture: true, once: true });
  // A bare checkbox only changes a property, which mutation observers do not see.
  addEventListener('change', () => check(), { once: true });
  observer.observe(document.querySelector('main'), { subtree: true, childList: true, characterData: true, attributes: true });
});
`;

const FLAG = 'tr[data-row-key] [role=switch]';
const BARE = 'input[data-bench]';

/** Opens a channel's list and waits until the channel is completely cached. */
async function openCached(page: Page, url: string, channelId: number): Promise<void> {
  await page.goto(`${url}${listPath(channelId)}`);
  await cachedReady(page, 'PH', channelId);
  await page.evaluate('benchFirstRow()');
}

/**
 * Time in milliseconds from a click on the first match of `selector` until the frame in which the result of `look` has
 * changed is painted.
 */
async function clicked(page: Page, selector: string, look: string): Promise<number> {
  const painted = page.evaluate<number>(`benchUntilPainted(() => ${look})`);
  await page.locator(selector).first().click();
  return painted;
}

/**
 * Time from clicking a flag until its new value is painted, in a list of 200 thousand rows; by then, the write is in
 * the outbox. The floor: a bare checkbox in a cell of the same table.
 */
export async function toggleFigure(
  page: Page,
  url: string,
  channelId: number,
  say: (text: string) => void,
): Promise<Figure> {
  await openCached(page, url, channelId);
  await page.evaluate(PAINTED);
  const bare = () =>
    page.evaluate(`{
      document.querySelector('${BARE}')?.remove();
      const box = Object.assign(document.createElement('input'), { type: 'checkbox' });
      box.dataset.bench = '';
      document.querySelector('tr[data-row-key] td:last-child').append(box);
    }`);
  const ours: number[] = [];
  const floor: number[] = [];
  for (let run = 0; run < TOGGLES; run += 1) {
    ours.push(await clicked(page, FLAG, `document.querySelector('${FLAG}').getAttribute('aria-checked')`));
    // The response to the write redraws the row.
    await page.waitForTimeout(700);
    await bare();
    floor.push(await clicked(page, BARE, `document.querySelector('${BARE}').checked`));
    await page.evaluate(`document.querySelector('${BARE}').remove()`);
  }
  say(`toggle: ${shown(ours)}, floor ${shown(floor)}`);
  return versusFloor('toggle_vs_floor', median(ours), median(floor), 2, { unit: 'ms' });
}

/** Time in milliseconds from clicking "Select all 1,000,000 matching rows" until the count is painted. */
export async function selectAllFigure(
  page: Page,
  url: string,
  channelId: number,
  say: (text: string) => void,
): Promise<Figure> {
  await openCached(page, url, channelId);
  const samples: number[] = [];
  for (let run = 0; run < SELECTIONS; run += 1) {
    await page.locator('thead input[type=checkbox]').check();
    const all = page.getByRole('button', { name: /^Select all [\d,]+ that match$/ });
    const took = await inputToPaint(page, '[role=toolbar]', () => all.click());
    if (took === null) throw new Error('select_all_1m: nothing was painted');
    samples.push(took);
    await page.getByRole('button', { name: 'Clear selection' }).click();
  }
  say(`select_all_1m: ${shown(samples)}`);
  return { id: 'select_all_1m', value: round(median(samples)), unit: 'ms', goal: 50, better: 'lower', peers: {} };
}

const shown = (samples: readonly number[]): string => samples.map(sample => sample.toFixed(1)).join(' ');

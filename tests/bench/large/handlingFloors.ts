import type { Page } from 'playwright';
import { median, round, versusFloor, type Figure } from '../figure.ts';
import { cachedReady, inputToPaint, listPath } from './console.ts';

/** A person's actions on the rows of a large list: toggling a flag in place, and selecting all matching rows. */

const TOGGLES = 12;
const SELECTIONS = 9;

/**
 * Runs in the page. `benchUntilPainted(look)` resolves once `look` returns a different text than before the next click,
 * with the milliseconds from that click to the painted frame. It is a string and not a function for the reason given in
 * `console.ts`.
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
  // A bare checkbox changes only a property, which no mutation observer sees.
  addEventListener('change', () => check(), { once: true });
  observer.observe(document.querySelector('main'), { subtree: true, childList: true, characterData: true, attributes: true });
});
`;

const FLAG = 'tr[data-row-key] [role=switch]';
const BARE = 'input[data-bench]';

/** Opens a channel's list and waits until it is fully cached. */
async function openCached(page: Page, url: string, channelId: number): Promise<void> {
  await page.goto(`${url}${listPath(channelId)}`);
  await cachedReady(page, 'PH', channelId);
  await page.evaluate('benchFirstRow()');
}

/**
 * Milliseconds from one click on the first match of `selector` to the painted frame in which the result of `look` has
 * changed.
 */
async function clicked(page: Page, selector: string, look: string): Promise<number> {
  const painted = page.evaluate<number>(`benchUntilPainted(() => ${look})`);
  await page.locator(selector).first().click();
  return painted;
}

/**
 * Time from a click on a flag to its painted new value, in a list of 200 thousand rows; the write is in the outbox by
 * then. The floor: a bare checkbox in a cell of the same table.
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

/** "Select all 1,000,000 that match" to the painted count, in milliseconds. */
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

import { rmSync } from 'node:fs';
import type { Page } from 'playwright';
import { freePort, ServerProcess } from '../../support/serverProcess.ts';
import { benchFolder } from '../demoFolder.ts';
import { percentile, round, scaled, versusFloor, type Figure, type FigureGroup, lasting } from '../figure.ts';
import { openConsole, signInAs } from '../large/console.ts';
import { signIn } from '../load.ts';
import { postRates } from '../postRates.ts';
import { benchRows } from '../ratesData.ts';

/** A grid of 300 weights and 200 zones. */
const SIZE = { zones: scaled(200, 20), weights: scaled(300, 30) };
const CHANNEL = 10_024;
const CALL_ROWS = 5_000;
/**
 * Key presses come in blocks, the first of which is a warm-up; each of our blocks is followed by one of the floor's in
 * the same page.
 */
const BLOCKS = scaled(8, 2);
const BLOCK = scaled(15, 3);

/**
 * Runs in the page. `benchKey(look)` resolves with the time in milliseconds from the next key press until the frame in
 * which `look` returns a different text is painted.
 */
const KEYS = `
window.benchKey = look => new Promise((resolve, reject) => {
  const before = look();
  let pressed = null;
  const deadline = setTimeout(() => reject(new Error('nothing changed from ' + before)), 10000);
  const observer = new MutationObserver(() => {
    if (pressed === null || look() === before) return;
    observer.disconnect();
    clearTimeout(deadline);
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => resolve(performance.now() - pressed);
      channel.port2.postMessage(null);
    });
  });
  addEventListener('keydown', event => { pressed = event.timeStamp; }, { capture: true, once: true });
  observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
});
`;

/**
 * The floor: a bare table with the texts of the visible cells, at the position and size of the grid. A key press writes
 * its digit and a number into the selected cell and moves the selection down; there is no model, no range and no
 * storage.
 */
const BARE = `
window.benchBare = rows => {
  const table = document.createElement('table');
  table.id = 'bench-bare';
  table.tabIndex = 0;
  for (const texts of rows) {
    const row = table.insertRow();
    for (const text of texts) row.insertCell().textContent = text;
  }
  let at = 1;
  let pressed = 0;
  table.addEventListener('keydown', event => {
    event.preventDefault();
    const cell = table.rows[at].cells[3];
    pressed += 1;
    cell.textContent = event.key + pressed;
    cell.style.background = '';
    at = at % (table.rows.length - 1) + 1;
    table.rows[at].cells[3].style.background = 'lightblue';
  });
  document.body.replaceChildren(table);
  table.focus();
};
`;

/** The contents of the grid's visible cells. */
const TEXTS = `[...document.querySelectorAll('[role=grid] [role=row]')].map(row => [...row.children].map(cell => cell.textContent))`;

const shown = (row: number, column: number): string =>
  `document.querySelector('[role=row][aria-rowindex="${row + 2}"] [aria-colindex="${column + 2}"]')?.textContent ?? ''`;

/**
 * Presses a key once the page is watching the result of `look`; otherwise, the key press could arrive before the watch
 * starts.
 */
async function pressed(page: Page, key: string, look: string): Promise<number> {
  await page.evaluate(`window.benchPainted = benchKey(() => ${look}); 0`);
  await page.keyboard.press(key);
  return page.evaluate<number>('window.benchPainted');
}

/** Time in milliseconds from pressing Enter, which accepts the typed text, until the cell is painted with that text. */
async function typed(page: Page, row: number, text: string): Promise<number> {
  await page.keyboard.type(text);
  return pressed(page, 'Enter', shown(row, 3));
}

async function bare(page: Page, digit: string): Promise<number> {
  return pressed(
    page,
    digit,
    `[...document.querySelectorAll('#bench-bare td:nth-child(4)')].map(cell => cell.textContent).join()`,
  );
}

/**
 * Time from the key press that accepts the typed text until the cell is painted, in a version with 200 zones and 300
 * weights (issue 29, 7).
 */
export const rateGridFigures: FigureGroup = {
  ids: ['grid_vs_floor'],
  async run(_, say): Promise<Figure[]> {
    const dataDir = await benchFolder();
    const env = { OPS_DEMO: '1', OPS_DEMO_SCALE: 'small' };
    const server = new ServerProcess({ port: await freePort(), dataDir, env });
    try {
      say('grid_vs_floor: loading the demo ...');
      await server.start(600_000);
      const caller = await signIn(server.url, 'id.editor@ops.example');
      const { fees, settings } = benchRows(SIZE);
      const { id } = await postRates<{ id: number }>(caller, '/base_info/create', { channelId: CHANNEL, settings });
      for (let from = 0; from < fees.length; from += CALL_ROWS)
        await postRates(caller, '/basic-shipping-fees/import', { id, rows: fees.slice(from, from + CALL_ROWS) });
      const ours: number[] = [];
      const floor: number[] = [];
      const { page, close } = await openConsole(say);
      try {
        await page.addInitScript(KEYS);
        await page.addInitScript(BARE);
        await signInAs(page, server.url, 'id.editor@ops.example');
        await page.goto(`${server.url}/opsrate/tables/version/${id}?part=fees`);
        await page.getByRole('grid', { name: 'Basic fees by zone' }).waitFor({ timeout: 60_000 });
        await page.waitForTimeout(lasting(2) * 1000);
        const texts = await page.evaluate(TEXTS);
        for (let block = 0; block < BLOCKS; block++) {
          await page.locator('[role=row][aria-rowindex="2"] [aria-colindex="5"]').click();
          for (let at = 0; at < BLOCK; at++) {
            // No two blocks may type the same text, because then nothing would change.
            const took = await typed(page, at, String(20_000 + block * 100 + at));
            if (block > 0) ours.push(took);
            // The typed text is stored a moment later.
            await page.waitForTimeout(300);
          }
        }
        await page.evaluate(`benchBare(${JSON.stringify(texts)})`);
        for (let at = 0; at < BLOCKS * BLOCK; at++) {
          const took = await bare(page, String(at % 10));
          if (at >= BLOCK) floor.push(took);
          await page.waitForTimeout(100);
        }
      } finally {
        await close();
      }
      return [
        versusFloor('grid_vs_floor', percentile(ours, 0.95), percentile(floor, 0.95), 1.5, {
          unit: 'ms',
          peers: {
            ours_p50: round(percentile(ours, 0.5)),
            floor_p50: round(percentile(floor, 0.5)),
            cells: fees.length,
          },
        }),
      ];
    } finally {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};

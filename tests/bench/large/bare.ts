import type { Page } from 'playwright';
import { inputToPaint, transitionsEnded } from './console.ts';

/**
 * The minimum that any page has to paint: a worker's message fills a table or a list of options made of plain elements,
 * without styles. Nothing is searched.
 */

/** The contents of the cells, row by row. */
export type PaintedRows = readonly (readonly string[])[];

/**
 * Runs in a blank page. The worker replies to each message with the rows of the console's page, with the first cell
 * changed, so that all rows have to be redrawn. A string instead of a function for the reason given in `console.ts`.
 */
const BARE = `(rows, options) => {
  document.body.innerHTML =
    '<input id="filter"><button id="next">Next</button><table><tbody></tbody></table><input id="typed"><ul role="listbox"></ul>';
  const answer = ({ data }) => {
    const { kind, text, rows, options } = data;
    if (kind === 'options') postMessage({ kind, options: options.map(option => option + text) });
    else postMessage({ kind, rows: rows.map(([first, ...more]) => [first + text, ...more]) });
  };
  const worker = new Worker(URL.createObjectURL(new Blob(['onmessage = ' + answer], { type: 'text/javascript' })));
  const filled = (tag, texts) => texts.map(text => Object.assign(document.createElement(tag), { textContent: text }));
  worker.onmessage = ({ data }) => {
    if (data.kind === 'options') document.querySelector('ul').replaceChildren(...filled('li', data.options));
    else document.querySelector('tbody').replaceChildren(...data.rows.map(cells => {
      const row = document.createElement('tr');
      row.append(...filled('td', cells));
      return row;
    }));
  };
  let pressed = 0;
  document.querySelector('#filter').onkeydown = ({ key, target }) => {
    if (key === 'Enter') worker.postMessage({ kind: 'rows', text: target.value, rows });
  };
  document.querySelector('#next').onclick = () => worker.postMessage({ kind: 'rows', text: String(pressed += 1), rows });
  document.querySelector('#typed').oninput = ({ target }) =>
    worker.postMessage({ kind: 'options', text: target.value, options });
}`;

/**
 * Creates the bare table and the bare list of options in a blank page, with the same number and lengths of strings as
 * in the console.
 */
export async function openBare(
  page: Page,
  url: string,
  rows: PaintedRows,
  options: readonly string[] = [],
): Promise<void> {
  await page.goto(`${url}/release.json`);
  await page.evaluate(`(${BARE})(${JSON.stringify(rows)}, ${JSON.stringify(options)})`);
}

/** The contents of the rows on the console's page. */
export const paintedRows = (page: Page): Promise<string[][]> =>
  page.evaluate(
    `[...document.querySelectorAll('tbody tr')].map(row => [...row.cells].map(cell => cell.textContent.trim()))`,
  );

/** Time in milliseconds from pressing Enter until the rows are painted, for each search string. */
export async function filterBare(page: Page, texts: readonly string[]): Promise<number[]> {
  const filter = page.locator('#filter');
  const samples: number[] = [];
  for (const text of texts) {
    await filter.fill(text);
    await transitionsEnded(page);
    const took = await inputToPaint(page, 'tbody', () => filter.press('Enter'));
    if (took !== null) samples.push(took);
  }
  return samples;
}

/** Time in milliseconds from pressing Enter until the rows are painted, for several page turns. */
export async function turnBare(page: Page, times: number): Promise<number[]> {
  const samples: number[] = [];
  for (let turn = 0; turn < times; turn += 1) {
    const took = await inputToPaint(page, 'tbody', () => page.locator('#next').press('Enter'));
    if (took !== null) samples.push(took);
  }
  return samples;
}

/** Time in milliseconds from each key press of the search strings until the options are painted. */
export async function typeBare(page: Page, texts: readonly string[]): Promise<number[]> {
  const input = page.locator('#typed');
  const samples: number[] = [];
  for (const text of texts) {
    await input.fill('');
    for (const key of text) {
      const took = await inputToPaint(page, '[role=listbox]', () => input.press(key === ' ' ? 'Space' : key));
      if (took !== null) samples.push(took);
    }
  }
  return samples;
}

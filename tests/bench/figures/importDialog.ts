import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { EDITOR } from '../../support/accounts.ts';
import { freePort, ServerProcess } from '../../support/serverProcess.ts';
import { benchFolder } from '../demoFolder.ts';
import { median, round, type Figure, type FigureGroup } from '../figure.ts';
import { listPath, mirrorReady, openConsole, signInAs } from '../large/console.ts';
import { longestTask } from '../large/longestTask.ts';

const CHANNEL = 10021;
const EXPORT = '/api/v2/sls/forward/sls-ops/serviceable_area/channelLocationService?entity=ID';
const RUNS = 3;
const MOST = 120_000;

/**
 * Runs in the page: resolves with the time in milliseconds from the end of the validation, when the dialog starts to
 * compare, until the preview is painted. A string, because the compiler adds helpers to functions that do not exist in
 * the page.
 */
const CHECK_TO_PREVIEW = `new Promise((resolve, reject) => {
  let checked = null;
  const deadline = setTimeout(() => reject(new Error('no preview')), ${MOST});
  const look = () => {
    const text = document.querySelector('[role="dialog"]')?.textContent ?? '';
    if (checked === null && text.includes('Comparing with')) checked = performance.now();
    if (!text.includes('Compared with data as of') || !/Row \\d/.test(text)) return;
    observer.disconnect();
    clearTimeout(deadline);
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - (checked ?? performance.now()))));
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
})`;

/**
 * Selects a file in the open dialog; resolves with the time in milliseconds from the end of the validation to the
 * preview.
 */
async function preview(page: Page, path: string): Promise<number> {
  const shown = page.evaluate<number>(CHECK_TO_PREVIEW);
  await page.getByLabel('Files to import').setInputFiles(path);
  return shown;
}

/**
 * The import dialog of the real console: how long it blocks the page while the export of a whole country is validated
 * and compared.
 */
export const importDialogFigures: FigureGroup = {
  ids: ['longest_task_import'],
  async run(_wanted, say) {
    const dataDir = await benchFolder();
    const server = new ServerProcess({ port: await freePort(), dataDir });
    const file = join(dataDir, 'export.xlsx');
    const figures: Figure[] = [];
    try {
      await server.start(300_000);
      const browser = await openConsole(say);
      const { page } = browser;
      try {
        await signInAs(page, server.url, EDITOR);
        const answer = await page.request.get(`${server.url}${EXPORT}`, { timeout: MOST });
        const bytes = await answer.body();
        writeFileSync(file, bytes);
        await page.goto(`${server.url}${listPath(CHANNEL)}`);
        await mirrorReady(page, 'ID');
        const tasks: { wall: number; cpu: number }[] = [];
        const shown: number[] = [];
        for (let run = 0; run < RUNS; run += 1) {
          await page.getByRole('button', { name: 'Import', exact: true }).click();
          await page.getByText('Download template').waitFor();
          tasks.push(await longestTask(browser, async () => void shown.push(await preview(page, file))));
          await page.getByRole('button', { name: 'Cancel' }).click();
          await page.getByText('Download template').waitFor({ state: 'hidden' });
        }
        const value = round(median(tasks.map(({ wall }) => wall)));
        figures.push({
          id: 'longest_task_import',
          value,
          unit: 'ms',
          goal: 50,
          better: 'lower',
          peers: {
            // CPU time, which is not affected by other load on the machine.
            cpu: round(median(tasks.map(({ cpu }) => cpu))),
            check_to_preview_s: round(median(shown) / 1000, 2),
            file_mb: round(bytes.length / 1e6),
          },
        });
      } finally {
        await browser.close();
      }
    } finally {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
    return figures;
  },
};

import { rmSync } from 'node:fs';
import type { Page } from 'playwright';
import { freePort, ServerProcess } from '../../support/serverProcess.ts';
import { areasCsv } from '../../support/importing.ts';
import { benchFolder } from '../demoFolder.ts';
import { round, type Figure, type FigureGroup } from '../figure.ts';
import { cachedReady, listPath, openConsole, signInAs } from '../large/console.ts';
import { signIn } from '../load.ts';

const CHANNEL = 10021;

/**
 * Time in seconds that a practiced person needs for a key press, and for a click including the pointer movement
 * (keystroke-level model).
 */
const KEY = 0.2;
const CLICK = 1.2;

/** Counts a person's actions in the page. A string for the reason given in large/console. */
const COUNT = `
window.benchHands = { keys: 0, clicks: 0 };
addEventListener('keydown', event => { if (event.isTrusted && !event.repeat && !['Shift', 'Control'].includes(event.key)) benchHands.keys += 1; }, true);
addEventListener('pointerdown', event => { if (event.isTrusted) benchHands.clicks += 1; }, true);`;

interface Job {
  id: string;
  /**
   * Maximum time in seconds: half of what the job took before the lists were designed for editing in place (20, 46, 21
   * and 5 s).
   */
  goal: number;
  run: (page: Page, rows: readonly number[]) => Promise<void>;
}

const row = (page: Page, id: number) => page.locator(`tr[data-row-key$="/${id}/0"]`);
const dialog = (page: Page) => page.getByRole('dialog');

/** Each job starts on a channel's list, and ends when the person can see that it is done. */
const JOBS: readonly Job[] = [
  {
    id: 'job_flag',
    goal: 10,
    run: async (page, [id = 0]) => {
      const flag = row(page, id).locator('td[data-col="canCOD"]').getByRole('switch');
      const was = await flag.getAttribute('aria-checked');
      await flag.click();
      await page
        .locator(`tr[data-row-key$="/${id}/0"] td[data-col="canCOD"] [aria-checked="${was !== 'true'}"]`)
        .waitFor();
    },
  },
  {
    id: 'job_who',
    goal: 23,
    run: async (page, [, id = 0]) => {
      await row(page, id).locator('td').nth(2).click();
      await page.keyboard.press('h');
      await page.getByRole('complementary', { name: 'History' }).getByText('admin@ops.example').first().waitFor();
    },
  },
  {
    id: 'job_add',
    goal: 10.5,
    run: async (page, rows) => {
      const id = rows.at(-1) ?? 0;
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await dialog(page).getByPlaceholder('Location ID').click();
      await page.keyboard.type(String(id));
      await dialog(page).getByRole('button', { name: 'Apply' }).click();
      await page.getByText('Create Successfully').first().waitFor();
    },
  },
  {
    id: 'job_import',
    goal: 2.5,
    run: async (page, rows) => {
      const lines = rows.slice(2, 12).map(id => [CHANNEL, 'Standard', id, 'Yes', 'No', 'No', 'No', 1]);
      await page.keyboard.press('i');
      await dialog(page)
        .locator('input[type="file"]')
        .setInputFiles({ name: 'areas.csv', mimeType: 'text/csv', buffer: areasCsv(lines) });
      // If the file has no errors, Apply is focused.
      await page.locator('[role="dialog"] button:enabled:focus', { hasText: 'Apply' }).waitFor();
      await page.keyboard.press('Enter');
      await page.getByText('Upload Successfully').first().waitFor();
    },
  },
  {
    id: 'job_district',
    goal: 60,
    run: async (page, [id = 0]) => {
      const district = await row(page, id).locator('td[data-col="district"]').textContent();
      await page.keyboard.press('f');
      await page.keyboard.type(district ?? '');
      await page.waitForFunction(() => document.querySelectorAll('tr[data-row-key]').length > 0);
      await page.waitForTimeout(600);
      await row(page, id).locator('td').nth(2).click();
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Control+a');
      await page
        .getByRole('toolbar', { name: 'Selected rows' })
        .getByRole('button', { name: 'Change', exact: true })
        .click();
      await dialog(page).getByLabel('Support COD Deliver').focus();
      await page.keyboard.press('n');
      await dialog(page)
        .getByRole('button', { name: /^Change [\d,]/ })
        .click();
      await page.getByText('Edit Successfully').first().waitFor();
    },
  },
];

/**
 * Five daily jobs in the real console: seconds of manual work (key presses and clicks counted in the page, rated by the
 * keystroke-level model) and seconds of waiting for the program, from the list to the confirmation. The peers are these
 * two parts.
 */
export const jobFigures: FigureGroup = {
  ids: JOBS.map(({ id }) => id),
  async run(wanted, say) {
    const dataDir = await benchFolder();
    const server = new ServerProcess({ port: await freePort(), dataDir, env: { OPS_DEMO_SCALE: 'small' } });
    const figures: Figure[] = [];
    try {
      await server.start(600_000);
      const caller = await signIn(server.url, 'admin@ops.example');
      const headers = { cookie: caller.cookie, 'x-ops-entity': 'ID', 'content-type': 'application/json' };
      const answer = await fetch(
        `${server.url}/api/channelLocationService?channelId=${CHANNEL}&type=0&page=1&count=1000`,
        {
          headers,
        },
      );
      const { data } = (await answer.json()) as { data: { list: Record<string, unknown>[] } };
      const rows = data.list.map(({ locationId }) => Number(locationId));
      const post = async (path: string, body: object) => {
        const done = await fetch(`${server.url}/api/channelLocationService/${path}`, {
          method: 'POST',
          headers,
          body: JSON.stringify(body),
        });
        if (!done.ok) throw new Error(`${path}: ${done.status} ${await done.text()}`);
      };
      // Changes the second row as a colleague would, and removes the last one so that it can be added.
      await post('update', { ...data.list[1], canPickup: data.list[1]?.['canPickup'] !== true });
      await post('delete/', { channel_id: CHANNEL, location_id: rows.at(-1), applicable_type: 0 });
      const opened = await openConsole(say);
      try {
        const { page } = opened;
        await page.addInitScript(COUNT);
        await signInAs(page, server.url, 'id.editor@ops.example');
        for (const { id, goal, run } of JOBS.filter(job => wanted.has(job.id))) {
          await page.goto(`${server.url}${listPath(CHANNEL)}`);
          await page.evaluate('benchFirstRow()');
          await cachedReady(page, 'ID', CHANNEL);
          await page.waitForTimeout(1000);
          const started = performance.now();
          await run(page, rows);
          const waited = (performance.now() - started) / 1000;
          const { keys, clicks } = await page.evaluate<{ keys: number; clicks: number }>('benchHands');
          const value = round(keys * KEY + clicks * CLICK + waited);
          figures.push({
            id,
            value,
            unit: 's',
            goal,
            better: 'lower',
            peers: { keys, clicks, program_s: round(waited) },
          });
        }
      } finally {
        await opened.close();
      }
    } finally {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
    return figures;
  },
};

import type { Page } from 'playwright';
import { percentile } from '../figure.ts';
import { listPath } from './console.ts';
import { signIn } from '../load.ts';

const CHANGES = 25;

/** Runs in the page: resolves with the epoch milliseconds of the frame in which a cell's text has changed. */
const CELL_CHANGED = `selector => new Promise((resolve, reject) => {
  const deadline = setTimeout(() => reject(new Error('no change within 20 s')), 20000);
  const row = document.querySelector(selector);
  const before = row.textContent;
  const observer = new MutationObserver(() => {
    const now = document.querySelector(selector);
    if (!now || now.textContent === before) return;
    observer.disconnect();
    clearTimeout(deadline);
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => resolve(performance.timeOrigin + performance.now());
      channel.port2.postMessage(null);
    });
  });
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
})`;

/**
 * 95th-percentile time in milliseconds from when a colleague sends a change until it is painted in a list that contains
 * the record.
 */
export async function live(page: Page, server: { url: string }, channelId: number): Promise<number> {
  const caller = await signIn(server.url, 'admin@ops.example');
  await page.goto(`${server.url}${listPath(channelId)}`);
  await page.evaluate('benchFirstRow()');
  await page.waitForTimeout(3000);
  const key = await page.evaluate<string>(`document.querySelector('tr[data-row-key]').dataset.rowKey`);
  const [, locationId] = key.split('/').map(Number);
  const asked = await fetch(
    `${server.url}/api/channelLocationService?channelId=${channelId}&locationId=${locationId}&type=0`,
    { headers: { cookie: caller.cookie, 'x-ops-entity': 'PH' } },
  );
  const before = ((await asked.json()) as { data: { list: { canCOD: boolean }[] } }).data.list[0];
  // Starts with the opposite value, so that even the first write is a change, whatever an earlier run has left behind.
  const start = before?.canCOD === true ? 1 : 0;
  const samples: number[] = [];
  for (let change = start; change < start + CHANGES; change += 1) {
    const painted = page.evaluate<number>(`(${CELL_CHANGED})(${JSON.stringify(`tr[data-row-key="${key}"]`)})`);
    const sent = performance.timeOrigin + performance.now();
    const answer = await fetch(`${server.url}/api/channelLocationService/update`, {
      method: 'POST',
      headers: { cookie: caller.cookie, 'content-type': 'application/json', 'x-ops-entity': 'PH' },
      body: JSON.stringify({
        channelId,
        locationId,
        type: 0,
        canDeliver: true,
        canCOD: change % 2 === 0,
        canPickup: change % 2 === 1,
        canCODPickup: false,
      }),
    });
    if (!answer.ok) throw new Error(`the colleague's change answered ${answer.status}`);
    samples.push((await painted) - sent);
    // The pauses vary, so that they do not align with any of the server's timers.
    await page.waitForTimeout(200 + ((change * 137) % 400));
  }
  return percentile(samples, 0.95);
}

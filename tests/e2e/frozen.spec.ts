import { expect, type CDPSession } from 'playwright/test';
import { EDITOR } from '../support/accounts.ts';
import { truthAs } from '../support/serverTruth.ts';
import { test } from './fixtures.ts';
import { LocationPage } from './pages/locationPage.ts';
import { settled } from './pages/settled.ts';

const LION = 10024;

/** Whether a promise resolves within a second. */
const answers = (asked: Promise<unknown>): Promise<boolean> =>
  Promise.race([
    asked.then(
      () => true,
      () => false,
    ),
    new Promise<boolean>(resolve => setTimeout(() => resolve(false), 1000)),
  ]);

/** Pings the `ops` worker directly, without the console. */
async function opsWorker(browser: CDPSession): Promise<() => Promise<unknown>> {
  const { targetInfos } = await browser.send('Target.getTargets');
  const target = targetInfos.find(({ type }) => type === 'shared_worker');
  if (!target) throw new Error('no shared worker runs');
  const { sessionId } = await browser.send('Target.attachToTarget', { targetId: target.targetId });
  let id = 0;
  const waiting = new Map<number, () => void>();
  browser.on('Target.receivedMessageFromTarget', ({ sessionId: from, message }) => {
    if (from === sessionId) waiting.get((JSON.parse(message) as { id: number }).id)?.();
  });
  return () => {
    const message = JSON.stringify({ id: (id += 1), method: 'Runtime.evaluate', params: { expression: '1' } });
    const answer = new Promise<void>(resolve => waiting.set(id, resolve));
    return browser.send('Target.sendMessageToTarget', { sessionId, message }).then(() => answer);
  };
}

test('OB2: a frozen ops worker does not block the queue permanently, and changes nothing when it thaws', async ({
  page,
  browser,
  signIn,
  server,
  context,
}) => {
  test.setTimeout(180_000);
  const truth = await truthAs(server.url);
  const first = new LocationPage(page);
  await signIn(EDITOR);
  await first.open({ channelId: LION, type: 0, state: 'Bali' });
  const [id = 0, other = 0] = await first.ids();
  await settled(page);
  const second = new LocationPage(await context.newPage());
  await second.open({ channelId: LION, type: 0, state: 'Bali' });
  await second.ids();
  await expect(second.pill).toHaveText('Online, all saved', { timeout: 20_000 });

  // The first tab's process runs the worker for both tabs; stopping each process briefly reveals which process that is.
  const cdp = await browser.newBrowserCDPSession();
  const ask = await opsWorker(cdp);
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
  let frozen = 0;
  for (const { id: pid } of processInfo.filter(({ type }) => type === 'renderer')) {
    process.kill(pid, 'SIGSTOP');
    const worker = await answers(ask());
    const tab = await answers(second.page.evaluate(() => 1));
    if (!worker && tab) frozen = pid;
    else process.kill(pid, 'SIGCONT');
    if (frozen) break;
  }
  expect(frozen, 'a process of its own for the worker and the first tab').not.toBe(0);
  try {
    const before = await truth.row(LION, id);
    const audits = (await truth.audit(LION)).total;
    await second.edit(id, 'Support COD Pickup', !before?.canCODPickup);
    await second.edit(id, 'Support COD Deliver', !before?.canCOD);
    await expect
      .poll(async () => (await truth.row(LION, id))?.version, { timeout: 90_000 })
      .toBe((before?.version ?? 0) + 2);
    await expect(second.pill).toHaveText('Online, all saved', { timeout: 20_000 });
    process.kill(frozen, 'SIGCONT');
    const now = await truth.row(LION, other);
    await first.edit(other, 'Support COD Pickup', !now?.canCODPickup);
    await expect
      .poll(async () => (await truth.row(LION, other))?.version, { timeout: 60_000 })
      .toBe((now?.version ?? 0) + 1);
    await expect(first.pill).toHaveText('Online, all saved', { timeout: 20_000 });
    expect((await truth.audit(LION)).total).toBe(audits + 3);
    await expect
      .poll(() => truth.row(LION, id))
      .toMatchObject({
        canCODPickup: !before?.canCODPickup,
        canCOD: !before?.canCOD,
        version: (before?.version ?? 0) + 2,
      });
  } finally {
    process.kill(frozen, 'SIGCONT');
  }
});

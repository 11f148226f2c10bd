import { keepPosted } from '../support/keepPosted.ts';
import { keptActivity } from '../support/keptActivity.ts';
import { expect } from './fixtures.ts';
import { test } from './pages/proxied.ts';

test('a tab whose process crashes is reported exactly once (TRK-5)', async ({
  page,
  context,
  signIn,
  server,
  faults,
}) => {
  test.setTimeout(180_000);
  await context.addInitScript(keepPosted);
  /** A tab is watched from the moment it announces itself. */
  const watched = (tab: typeof page) =>
    expect
      .poll(() => tab.evaluate(() => (globalThis as unknown as { posted: string[] }).posted.join()), {
        timeout: 20_000,
      })
      .toContain('"k":"here"');
  const started = Date.now();
  await signIn('id.editor@ops.example');
  await watched(page);
  const doomed = await context.newPage();
  await doomed.goto('/carrier/serviceable/location');
  await expect(doomed.getByRole('tab', { name: 'Location' })).toBeVisible();
  await watched(doomed);
  const crashed = doomed.waitForEvent('crash');
  await doomed.goto('chrome://crash').catch(() => undefined);
  await crashed;
  // Batches are sent every five seconds, so a second report would arrive within another five.
  const reported = () => faults.answered('/api/v2/ops/usage').some(({ body }) => body.includes('"crash"'));
  await expect.poll(reported, { timeout: 40_000 }).toBe(true);
  await page.waitForTimeout(16_000);
  await server.stop();
  const rows = await keptActivity(server.options.dataDir, 'usage_records');
  expect(rows.filter(row => row.name === 'crash' && row.at >= started)).toHaveLength(1);
});

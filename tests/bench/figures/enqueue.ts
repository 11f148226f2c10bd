import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { CHROMIUM_ARGS, findChromium } from '../../../scripts/chromium.mjs';
import { median, percentile, round, versusFloor, type Figure, type FigureGroup, scaled } from '../figure.ts';
import { servePage } from '../servePage.ts';

const WRITES = scaled(400, 40);
/** The first runs of both are slower, because code and files are not warmed up. */
const FIRST = 20;

interface Samples {
  ours: number[];
  floor: number[];
}

/**
 * Time in milliseconds until a queued write is durable (strict, on disk) in Chromium, compared with the minimum of two
 * bare puts.
 */
export const enqueueFigures: FigureGroup = {
  ids: ['enqueue_p95', 'enqueue_vs_put'],
  async run(wanted, say) {
    const profile = mkdtempSync(join(tmpdir(), 'ops-profile-'));
    const page = await servePage('tests/bench/pages/enqueue.ts', { __BUILD_ID__: '"bench"' });
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: await findChromium(say),
      args: CHROMIUM_ARGS,
    });
    try {
      const tab = await context.newPage();
      await tab.goto(page.url);
      await tab.waitForFunction(() => 'measureEnqueue' in window);
      const samples = await tab.evaluate(
        count => (window as unknown as { measureEnqueue: (n: number) => Promise<Samples> }).measureEnqueue(count),
        WRITES,
      );
      const ours = samples.ours.slice(FIRST);
      const figures: Figure[] = [
        {
          id: 'enqueue_p95',
          value: round(percentile(ours, 0.95), 2),
          unit: 'ms',
          goal: 10,
          better: 'lower',
          peers: { p50: round(median(ours), 2), max: round(Math.max(...ours), 2) },
        },
        versusFloor('enqueue_vs_put', median(ours), median(samples.floor.slice(FIRST)), 1.5, { unit: 'ms', digits: 2 }),
      ];
      return figures.filter(({ id }) => wanted.has(id));
    } finally {
      await context.close();
      page.close();
      rmSync(profile, { recursive: true, force: true });
    }
  },
};

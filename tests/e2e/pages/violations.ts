import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright/test';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeResult {
  violations: { id: string; help: string; nodes: { html: string; failureSummary?: string }[] }[];
}

/** What axe finds on the present page, in words; empty when all is well. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  // A colour on its way to another one has a contrast that nobody sees.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(one => one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Infinity)
        .map(({ finished }) => finished),
    ),
  );
  const result = await page.evaluate(() => (window as unknown as { axe: { run: () => Promise<AxeResult> } }).axe.run());
  return result.violations.map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(node => `${node.html} ${node.failureSummary}`).join(' | ')}`,
  );
}

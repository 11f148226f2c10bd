import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright/test';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeResult {
  violations: { id: string; help: string; nodes: { html: string; failureSummary?: string }[] }[];
}

/**
 * axe's findings on the current page, in words; empty if there are none.
 *
 * @param within selector of the part to check, if the rest has already been checked in the same state
 */
export async function violations(page: Page, within?: string): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  // During a color transition, the contrast is not what a person perceives.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(one => one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Infinity)
        .map(({ finished }) => finished),
    ),
  );
  // Passed checks are not needed, so axe describes only elements with violations.
  return page.evaluate(async part => {
    const { axe } = window as unknown as { axe: { run: (context: unknown, options: object) => Promise<AxeResult> } };
    const result = await axe.run(part ?? document, { resultTypes: ['violations'] });
    return result.violations.map(
      ({ id, help, nodes }) =>
        `${id}: ${help}: ${nodes.map(node => `${node.html} ${node.failureSummary}`).join(' | ')}`,
    );
  }, within);
}

/**
 * npm run test:browsers: runs the stories of tests/browsers in Firefox ESR and WebKitGTK in parallel, each with its own
 * server. Words after `--` select browsers by name. Installs a missing browser if possible; otherwise says how to
 * install it and counts its stories as skipped, or in CI as failed.
 */
import { rmSync } from 'node:fs';
import { ENGINES, findEngine } from './engines.mjs';
import { build, demo, DEMO, runPhases } from './steps.mjs';

const words = process.argv.slice(2).map(word => word.toLowerCase());
const stories = Object.entries(ENGINES)
  .filter(([id, { name }]) => words.length === 0 || words.some(word => `${id} ${name.toLowerCase()}`.includes(word)))
  .map(([id, engine]) => {
    const { env, missing } = findEngine(engine);
    const report = `test-results/stories-${id}.json`;
    return {
      name: `stories in ${engine.name}`,
      report,
      args: ['--import', 'tsx', 'tests/browsers/main.ts', id, DEMO, report],
      env: { ...env, OPS_MISSING: missing },
      again: true,
    };
  });
if (stories.length === 0) {
  console.error(`No browser is called ${words.join(' or ')}: ${Object.keys(ENGINES).join(', ')}`);
  process.exit(1);
}
await runPhases(
  [
    { lanes: 1, steps: [build, demo] },
    { lanes: 2, steps: stories },
  ],
  [],
);
rmSync(DEMO, { recursive: true, force: true });

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyDemo } from '../support/demoCopy.ts';
import { Relay } from '../support/relay.ts';
import { freePort, ServerProcess } from '../support/serverProcess.ts';
import { Colleague } from './colleague.ts';
import { Console } from './console.ts';
import type { Engine } from './engine.ts';
import { openFirefox } from './firefox.ts';
import { openWebkit } from './webkit.ts';
import { STORIES, type Cast } from './stories.ts';

/**
 * Runs the stories in one browser with their own server: `main.ts ENGINE DEMO REPORT WORDS...`. DEMO is the folder with
 * the loaded demo, and REPORT is the file read by scripts/steps.mjs, in vitest's format. WORDS select stories by name;
 * the first story, which signs in, always runs.
 */

/** The path of a program, as found by scripts/engines.mjs. */
const program = (variable: string): string => process.env[variable] ?? '';

const ENGINES: Readonly<Record<string, () => Promise<Engine>>> = {
  firefox: () => openFirefox(program('OPS_FIREFOX')),
  webkit: () => openWebkit({ driver: program('OPS_WEBKIT_DRIVER'), screen: program('OPS_SCREEN') }),
};

const [engineName = '', demo = '', report = '', ...words] = process.argv.slice(2);
const openEngine = ENGINES[engineName];
if (!openEngine || demo === '' || report === '') throw new Error('Call it as scripts/browsers.mjs does.');

const began = Date.now();
const missing = process.env['OPS_MISSING'] ?? '';
const results: { fullName: string; status: 'passed' | 'failed' | 'skipped'; failureMessages: string[] }[] = [];
let title = engineName;
let message = '';

const said = (fault: unknown): string => (fault instanceof Error ? (fault.stack ?? fault.message) : String(fault));
const since = (start: number): string => `${((Date.now() - start) / 1000).toFixed(1).padStart(6)} s`;

async function tellAll(cast: Cast): Promise<void> {
  for (const [at, { name, tell }] of STORIES.entries()) {
    const fullName = `${engineName}: ${name}`;
    if (at > 0 && words.length > 0 && !words.some(word => name.includes(word))) {
      results.push({ fullName, status: 'skipped', failureMessages: [] });
      continue;
    }
    const start = Date.now();
    try {
      await cast.network.online();
      await tell(cast);
      results.push({ fullName, status: 'passed', failureMessages: [] });
    } catch (fault) {
      results.push({ fullName, status: 'failed', failureMessages: [said(fault)] });
      console.log(said(fault));
    }
    console.log(`${since(start)}  ${results.at(-1)?.status}  ${name}`);
  }
}

async function run(open: () => Promise<Engine>): Promise<void> {
  const dataDir = await copyDemo(demo, 'small');
  const folder = mkdtempSync(join(tmpdir(), 'ops-stories-'));
  const server = new ServerProcess({ port: await freePort(), dataDir });
  const network = new Relay(await freePort(), server.options.port);
  let engine: Engine | null = null;
  try {
    await server.start();
    await network.online();
    engine = await open();
    title = engine.name;
    console.log(`${since(began)}  ${title} runs`);
    const colleague = await new Colleague(server.url).signIn('admin@ops.example');
    await tellAll({ console: new Console(engine, network.url), network, colleague, folder });
  } finally {
    await engine?.close();
    await network.offline();
    await server.stop();
    for (const one of [dataDir, folder]) rmSync(one, { recursive: true, force: true });
  }
}

if (missing === '') {
  await run(openEngine).catch((fault: unknown) => {
    message = said(fault);
    console.log(message);
  });
} else {
  console.log(missing);
  // A developer may lack some of the browsers, but CI must not.
  if (process.env['CI'] === undefined) {
    for (const { name } of STORIES)
      results.push({ fullName: `${engineName}: ${name}`, status: 'skipped', failureMessages: [] });
  } else message = missing;
}

const failed = message !== '' || results.some(({ status }) => status === 'failed');
const file = {
  name: `tests/browsers/stories.ts in ${title}`,
  startTime: began,
  endTime: Date.now(),
  status: failed ? 'failed' : 'passed',
  message,
  assertionResults: results,
};
writeFileSync(report, JSON.stringify({ testResults: [file] }));
process.exitCode = failed ? 1 : 0;

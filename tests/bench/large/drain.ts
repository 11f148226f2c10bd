import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { build } from 'vite';
import { updateChannelLocation } from '../../../src/contract/channelLocation.ts';
import { TOGETHER_MOST } from '../../../src/sync/outbox/together.ts';
import type { ServerProcess } from '../../support/serverProcess.ts';
import { signIn } from '../load.ts';
import { cachedReady, listPath } from './console.ts';
import { scaled } from '../figure.ts';

const WRITES = scaled(1000, 50);
/** How many of the channel's rows are skipped, so that the edited ones are not on its first pages. */
const SKIPPED = scaled(5000, 500);

/** The console's own queueing code, bundled into a single script. */
async function queueScript(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'ops-queue-'));
  try {
    await build({
      configFile: false,
      logLevel: 'warn',
      publicDir: false,
      define: { __BUILD_ID__: '"bench"' },
      build: {
        outDir: folder,
        lib: { entry: 'tests/bench/pages/queueWrites.ts', formats: ['iife'], name: 'bench', fileName: 'queue' },
      },
    });
    return readFileSync(join(folder, readdirSync(folder).find(name => name.endsWith('js')) ?? ''), 'utf8');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Row {
  channelId: number;
  locationId: number;
  type: number;
  canDeliver: boolean;
  canCOD: boolean;
  canPickup: boolean;
  canCODPickup: boolean;
  version: number;
}

/** The current state of the rows to be edited. */
async function rowsOf(url: string, channelId: number): Promise<Row[]> {
  const caller = await signIn(url, 'admin@ops.example');
  const answer = await fetch(
    `${url}/api/channelLocationService?channelId=${channelId}&type=0&offset=${SKIPPED}&size=${WRITES}`,
    { headers: { cookie: caller.cookie, 'x-ops-entity': 'PH' } },
  );
  return ((await answer.json()) as { data: { list: Row[] } }).data.list;
}

/**
 * Runs in a page without the console: sends the requests, two at a time; returns the time in milliseconds from the
 * first response to the last.
 */
const SEND = `async bodies => {
  let first = null;
  const one = async () => {
    for (let body = bodies.shift(); body; body = bodies.shift()) {
      const headers = { 'content-type': 'application/json', 'x-ops-entity': 'PH' };
      const answer = await fetch('/api/v2/ops/writes', { method: 'POST', headers, body: JSON.stringify(body) });
      const { data } = await answer.json();
      if (!data?.items.every(({ status }) => status === 200)) throw new Error('a write was refused: ' + JSON.stringify(data));
      first ??= performance.now();
    }
  };
  await Promise.all([one(), one()]);
  return performance.now() - first;
}`;

/**
 * The floor of a drain: the same edits of the same records as bare calls, with the sender's batch size and concurrency,
 * and a separate key for each; nothing is stored, looked up or painted. As for the drain, time is measured from the
 * first response.
 */
export async function bareCalls(page: Page, server: ServerProcess, channelId: number): Promise<number> {
  // A fresh server, as for a drain.
  await server.stop();
  await server.start();
  const writes = (await rowsOf(server.url, channelId)).map(row => {
    const { locationId, type, canDeliver, canCOD, canPickup, canCODPickup, version } = row;
    const flags = { canDeliver, canCOD, canPickup, canCODPickup: !canCODPickup };
    return {
      call: updateChannelLocation.id,
      key: randomUUID(),
      input: { channelId, locationId, type, ...flags, version },
    };
  });
  const bodies: object[] = [];
  for (let at = 0; at < writes.length; at += TOGETHER_MOST)
    bodies.push({ writes: writes.slice(at, at + TOGETHER_MOST) });
  await page.goto(`${server.url}/release.json`);
  return page.evaluate<number>(`(${SEND})(${JSON.stringify(bodies)})`);
}

/**
 * Queues a thousand edits of different records while the server is stopped, starts the server, and measures the time in
 * milliseconds from the first confirmed write until all have settled.
 */
export async function drain(
  page: Page,
  server: ServerProcess,
  channelId: number,
): Promise<{ took: number; peers: Record<string, number> }> {
  const script = await queueScript();
  const rows = await rowsOf(server.url, channelId);
  await page.goto(`${server.url}${listPath(channelId)}`);
  // Only the drain is measured: the channel is already cached, and nothing else is in progress.
  await cachedReady(page, 'PH', channelId);
  await page.waitForTimeout(2000);
  await server.stop();
  await page.addScriptTag({ content: script });
  const queued = await page.evaluate<number>(`benchQueue.write(${JSON.stringify(rows)})`);
  if (queued !== WRITES) throw new Error(`${queued} writes were queued`);
  const ended = page.evaluate<{ first: number; last: number; states: Record<string, number> }>('benchQueue.ended()');
  await server.start();
  // Browsers fire this event when the network is back.
  await page.evaluate(`dispatchEvent(new Event('online'))`);
  const { first, last, states } = await ended;
  if (states['applied'] !== WRITES) throw new Error(`the writes ended as ${JSON.stringify(states)}`);
  return { took: last - first, peers: { writes_per_s: Math.round((WRITES / (last - first)) * 1000) } };
}

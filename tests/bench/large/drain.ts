import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { build } from 'vite';
import type { ServerProcess } from '../../support/serverProcess.ts';
import { signIn } from '../load.ts';
import { listPath } from './console.ts';

const WRITES = 1000;

/** The page's own way of queueing, as one script. */
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

/**
 * Queues a thousand edits of different records while the server is stopped, starts it, and measures from the first write
 * that is answered until all have ended, in milliseconds.
 */
export async function drain(
  page: Page,
  server: ServerProcess,
  channelId: number,
): Promise<{ took: number; peers: Record<string, number> }> {
  const script = await queueScript();
  const caller = await signIn(server.url, 'admin@ops.example');
  const answer = await fetch(
    `${server.url}/api/channelLocationService?channelId=${channelId}&type=0&offset=5000&size=${WRITES}`,
    { headers: { cookie: caller.cookie, 'x-ops-entity': 'PH' } },
  );
  const rows = ((await answer.json()) as { data: { list: object[] } }).data.list;
  await page.goto(`${server.url}${listPath(channelId)}`);
  await page.evaluate('benchFirstRow()');
  await page.waitForTimeout(2000);
  await server.stop();
  await page.addScriptTag({ content: script });
  const queued = await page.evaluate<number>(`benchQueue.write(${JSON.stringify(rows)})`);
  if (queued !== WRITES) throw new Error(`${queued} writes were queued`);
  const ended = page.evaluate<{ first: number; last: number; states: Record<string, number> }>('benchQueue.ended()');
  await server.start();
  // What a browser does when its network comes back.
  await page.evaluate(`dispatchEvent(new Event('online'))`);
  const { first, last, states } = await ended;
  if (states['applied'] !== WRITES) throw new Error(`the writes ended as ${JSON.stringify(states)}`);
  return { took: last - first, peers: { writes_per_s: Math.round((WRITES / (last - first)) * 1000) } };
}

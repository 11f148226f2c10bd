import { createServer } from 'node:http';
import { copyFileSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { chromium } from 'playwright';
import { build } from 'vite';
import { CHROMIUM_ARGS, findChromium } from '../../../scripts/chromium.mjs';
import type { Caller } from '../load.ts';
import { freePort } from '../../support/serverProcess.ts';
import { percentile, round, step, type Figure } from '../figure.ts';
import type { PeerRows } from '../pages/peerRows.ts';
import { BENCH_CHANNEL } from './data.ts';

/** The strings used to filter the peers: fewer than ours, because some peers take seconds for a single filter. */
const TEXTS = ['san', 'purok 7', 'zz', 'a', 'poblacion', 'nowhere at all', 'dela', 'malig'];

type Columns = Record<string, (string | number)[]>;

async function segments(caller: Caller, query: string): Promise<Columns[]> {
  const ask = async <T>(path: string): Promise<T> => {
    const answer = await fetch(`${caller.url}/api/v2/ops/segments${path}`, { headers: { cookie: caller.cookie } });
    return ((await answer.json()) as { data: T }).data;
  };
  const { segments: list } = await ask<{ segments: { id: string }[] }>(`?entity=PH&${query}`);
  const parts: Columns[] = [];
  for (const { id } of list) parts.push((await ask<{ columns: Columns }>(`/${id}`)).columns);
  return parts;
}

/** A channel's rows with the names of their places, in the format that the peers receive. */
async function rowsOf(caller: Caller, channelId: number): Promise<PeerRows> {
  const names: string[] = [];
  const places = new Map<number, { parent: number; level: number; name: number }>();
  for (const columns of await segments(caller, 'collection=locations')) {
    columns['locationId']?.forEach((id, i) => {
      const name = names.push(String(columns['name']?.[i])) - 1;
      places.set(Number(id), { parent: Number(columns['parentId']?.[i]), level: Number(columns['level']?.[i]), name });
    });
  }
  const rows: PeerRows = { names, locationId: [], type: [], flags: [], places: [[], [], [], []] };
  for (const columns of await segments(caller, `collection=channelLocations&channelId=${channelId}`)) {
    columns['locationId']?.forEach((id, i) => {
      rows.locationId.push(Number(id));
      rows.type.push(Number(columns['type']?.[i]));
      rows.flags.push(Number(columns['flags']?.[i]));
      const at = [-1, -1, -1, -1];
      for (let place = places.get(Number(id)); place; place = places.get(place.parent)) at[place.level] = place.name;
      at.forEach((name, level) => rows.places[level]?.push(name));
    });
  }
  return rows;
}

const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
};

/** Time in milliseconds after which a peer counts as failed. */
const MOST = 240_000;

interface PeerResult {
  load: number;
  samples: number[];
}

/**
 * Measures alternatives that a team could use, on the same rows: a Dexie row per record with `.filter()`, a TanStack DB
 * live query, and SQLite wasm on OPFS in a worker. Each is measured from the query until the first ten rows and the
 * exact total are in memory, without rendering, which our own figures include. The results are reported next to ours.
 */
export async function peerFigures(figures: Figure[], caller: Caller, say: (text: string) => void): Promise<void> {
  const wanted = figures.filter(({ id }) => ['filter_200k_p95', 'filter_1m_p95', 'bootstrap_1m'].includes(id));
  if (wanted.length === 0) return;
  const folder = mkdtempSync(join(tmpdir(), 'ops-peers-'));
  const profile = mkdtempSync(join(tmpdir(), 'ops-profile-'));
  const port = await freePort();
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    base: './',
    worker: { format: 'es' },
    build: {
      outDir: folder,
      target: 'esnext',
      rollupOptions: { input: 'tests/bench/pages/peers.ts', output: { entryFileNames: 'peers.js' } },
    },
  });
  // The package loads the file by this name from its worker's folder, but the build adds a hash to the name.
  const wasm = createRequire(import.meta.url).resolve('@sqlite.org/sqlite-wasm/sqlite3.wasm');
  copyFileSync(wasm, join(folder, 'assets/sqlite3.wasm'));
  const data = new Map<string, string>();
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const server = createServer((request, answer) => {
    const path = (request.url ?? '/').slice(1);
    answer.setHeader('content-type', TYPES[extname(path)] ?? 'text/html');
    const rows = data.get(path);
    if (rows !== undefined) answer.end(rows);
    else if (files.includes(path)) answer.end(readFileSync(join(folder, path)));
    else answer.end('<!doctype html><script type="module" src="/peers.js"></script>');
  }).listen(port);
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: await findChromium(say),
    args: CHROMIUM_ARGS,
  });
  try {
    /** Measures one peer. If it fails or does not respond in time, only its own figures are missing. */
    const measure = (peer: string, size: 'small' | 'large', add: (result: PeerResult) => void): Promise<void> =>
      step([`${peer} ${size}`], new Set([`${peer} ${size}`]), say, async () => {
        const page = await context.newPage();
        // Closing the page makes the evaluation fail; by itself, it has no time limit.
        const limit = setTimeout(() => void page.close(), MOST);
        try {
          await page.goto(`http://localhost:${port}/`);
          await page.waitForFunction(() => 'measurePeer' in window);
          const result = await page.evaluate<PeerResult>(
            `measurePeer(${JSON.stringify(peer)}, '/${size}.json', ${JSON.stringify(TEXTS)})`,
          );
          say(
            `${peer} ${size}: loaded in ${result.load.toFixed(0)} ms; ${result.samples.map(took => took.toFixed(0)).join(' ')}`,
          );
          add(result);
        } finally {
          clearTimeout(limit);
          await page.close();
        }
      });
    const addPeer = (id: string, peer: string, value: number) => {
      const ours = figures.find(figure => figure.id === id);
      if (ours) Object.assign(ours.peers, { [peer]: round(value) });
    };
    data.set('small.json', JSON.stringify(await rowsOf(caller, BENCH_CHANNEL.small)));
    for (const peer of ['dexie', 'tanstack_db', 'sqlite_opfs']) {
      await measure(peer, 'small', ({ load, samples }) => {
        addPeer('filter_200k_p95', peer, percentile(samples, 0.95));
        addPeer('bootstrap_1m', `${peer}_200k_rows`, load / 1000);
      });
    }
    // Storing a million rows one at a time takes Dexie more than a minute, and a TanStack DB query takes about twenty
    // seconds, so only SQLite is measured here.
    data.set('large.json', JSON.stringify(await rowsOf(caller, BENCH_CHANNEL.large)));
    await measure('sqlite_opfs', 'large', ({ load, samples }) => {
      addPeer('filter_1m_p95', 'sqlite_opfs', percentile(samples, 0.95));
      addPeer('bootstrap_1m', 'sqlite_opfs_1m_rows', load / 1000);
    });
  } finally {
    await context.close();
    server.close();
    rmSync(folder, { recursive: true, force: true });
    rmSync(profile, { recursive: true, force: true });
  }
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeWorkbook } from '../../../src/domain/sheet/writeWorkbook.ts';
import { readPlaces } from '../../../src/server/demo/places/all.ts';
import { numberPlaces } from '../../../src/server/demo/places/tree.ts';
import { deflateRaw } from '../../../src/workers/excel/platform.ts';
import { startPostgres } from '../../support/postgresServer.ts';
import { freePort, ServerProcess } from '../../support/serverProcess.ts';
import { benchFolder } from '../demoFolder.ts';
import { median, percentile, round, type Figure, type FigureGroup, scaled } from '../figure.ts';
import { signIn } from '../load.ts';
import type { ServiceData } from '../pages/serviceWorker.ts';
import { step, withWorkerPages } from '../workerPage.ts';

type Say = (text: string) => void;

const FILE_ROWS = scaled(100_000);
const CALL_ADDRESSES = scaled(10_000);
const RUNS = 5;
/** A demo channel whose addresses are looked up by location. */
const CHANNEL = 10_021;

/**
 * The places of Indonesia, and one address in each village: street, village, district and city, some with a postcode.
 */
function serviceData(): ServiceData {
  const { id, parent, level, name, postcode, city, district } = numberPlaces(readPlaces('ID'));
  const at = new Map(id.map((location, place) => [location, place]));
  const nameOf = (location: number | null): string => name[at.get(location ?? 0) ?? -1] ?? '';
  const villages = id.flatMap((_, place) => (level[place] === 3 ? [place] : []));
  const texts = Array.from({ length: FILE_ROWS }, (_, row) => {
    const place = villages[(row * 7919) % villages.length] as number;
    const code = row % 2 === 0 ? ` ${10_000 + (row % 89_999)}` : '';
    return `Jl. Merdeka ${row}, ${name[place]}, ${nameOf(district[place] ?? null)}, ${nameOf(city[place] ?? null)}${code}`;
  });
  // Few villages in the tree have a postcode, so one in each district is given one.
  const codes = id.map((_, place) => postcode[place] || (level[place] === 3 ? String(10_000 + (place % 9000)) : ''));
  return { ids: id, parents: parent, levels: level, names: name, postcodes: codes, texts };
}

async function writeAddresses(path: string, texts: readonly string[]): Promise<void> {
  const columns = [{ heading: 'Address', width: 60 }];
  const chunks: Uint8Array[] = [];
  const sheet = { name: 'Addresses', columns, rows: texts.map(text => [text]) };
  for await (const chunk of writeWorkbook([sheet], deflateRaw)) chunks.push(chunk);
  writeFileSync(path, Buffer.concat(chunks));
}

const seconds = (samples: readonly number[]): number => round(median(samples) / 1000, 2);

async function inWorker(wanted: ReadonlySet<string>, data: ServiceData, say: Say): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'ops-addresses-'));
  const path = join(folder, 'addresses.xlsx');
  await writeAddresses(path, data.texts);
  const run = (part: string, page: Parameters<typeof step>[0]) => step<number[]>(page, part).then(({ value }) => value);
  try {
    return await withWorkerPages(
      'serviceWorker',
      say,
      ({ inBrowser }) =>
        inBrowser(path, async page => {
          const figures: Figure[] = [];
          const add = (id: string, unit: string, goal: number, value: number, peers: Figure['peers']) =>
            figures.push({ id, unit, goal, better: 'lower', value, peers });
          await step(page, 'prepare');
          if (wanted.has('check_one')) {
            const samples = await run('one', page);
            add('check_one', 'ms', 1, round(median(samples), 3), { p95: round(percentile(samples, 0.95), 3) });
          }
          if (wanted.has('coverage_tree')) {
            const samples = await run('coverage', page);
            add('coverage_tree', 'ms', 300, round(median(samples)), { first: round(samples[0] ?? 0) });
          }
          if (wanted.has('check_100k')) {
            const samples: number[] = [];
            for (let at = 0; at < 3; at++) samples.push((await step(page, 'file')).millis);
            say(`check_100k: ${samples.map(sample => sample.toFixed(0)).join(' ')}`);
            add('check_100k', 's', 5, seconds(samples), { channels: 3 });
          }
          return figures;
        }),
      JSON.stringify(data),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Time in seconds for a call with ten thousand typed addresses for one channel, after a warm-up call. */
async function onServer(data: ServiceData, databaseUrl: string | null, say: Say): Promise<number[]> {
  const dataDir = databaseUrl === null ? await benchFolder() : mkdtempSync(join(tmpdir(), 'ops-bench-'));
  const env = { OPS_DEMO: '1', ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }) };
  const server = new ServerProcess({ port: await freePort(), dataDir, env });
  try {
    say('check_10k: loading the demo ...');
    await server.start(300_000);
    const { url, cookie } = await signIn(server.url, 'id.editor@ops.example');
    const addresses = data.texts.slice(0, CALL_ADDRESSES).map(text => ({ text }));
    const samples: number[] = [];
    for (let at = 0; at < RUNS + 1; at++) {
      const started = performance.now();
      const answer = await fetch(`${url}/api/v2/ops/serviceability/check`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie, 'x-ops-entity': 'ID' },
        body: JSON.stringify({ addresses, channelIds: [CHANNEL] }),
      });
      const { data: found } = (await answer.json()) as { data: { list: unknown[] } };
      samples.push(performance.now() - started);
      if (found.list.length !== CALL_ADDRESSES) throw new Error(`${found.list.length} answers`);
    }
    say(`check_10k: ${samples.map(sample => sample.toFixed(0)).join(' ')}`);
    return samples.slice(1);
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function tenThousand(data: ServiceData, say: Say): Promise<Figure> {
  const embedded = await onServer(data, null, say);
  const postgres = await startPostgres();
  try {
    const onPostgres = await onServer(data, await postgres.createDatabase('ops_bench'), say);
    const peers = { postgres_s: seconds(onPostgres) };
    return { id: 'check_10k', value: seconds(embedded), unit: 's', goal: 1, better: 'lower', peers };
  } finally {
    await postgres.stop();
  }
}

/** The address check and coverage: in the browser's worker with 83 thousand places, and as a call to the server. */
export const serviceabilityFigures: FigureGroup = {
  ids: ['check_one', 'check_10k', 'check_100k', 'coverage_tree'],
  async run(wanted, say) {
    const data = serviceData();
    const figures: Figure[] = [];
    if (['check_one', 'check_100k', 'coverage_tree'].some(id => wanted.has(id)))
      figures.push(...(await inWorker(wanted, data, say)));
    if (wanted.has('check_10k')) figures.push(await tenThousand(data, say));
    return figures;
  },
};

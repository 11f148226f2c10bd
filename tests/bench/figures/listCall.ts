import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { startPostgres } from '../../support/postgresServer.ts';
import { freePort, ServerProcess } from '../../support/serverProcess.ts';
import { benchFolder } from '../demoFolder.ts';
import { percentile, round, scaled, versusFloor, type Figure, type FigureGroup, lasting } from '../figure.ts';
import { hammer, signIn, type Caller } from '../load.ts';

const CONNECTIONS = 20;

/**
 * Filtered lists of the demo's Indonesian channels: by channel, state, city and free text, with and without unsupported
 * locations.
 */
async function filteredPaths(caller: Caller): Promise<string[]> {
  const read = async <T>(path: string): Promise<T> => {
    const answer = await fetch(`${caller.url}${path}`, { headers: { cookie: caller.cookie, 'x-ops-entity': 'ID' } });
    const body = (await answer.json()) as { data: T };
    return body.data;
  };
  const channels = await read<{ list: { channelId: number }[] }>('/api/channelLocationService/getChannelIds');
  const filters = [
    {},
    { state: 'Jawa Barat' },
    { state: 'Jawa Tengah', displayUnsupported: 'false' },
    { state: 'Jawa Timur', city: 'Malang' },
    { street: 'Suka' },
    { displayUnsupported: 'false' },
  ];
  return channels.list.flatMap(({ channelId }) =>
    filters.map((filter, at) => {
      const query = new URLSearchParams({ channelId: String(channelId), type: '0', ...filter } as Record<
        string,
        string
      >);
      return `/api/channelLocationService?${query}&offset=${at * 10}&size=10`;
    }),
  );
}

/** Number of rounds in which the calls and their floor alternate, one second each. */
const ROUNDS = scaled(12, 2);

const listFigure = (id: string, samples: readonly number[], seconds: number): Figure => ({
  id,
  value: round(percentile(samples, 0.95)),
  unit: 'ms',
  goal: 15,
  better: 'lower',
  peers: { p50: round(percentile(samples, 0.5)), calls_per_s: Math.round(samples.length / seconds) },
});

async function measureEmbedded(say: (text: string) => void): Promise<Figure> {
  const dataDir = await benchFolder();
  const server = new ServerProcess({ port: await freePort(), dataDir });
  try {
    say('list_call_p95_embedded: loading the demo ...');
    await server.start(300_000);
    const caller = await signIn(server.url, 'id.viewer@ops.example');
    const paths = await filteredPaths(caller);
    await hammer(caller, paths, { connections: CONNECTIONS, seconds: lasting(3) });
    const samples = await hammer(caller, paths, { connections: CONNECTIONS, seconds: lasting(10) });
    say(`list_call_p95_embedded: ${samples.length} calls of ${paths.length} filters in 10 s`);
    return listFigure('list_call_p95_embedded', samples, 10);
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/**
 * Builds the server with the floor's route added, as in the product's own build. The output is inside the project,
 * because it needs the project's packages.
 */
export async function buildFloorServer(): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      outDir: 'dist/bench',
      emptyOutDir: true,
      ssr: 'tests/bench/servers/listFloor.ts',
      target: 'node20',
      minify: false,
      rollupOptions: { output: { entryFileNames: 'listFloor.js' } },
    },
  });
  return 'dist/bench/listFloor.js';
}

/**
 * The floor of a list call: the same server process returns the same bytes after `SELECT 1`, whatever the caller and
 * the query. Calls and floor alternate, one second each.
 */
async function measurePostgres(databaseUrl: string, say: (text: string) => void): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ops-bench-'));
  const env = { DATABASE_URL: databaseUrl, OPS_DEMO: '1' };
  const port = await freePort();
  const loading = new ServerProcess({ port, dataDir, env });
  const command = [process.execPath, await buildFloorServer()];
  const server = new ServerProcess({ port, dataDir, env, command });
  try {
    say('list_call: loading the demo ...');
    await loading.start(300_000);
    await loading.stop();
    await server.start();
    const caller = await signIn(server.url, 'id.viewer@ops.example');
    const paths = await filteredPaths(caller);
    const floorPaths = paths.map(path => `/bench/floor?path=${encodeURIComponent(path)}`);
    const once = (which: readonly string[], seconds: number) =>
      hammer(caller, which, { connections: CONNECTIONS, seconds: lasting(seconds) });
    await once(paths, 3);
    await once(floorPaths, 3);
    const ours: number[] = [];
    const floor: number[] = [];
    for (let at = 0; at < ROUNDS; at++) {
      ours.push(...(await once(paths, 1)));
      floor.push(...(await once(floorPaths, 1)));
    }
    say(
      `list_call: ${ours.length} calls of ${paths.length} filters, ${floor.length} of the floor, in ${ROUNDS} s each`,
    );
    return [
      listFigure('list_call_p95', ours, ROUNDS),
      versusFloor('list_call_vs_floor', percentile(ours, 0.95), percentile(floor, 0.95), 2.5, {
        unit: 'ms',
        peers: { ours_p50: round(percentile(ours, 0.5)), floor_p50: round(percentile(floor, 0.5)) },
      }),
    ];
  } finally {
    await loading.stop();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/**
 * 95th-percentile time in milliseconds to fetch a filtered list of ten rows with its exact count over 300 thousand
 * rows, using 20 connections.
 */
export const listCallFigures: FigureGroup = {
  ids: ['list_call_p95', 'list_call_vs_floor', 'list_call_p95_embedded'],
  async run(wanted, say) {
    const figures: Figure[] = [];
    if (wanted.has('list_call_p95') || wanted.has('list_call_vs_floor')) {
      const postgres = await startPostgres();
      try {
        figures.push(...(await measurePostgres(await postgres.createDatabase('ops_bench'), say)));
      } finally {
        await postgres.stop();
      }
    }
    if (wanted.has('list_call_p95_embedded')) figures.push(await measureEmbedded(say));
    return figures.filter(({ id }) => wanted.has(id));
  },
};

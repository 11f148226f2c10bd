import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../support/postgresServer.ts';
import { freePort, ServerProcess } from '../../support/serverProcess.ts';
import { percentile, round, type Figure, type FigureGroup } from '../figure.ts';
import { hammer, signIn, type Caller } from '../load.ts';

const CONNECTIONS = 20;

/** Filtered lists of the demo's Indonesian channels: by channel, state, city, a free text, with and without unsupported. */
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

async function measure(
  id: string,
  env: Record<string, string>,
  goal: number,
  say: (text: string) => void,
): Promise<Figure> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ops-bench-'));
  const server = new ServerProcess({ port: await freePort(), dataDir, env });
  try {
    say(`${id}: loading the demo ...`);
    await server.start(300_000);
    const caller = await signIn(server.url, 'id.viewer@ops.example');
    const paths = await filteredPaths(caller);
    await hammer(caller, paths, { connections: CONNECTIONS, seconds: 3 });
    const samples = await hammer(caller, paths, { connections: CONNECTIONS, seconds: 10 });
    say(`${id}: ${samples.length} calls of ${paths.length} filters in 10 s`);
    return {
      id,
      value: round(percentile(samples, 0.95)),
      unit: 'ms',
      goal,
      better: 'lower',
      peers: { p50: round(percentile(samples, 0.5)), calls_per_s: Math.round(samples.length / 10) },
    };
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Milliseconds of a filtered list of ten with its exact count over 300 thousand rows, 20 connections, p95. */
export const listCallFigures: FigureGroup = {
  ids: ['list_call_p95', 'list_call_p95_embedded'],
  async run(wanted, say) {
    const figures: Figure[] = [];
    if (wanted.has('list_call_p95')) {
      const postgres = await startPostgres();
      try {
        const url = await postgres.createDatabase('ops_bench');
        figures.push(await measure('list_call_p95', { DATABASE_URL: url, OPS_DEMO: '1' }, 15, say));
      } finally {
        await postgres.stop();
      }
    }
    if (wanted.has('list_call_p95_embedded')) figures.push(await measure('list_call_p95_embedded', {}, 15, say));
    return figures;
  },
};

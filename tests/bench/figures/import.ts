import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ImportReceipt } from '../../../src/contract/imports/calls.ts';
import { smallWorkbook } from '../../../src/server/files/xlsx.ts';
import { startPostgres } from '../../support/postgresServer.ts';
import { freePort, ServerProcess } from '../../support/serverProcess.ts';
import { copyImport, type Copied } from '../copyImport.ts';
import { benchFolder } from '../demoFolder.ts';
import { percentile, round, versusFloor, type Figure, type FigureGroup, scaled, lasting } from '../figure.ts';
import { signIn, type Caller } from '../load.ts';
import { peakAbove, residentMb } from '../memory.ts';
import { IMPORT_HEADERS } from '../../support/importFile.ts';
import { read, sendImport } from '../sendImport.ts';
import { holdStatistics, refreshStatistics } from '../staleStatistics.ts';

const ROWS = scaled(500_000, 1000);
/** All columns but the action code. */
const HEADINGS = IMPORT_HEADERS.slice(0, -1);
const IDS = [
  'import_500k_embedded',
  'import_500k',
  'import_500k_vs_copy',
  'import_500k_stale',
  'import_mb',
  'export_mb',
] as const;

/**
 * Writes a workbook of new and changed records: every street of Indonesia in turn, by channel and by type. A different
 * `shift` changes most of them.
 */
async function writeImport(caller: Caller, path: string, shift = 0): Promise<void> {
  const { list: channels } = await read<{ list: { channelId: number }[] }>(
    caller,
    '/channelLocationService/getChannelIds',
  );
  const places: number[] = [];
  const { segments } = await read<{ segments: { id: string }[] }>(
    caller,
    '/v2/ops/segments?collection=locations&entity=ID',
  );
  for (const { id } of segments) {
    const { columns } = await read<{ columns: { locationId: number[]; level: number[] } }>(
      caller,
      `/v2/ops/segments/${id}`,
    );
    columns.locationId.forEach((place, at) => {
      if (columns.level[at] === 3) places.push(place);
    });
  }
  const rows: (string | number)[][] = [];
  const yes = (value: number): string => (value === 0 ? 'No' : 'Yes');
  for (const { channelId } of channels) {
    for (const type of ['Standard', 'SBS']) {
      for (const place of places) {
        if (rows.length === ROWS) break;
        rows.push([
          channelId,
          type,
          place,
          yes((place + shift) % 5),
          yes((place + shift) % 3),
          yes((place + shift) % 2),
          yes((place + shift) % 7),
        ]);
      }
    }
  }
  if (rows.length < ROWS) throw new Error(`the demo has places for ${rows.length} rows only`);
  const columns = HEADINGS.map(heading => ({ heading, width: 16 }));
  const chunks: Buffer[] = [];
  for await (const chunk of smallWorkbook([{ name: 'Location', columns, rows }])) chunks.push(chunk as Buffer);
  writeFileSync(path, Buffer.concat(chunks));
}

/** CPU time used by a process, in seconds. */
const processorSeconds = (pid: number): number => {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number);
  return (user + system) / 100;
};

interface Measured {
  seconds: number;
  /**
   * Duration in seconds of another import with statistics from before the first one, and of one with fresh statistics;
   * 0 if not measured.
   */
  stale: number;
  fresh: number;
  /** Time until the file was parsed, validated and compared and its changes were written. */
  planned: number;
  /** CPU time of the API process, which does all of the work on the embedded database and part of it on PostgreSQL. */
  processor: number;
  importMb: number;
  exportMb: number;
  fileMb: number;
  counts: NonNullable<ImportReceipt['counts']>;
  /** Duration of list calls during the import, in milliseconds: the maximum and the 95th percentile. */
  listMost: number;
  listP95: number;
}

/**
 * @param staleOn URL of a PostgreSQL database whose statistics are withheld and then refreshed between two further
 * imports; null skips this
 */
async function measure(
  name: string,
  env: Record<string, string>,
  say: (text: string) => void,
  staleOn: string | null = null,
): Promise<Measured> {
  const dataDir = env['DATABASE_URL'] === undefined ? await benchFolder() : mkdtempSync(join(tmpdir(), 'ops-bench-'));
  const server = new ServerProcess({ port: await freePort(), dataDir, env });
  try {
    say(`${name}: loading the demo ...`);
    await server.start(600_000);
    const caller = await signIn(server.url, 'id.editor@ops.example');
    const file = join(dataDir, 'areas.xlsx');
    await writeImport(caller, file);
    if (staleOn) await holdStatistics(staleOn);
    await pause(lasting(2) * 1000);
    const pid = server.pid as number;
    const idle = residentMb(pid);
    const list: number[] = [];
    const race = { over: false };
    const busy = processorSeconds(pid);
    const started = performance.now();
    const listing = (async () => {
      while (!race.over) {
        const asked = performance.now();
        await read(caller, '/channelLocationService?channelId=10021&type=0&page=1&count=10');
        list.push(performance.now() - asked);
        await pause(100);
      }
    })();
    const { result, mb } = await peakAbove(pid, idle, () =>
      sendImport(caller, file, url => ({ path: '/channelLocationService/import', body: { fileUrlList: [url] } })),
    );
    const seconds = (performance.now() - started) / 1000;
    const processor = processorSeconds(pid) - busy;
    race.over = true;
    await listing;
    say(
      `${name}: ${seconds.toFixed(1)} s, ${mb.toFixed(0)} MB above ${idle.toFixed(0)}, ${JSON.stringify(result.counts)}`,
    );
    const again = async (shift: number): Promise<number> => {
      await writeImport(caller, file, shift);
      const began = performance.now();
      await sendImport(caller, file, url => ({ path: '/channelLocationService/import', body: { fileUrlList: [url] } }));
      return (performance.now() - began) / 1000;
    };
    const stale = staleOn ? await again(1) : 0;
    if (staleOn) await refreshStatistics(staleOn);
    const fresh = staleOn ? await again(2) : 0;
    await pause(lasting(5) * 1000);
    const out = await peakAbove(pid, residentMb(pid), async () => {
      const url = `${caller.url}/api/v2/sls/forward/sls-ops/serviceable_area/channelLocationService?entity=ID`;
      const answer = await fetch(url, { headers: { cookie: caller.cookie } });
      let bytes = 0;
      for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) bytes += chunk.length;
      return bytes;
    });
    say(`${name}: export of ${(out.result / 1e6).toFixed(1)} MB, ${out.mb.toFixed(0)} MB above idle`);
    return {
      seconds,
      stale,
      fresh,
      importMb: mb,
      exportMb: out.mb,
      fileMb: statSync(file).size / 1e6,
      counts: result.counts,
      planned: result.planned,
      processor,
      listMost: Math.max(...list),
      listP95: percentile(list, 0.95),
    };
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const figure = (id: string, value: number, unit: string, goal: number, peers: Record<string, number>): Figure => ({
  id,
  value: round(value),
  unit,
  goal,
  better: 'lower',
  peers: Object.fromEntries(Object.entries(peers).map(([name, peer]) => [name, round(peer)])),
});

/**
 * Time in seconds from the upload of a workbook with 500 thousand rows (all new, or all changed) to the receipt, on the
 * embedded database and on PostgreSQL, while list calls are being made; also, the memory of the API process above its
 * idle level, during the import and during an export.
 */
export const importFigures: FigureGroup = {
  ids: IDS,
  async run(wanted, say) {
    const memory = wanted.has('import_mb') || wanted.has('export_mb');
    const found: Partial<Record<'embedded' | 'postgres', Measured>> = {};
    if (memory || wanted.has('import_500k_embedded')) found.embedded = await measure('embedded', {}, say);
    let copied: Copied | null = null;
    const comparing = wanted.has('import_500k_stale');
    if (memory || comparing || wanted.has('import_500k') || wanted.has('import_500k_vs_copy')) {
      const postgres = await startPostgres();
      try {
        const url = await postgres.createDatabase('ops_bench');
        found.postgres = await measure('postgres', { DATABASE_URL: url, OPS_DEMO: '1' }, say, comparing ? url : null);
        if (wanted.has('import_500k_vs_copy')) copied = await copyImport(url, say);
      } finally {
        await postgres.stop();
      }
    }
    const { embedded, postgres } = found;
    const about = ({ planned, processor, listMost, listP95, fileMb, counts }: Measured) => ({
      planned_after_s: planned,
      processor_s: processor,
      list_call_most_ms: listMost,
      list_call_p95_ms: listP95,
      file_mb: fileMb,
      added: counts.added,
      changed: counts.changed,
    });
    const figures = [
      ...(embedded ? [figure('import_500k_embedded', embedded.seconds, 's', 60, about(embedded))] : []),
      ...(postgres ? [figure('import_500k', postgres.seconds, 's', 20, about(postgres))] : []),
      ...(postgres && comparing
        ? [
            {
              ...figure('import_500k_stale', 0, 'x', 1.5, { stale_s: postgres.stale, fresh_s: postgres.fresh }),
              value: round(postgres.stale / postgres.fresh, 2),
            },
          ]
        : []),
      ...(postgres && copied
        ? [
            versusFloor('import_500k_vs_copy', postgres.seconds, copied.records + copied.log, 6, {
              unit: 's',
              peers: {
                rows: copied.rows,
                copy_records_s: round(copied.records, 2),
                copy_log_s: round(copied.log, 2),
                copy_feed_s: round(copied.feed, 2),
              },
            }),
          ]
        : []),
      ...(embedded && postgres
        ? [
            figure('import_mb', Math.max(embedded.importMb, postgres.importMb), 'MB', 400, {
              embedded: embedded.importMb,
              postgres: postgres.importMb,
            }),
            figure('export_mb', Math.max(embedded.exportMb, postgres.exportMb), 'MB', 400, {
              embedded: embedded.exportMb,
              postgres: postgres.exportMb,
            }),
          ]
        : []),
    ];
    return figures.filter(({ id }) => wanted.has(id));
  },
};

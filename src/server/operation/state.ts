import { readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Registry } from 'prom-client';
import { CONTRACT_VERSION } from '../../contract/call.ts';
import type { SystemState } from '../../contract/system.ts';
import type { ServerContext } from '../context.ts';
import { RELEASE } from './release.ts';
import { readyChecks } from './checks.ts';

/** The content of the System page: the metrics of /api/metrics, and data that the metrics do not include. */

const ROUTES_MOST = 15;
const TABLES_MOST = 12;

interface Figure {
  labels: Readonly<Record<string, string | number>>;
  value: number;
  metricName?: string;
}

/** The values of a metric. */
async function figures(registry: Registry, name: string): Promise<Figure[]> {
  const metric = registry.getSingleMetric(name);
  return metric ? ((await metric.get()).values as Figure[]) : [];
}

/** Returns the 95th percentile of a histogram in ms, or null if it is above the last bucket or there are no values. */
export function p95Of(buckets: readonly { le: number; count: number }[]): number | null {
  const all = buckets.find(({ le }) => le === Infinity)?.count ?? 0;
  if (all === 0) return null;
  const bucket = buckets.toSorted((a, b) => a.le - b.le).find(({ count }) => count >= all * 0.95);
  return bucket === undefined || bucket.le === Infinity ? null : bucket.le * 1000;
}

/** A method and route, by which calls are counted and timed. */
const callOf = (labels: Figure['labels']): string => `${labels['method']} ${labels['route']}`;

async function callsOf(registry: Registry): Promise<SystemState['calls']> {
  const counted = await figures(registry, 'ops_calls_total');
  const timed = await figures(registry, 'ops_call_seconds');
  const times = new Map<string, { sum: number; count: number; buckets: { le: number; count: number }[] }>();
  for (const { labels, value, metricName = '' } of timed) {
    const call = callOf(labels);
    const own = times.get(call) ?? { sum: 0, count: 0, buckets: [] };
    times.set(call, own);
    if (metricName.endsWith('_sum')) own.sum = value;
    else if (metricName.endsWith('_count')) own.count = value;
    else if (metricName.endsWith('_bucket')) {
      const le = labels['le'] === '+Inf' ? Infinity : Number(labels['le']);
      own.buckets.push({ le, count: value });
    }
  }
  const calls = new Map<string, SystemState['calls'][number] & { sum: number }>();
  for (const { labels, value } of counted) {
    const call = callOf(labels);
    const time = times.get(call);
    const own = calls.get(call) ?? {
      method: String(labels['method']),
      route: String(labels['route']),
      count: 0,
      failed: 0,
      mean: time && time.count > 0 ? Math.round((time.sum / time.count) * 10_000) / 10 : 0,
      p95: p95Of(time?.buckets ?? []),
      sum: time?.sum ?? 0,
    };
    own.count += value;
    if (Number(labels['status']) >= 500) own.failed += value;
    calls.set(call, own);
  }
  return [...calls.values()]
    .toSorted((a, b) => b.sum - a.sum)
    .slice(0, ROUTES_MOST)
    .map(({ method, route, count, failed, mean, p95 }) => ({ method, route, count, failed, mean, p95 }));
}

const valueBy = (found: readonly Figure[], state: string): number =>
  found.find(({ labels }) => labels['state'] === state)?.value ?? 0;

/** Release time of the console that is being served, or null if none is. */
function consoleRelease(clientDir: string | undefined): number | null {
  if (clientDir === undefined) return null;
  try {
    const { release_time } = JSON.parse(readFileSync(join(clientDir, 'release.json'), 'utf8')) as {
      release_time: number;
    };
    return release_time;
  } catch {
    return null;
  }
}

async function storageOf({ database, config }: ServerContext): Promise<SystemState['storage']> {
  const { pool } = database;
  const size = await pool.query<{ bytes: number }>('SELECT pg_database_size(current_database()) AS bytes');
  const tables = await pool.query<{ name: string; bytes: number; rows: number | null }>(
    `SELECT relname AS name, pg_total_relation_size(oid) AS bytes, CASE WHEN reltuples < 0 THEN NULL ELSE reltuples::int8 END AS rows
       FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 2 DESC LIMIT ${TABLES_MOST}`,
  );
  const files = await pool.query<{ count: number; bytes: number }>(
    'SELECT count(*) AS count, coalesce(sum(size), 0)::int8 AS bytes FROM files',
  );
  const room = config.dataDir === undefined ? null : await statfs(config.dataDir).catch(() => null);
  return {
    database: size.rows[0]?.bytes ?? 0,
    tables: tables.rows,
    files: files.rows[0] ?? { count: 0, bytes: 0 },
    free: room && room.bavail * room.bsize,
  };
}

/** Reads everything that the System page shows. */
export async function readSystem(context: ServerContext, registry: Registry): Promise<SystemState> {
  const { database, config } = context;
  const { pool } = database;
  const version = await pool.query<{ version: string; migrations: number }>(
    `SELECT current_setting('server_version') AS version, (SELECT count(*) FROM drizzle.__drizzle_migrations) AS migrations`,
  );
  const log = await pool.query<{ entries: number; oldest: number | null }>(
    'SELECT count(*) AS entries, (SELECT at FROM audit_logs ORDER BY id LIMIT 1) AS oldest FROM audit_logs',
  );
  const connections = await figures(registry, 'ops_database_connections');
  const rows = await figures(registry, 'ops_import_rows');
  const jobs = await figures(registry, 'ops_jobs');
  const notifications = await figures(registry, 'ops_notifications');
  const { rss, heapUsed } = process.memoryUsage();
  const kind = database.kind === 'embedded' ? 'Embedded PostgreSQL' : 'PostgreSQL';
  return {
    versions: {
      server: RELEASE.version,
      node: process.version,
      database: `${kind} ${version.rows[0]?.version ?? ''}`,
      contract: CONTRACT_VERSION,
      migrations: version.rows[0]?.migrations ?? 0,
      lastMigration: RELEASE.lastMigration,
      console: consoleRelease(config.clientDir),
    },
    startedAt: Math.floor(Date.now() / 1000 - process.uptime()),
    memory: { resident: rss, heap: heapUsed },
    checks: await readyChecks(database, config.dataDir),
    calls: await callsOf(registry),
    streams: (await figures(registry, 'ops_event_streams'))[0]?.value ?? 0,
    pool: {
      total: valueBy(connections, 'total'),
      idle: valueBy(connections, 'idle'),
      waiting: valueBy(connections, 'waiting'),
    },
    jobs: jobs.map(({ labels, value }) => ({
      kind: String(labels['kind']),
      state: String(labels['state']),
      count: value,
    })),
    importRows: { done: valueBy(rows, 'done'), total: valueBy(rows, 'total') },
    notifications: notifications.map(({ labels, value }) => ({ state: String(labels['state']), count: value })),
    feedLag: (await figures(registry, 'ops_feed_lag_transactions'))[0]?.value ?? 0,
    storage: await storageOf(context),
    log: { entries: log.rows[0]?.entries ?? 0, oldest: log.rows[0]?.oldest ?? null, days: config.logDays ?? 0 },
  };
}

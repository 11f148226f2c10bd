import type { FastifyInstance } from 'fastify';
import { timingSafeEqual, createHash } from 'node:crypto';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { EVENTS_PATH } from '../../contract/feed.ts';
import type { ServerContext } from '../context.ts';
import { DATABASE_MILLIS, within } from './checks.ts';

/**
 * Prometheus metrics about calls, jobs, event streams, the database pool, the change feed and imports. Their labels are
 * routes, never people or records.
 */

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Counts what the server does, for the System page and for Prometheus. /api/metrics requires the token; if no token is
 * configured, the path does not exist.
 */
export function serveMetrics(app: FastifyInstance, context: ServerContext, token: string | undefined): Registry {
  const registry = new Registry();
  const registers = [registry];
  const calls = new Counter({
    name: 'ops_calls_total',
    help: 'Calls by method, route and status',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const seconds = new Histogram({
    name: 'ops_call_seconds',
    help: 'Time to answer a call, without event streams',
    labelNames: ['method', 'route'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const streams = new Gauge({ name: 'ops_event_streams', help: 'Open event streams', registers });
  const gauge = (
    name: string,
    help: string,
    read: (own: Gauge<'kind' | 'state'>) => Promise<void> | void,
    labels: ('kind' | 'state')[] = [],
  ) =>
    new Gauge({
      name,
      help,
      labelNames: labels,
      registers,
      async collect() {
        this.reset();
        // The other metrics matter most when the database does not respond.
        const reading = Promise.resolve(read(this as Gauge<'kind' | 'state'>));
        await within(DATABASE_MILLIS, reading).catch(() => this.reset());
      },
    });
  const { pool } = context.database;
  gauge(
    'ops_database_connections',
    'Connections of the pool by state',
    own => {
      own.set({ state: 'total' }, pool.totalCount);
      own.set({ state: 'idle' }, pool.idleCount);
      own.set({ state: 'waiting' }, pool.waitingCount);
    },
    ['state'],
  );
  gauge(
    'ops_jobs',
    'Background jobs by kind and state',
    async own => {
      const { rows } = await pool.query<{ kind: string; state: string; count: number }>(
        `SELECT kind, CASE alive_at WHEN 0 THEN 'waiting' ELSE 'running' END AS state, count(*) AS count FROM jobs GROUP BY 1, 2`,
      );
      for (const { kind, state, count } of rows) own.set({ kind, state }, Number(count));
    },
    ['kind', 'state'],
  );
  gauge(
    'ops_import_rows',
    'Rows of running imports: done and total',
    async own => {
      const { rows } = await pool.query<{ done: number; total: number }>(
        `SELECT coalesce(sum(done), 0) AS done, coalesce(sum(total), 0) AS total FROM imports WHERE state IN ('queued', 'checking', 'applying')`,
      );
      own.set({ state: 'done' }, Number(rows[0]?.done ?? 0));
      own.set({ state: 'total' }, Number(rows[0]?.total ?? 0));
    },
    ['state'],
  );
  gauge(
    'ops_notifications',
    'Notifications by state',
    async own => {
      const { rows } = await pool.query<{ state: string; count: number }>(
        `SELECT state, count(*) AS count FROM notify_deliveries WHERE state IN ('waiting', 'sending', 'failed') GROUP BY 1`,
      );
      for (const { state, count } of rows) own.set({ state }, Number(count));
    },
    ['state'],
  );
  gauge(
    'ops_feed_lag_transactions',
    'Transactions between the oldest one under way and the next: readers of the change feed wait for it',
    async own => {
      const { rows } = await pool.query<{ lag: number }>(
        `SELECT (pg_snapshot_xmax(s)::text::int8 - pg_snapshot_xmin(s)::text::int8) AS lag FROM pg_current_snapshot() AS s`,
      );
      own.set(Number(rows[0]?.lag ?? 0));
    },
  );

  const isStream = (route: string): boolean => route.endsWith(EVENTS_PATH);
  app.addHook('onRequest', async (request, reply) => {
    if (!isStream(request.routeOptions.url ?? '')) return;
    streams.inc();
    // An event stream usually ends because its client disconnects, and then the response never finishes.
    reply.raw.once('close', () => streams.dec());
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    calls.inc({ method: request.method, route, status: String(reply.statusCode) });
    if (!isStream(route)) seconds.observe({ method: request.method, route }, reply.elapsedTime / 1000);
  });

  if (token === undefined || token === '') return registry;
  collectDefaultMetrics({ register: registry });
  const wanted = digest(`Bearer ${token}`);
  app.get('/api/metrics', async (request, reply) => {
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), wanted))
      return reply
        .code(401)
        .header('www-authenticate', 'Bearer')
        .type('text/plain')
        .send('The token of OPS_METRICS_TOKEN is required.');
    return reply.type(registry.contentType).send(await registry.metrics());
  });
  return registry;
}

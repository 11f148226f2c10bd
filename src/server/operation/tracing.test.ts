import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createWorld, type World } from '../../../tests/support/serverFixture.ts';
import { parentOf, startTracing } from './tracing.ts';

/** Tests tracing with a small OTLP/HTTP collector. */

interface Received {
  name: string;
  kind: number;
  traceId: string;
  parentSpanId?: string;
  status: { code?: number };
  attributes: { key: string; value: { stringValue?: string; intValue?: number | string; boolValue?: boolean } }[];
}
interface Request {
  resourceSpans: {
    resource: { attributes: Received['attributes'] };
    scopeSpans: { spans: Received[] }[];
  }[];
}

let collector: Server;
let url: string;
let bodies: string[];
/** How the collector responds to each request; it never responds to held ones. */
let answer: 'ok' | 'refused' | 'held';
let problems: string[];
let world: World | null;

beforeEach(async () => {
  [bodies, answer, problems, world] = [[], 'ok', [], null];
  collector = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      bodies.push(Buffer.concat(chunks).toString());
      if (answer === 'held') return;
      response.writeHead(answer === 'ok' ? 200 : 400, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>(resolve => collector.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/v1/traces`;
});
afterEach(async () => {
  await world?.close();
  collector.closeAllConnections();
  await new Promise(resolve => collector.close(resolve));
});

const start = async (more: { sendMillis?: number; to?: string } = {}): Promise<World> => {
  const settings = { url: more.to ?? url, service: 'ops-test', sendMillis: more.sendMillis ?? 5_000 };
  const tracing = await startTracing(settings, '1.2.3', text => problems.push(text));
  world = await createWorld('embedded', { tracing });
  return world;
};
const stop = async (): Promise<void> => {
  await world?.close();
  world = null;
};
const spans = (): Received[] =>
  bodies.flatMap(body =>
    (JSON.parse(body) as Request).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(own => own.spans)),
  );
/**
 * Returns the spans with a name. Those for which the shutdown did not wait still arrive as long as the process runs.
 */
const received = async (name: string): Promise<void> =>
  await expect.poll(() => spans().map(own => own.name), { timeout: 20_000 }).toContain(name);
const valuesOf = ({ attributes }: Pick<Received, 'attributes'>): Record<string, unknown> =>
  Object.fromEntries(
    attributes.map(({ key, value: { stringValue, intValue, boolValue } }) => [
      key,
      stringValue ?? boolValue ?? Number(intValue),
    ]),
  );

it('each call and each job gets a span without typed text, which is sent before the server stops', async () => {
  const { as } = await start();
  const admin = await as('admin');
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01`, 'x-ops-entity': 'ID' };
  await admin.call('/opa/users/someone@secret.example?q=typed', { headers });
  await admin.call('/channelLocationService?channelId=10021');
  await admin.call('/v2/ops/system/verify-log', { body: {} });
  const ended = async () =>
    (await admin.data<{ tasks: { endedAt: number | null }[] }>('/v2/ops/system/tasks')).tasks.every(
      ({ endedAt }) => endedAt !== null,
    );
  await expect.poll(ended, { timeout: 20_000 }).toBe(true);
  await stop();
  await received('job system');

  const call = spans().find(({ name }) => name === 'GET /api/opa/users/:id');
  expect(call).toMatchObject({ traceId, parentSpanId: '00f067aa0ba902b7', kind: 2 });
  expect(valuesOf(call as Received)).toEqual({
    'http.request.method': 'GET',
    'http.route': '/api/opa/users/:id',
    'http.response.status_code': 404,
  });
  const list = spans().find(({ name }) => name === 'GET /api/channelLocationService');
  expect(valuesOf(list as Received)).toMatchObject({ 'http.response.status_code': 200 });
  expect(list?.parentSpanId ?? '').toBe('');
  const job = spans().find(({ name }) => name === 'job system');
  expect(valuesOf(job as Received)).toEqual({ 'ops.job.kind': 'system', 'ops.job.end': 'done' });
  const { resource } = (JSON.parse(bodies[0] ?? '') as Request).resourceSpans[0] ?? { resource: { attributes: [] } };
  expect(valuesOf(resource)).toMatchObject({ 'service.name': 'ops-test', 'service.version': '1.2.3' });
  expect(bodies.join('')).not.toMatch(/secret|typed|admin@|correct horse|10021|ops_session/);
  expect(problems).toEqual([]);
});

it('a call gets no span if its caller does not sample the trace', async () => {
  const { as } = await start();
  const admin = await as('admin');
  await admin.call('/sls/channels', { headers: { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00` } });
  await stop();
  await received('POST /api/login');
  expect(spans().map(({ name }) => name)).toEqual(['POST /api/login']);
});

it('a collector that fails or never responds delays neither calls nor the shutdown', async () => {
  for (const how of ['away', 'refused', 'held'] as const) {
    answer = how === 'away' ? 'ok' : how;
    const to = how === 'away' ? 'http://127.0.0.1:1/v1/traces' : url;
    const { as } = await start({ to, sendMillis: 3_600_000 });
    expect((await (await as('admin')).call('/sls/channels')).status).toBe(200);
    // Without a time limit, the shutdown would wait an hour for the collector.
    await stop();
  }
  await expect.poll(() => problems, { timeout: 20_000 }).toContainEqual(expect.stringMatching(/^Traces could not be/));
});

it.each([
  ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', 1],
  ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00', 0],
  ['cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-03-later', 1],
])('the parent span is read from the header %s', (header, traceFlags) => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  expect(parentOf(header)).toEqual({ traceId, spanId: '00f067aa0ba902b7', traceFlags, isRemote: true });
});

it.each([
  undefined,
  '',
  'ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
  `00-4bf92f3577b34da6a3ce929d0e0e4736-${'0'.repeat(16)}-01`,
  '00-4bf92f35-00f067aa0ba902b7-01',
  ['a', 'b'],
])('the invalid trace header %s is ignored', header => expect(parentOf(header)).toBeNull());

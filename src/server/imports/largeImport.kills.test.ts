import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { areasCsv } from '../../../tests/support/importing.ts';
import { ensureBuilt } from '../../../tests/support/builtServer.ts';
import { freePort, ServerProcess } from '../../../tests/support/serverProcess.ts';
import { createPostgresDatabase } from '../../../tests/support/testDatabase.ts';
import type { ImportReceipt } from '../../contract/imports/calls.ts';

/**
 * Runs imports that are too large for one transaction of the embedded database, in a real server that is killed in the
 * middle.
 */

const cleanUps: (() => Promise<void> | void)[] = [];
beforeAll(ensureBuilt, 200_000);
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

class Client {
  cookie = '';
  constructor(readonly url: string) {}

  async signIn(): Promise<void> {
    const answer = await fetch(`${this.url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'id.editor@ops.example', password: 'ops-demo' }),
    });
    this.cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  }

  async call<T>(
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; data: T }> {
    const answer = await fetch(`${this.url}/api${path}`, {
      headers: {
        cookie: this.cookie,
        'x-ops-entity': 'ID',
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    });
    return { status: answer.status, data: ((await answer.json()) as { data: T }).data };
  }

  async upload(bytes: Buffer): Promise<string> {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(bytes)]), 'large.csv');
    const headers = { cookie: this.cookie, 'x-ops-entity': 'ID' };
    const answer = await fetch(`${this.url}/api/v2/sls/forward/file`, { method: 'POST', headers, body: form });
    return ((await answer.json()) as { data: { url: string } }).data.url;
  }

  async total(channelId: number, filter = ''): Promise<number> {
    const { data } = await this.call<{ total: number }>(
      `/channelLocationService?channelId=${channelId}&count=10${filter}`,
    );
    return data.total;
  }

  imported = (id: string) => this.call<ImportReceipt>(`/v2/ops/imports/${id}`);

  /** Waits until an import meets a condition, such as having applied some rows or having ended. */
  async until(id: string, done: (receipt: ImportReceipt) => boolean): Promise<ImportReceipt> {
    for (let tries = 0; tries < 4_000; tries++) {
      const { data } = await this.imported(id);
      if (done(data)) return data;
      await pause(15);
    }
    throw new Error('the import did not come so far');
  }
}

async function makeServer(env: Record<string, string>): Promise<ServerProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ops-large-import-'));
  cleanUps.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const server = new ServerProcess({
    port: await freePort(),
    dataDir,
    env: { OPS_DEMO: '1', OPS_DEMO_SCALE: 'small', ...env },
  });
  cleanUps.push(() => server.stop('SIGKILL'));
  return server;
}

const isEnded = ({ state }: ImportReceipt): boolean => ['applied', 'refused', 'review', 'failed'].includes(state);

/** Kills the server during an import, starts it again, and undoes the import at the end. */
async function killInTheMiddle(server: ServerProcess, stepwise: boolean): Promise<boolean[]> {
  await server.start();
  const client = new Client(server.url);
  await client.signIn();
  const { data: channels } = await client.call<{ list: { channelId: number }[] }>(
    '/channelLocationService/getChannelIds',
  );
  const { data: set } = await client.call<{ segments: { id: string }[] }>(
    '/v2/ops/segments?collection=locations&entity=ID',
  );
  const places: number[] = [];
  for (const { id } of set.segments) {
    const { data } = await client.call<{ columns: { locationId: number[] } }>(`/v2/ops/segments/${id}`);
    places.push(...data.columns.locationId);
  }
  const used = channels.list.slice(0, 4).map(({ channelId }) => channelId);
  const rows = used.flatMap(channelId =>
    ['Standard', 'SBS'].flatMap(type => places.map(place => [channelId, type, place, 'No', 'No', 'No', 'No', 1])),
  );
  expect(rows.length).toBeGreaterThan(20_000);
  const totals = () => Promise.all(used.map(channelId => client.total(channelId)));
  const before = await totals();
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
  const whole = used.map(() => places.length * 2);
  expect(sum(before)).toBeLessThan(sum(whole));

  const flags = { canDeliver: true, canCOD: false, canPickup: false, canCODPickup: false };
  const write = (channelId: number) =>
    client.call('/channelLocationService/add', { channelId, type: 1, locationId: places.at(-1), ...flags });

  const url = await client.upload(areasCsv(rows));
  const key = { 'idempotency-key': 'large-import' };
  const asked = { fileUrlList: [url], background: true };
  const { data: queued } = await client.call<ImportReceipt>('/channelLocationService/import', asked, key);
  const seen = await client.until(queued.id, receipt => receipt.done > 0 || isEnded(receipt));
  expect(seen.state).toBe('applying');
  // Whether writes are refused, both to one of the import's channels and to another channel.
  const other = channels.list[4]?.channelId as number;
  const closed = stepwise ? [(await write(used[0] as number)).status === 503, (await write(other)).status === 503] : [];
  await server.stop('SIGKILL');

  await server.start();
  // The server accepts requests while the import continues. The import's channels stay locked until it is done; other
  // channels are not locked.
  const resumed = stepwise ? [(await write(used[0] as number)).status, (await write(other)).status] : [];
  expect(resumed).toEqual(stepwise ? [503, 409] : []);
  const { data: again } = await client.call<ImportReceipt>('/channelLocationService/import', asked, key);
  expect(again.id).toBe(queued.id);
  const done = await client.until(queued.id, isEnded);
  expect(done).toMatchObject({ state: 'applied', failList: [] });
  expect(await totals()).toEqual(whole);
  expect(await client.total(used[0] as number, '&displayUnsupported=false')).toBe(0);
  const log = await client.call<{ list: { operator_type: string }[] }>(
    '/ops/audit-logs/business?code=channel_management.serviceable_area',
  );
  expect(log.data.list.filter(entry => entry.operator_type === 'Import')).toHaveLength(1);

  expect((await write(used[0] as number)).status).toBe(409);
  const { data: twice } = await client.call<ImportReceipt>('/channelLocationService/import', { fileUrlList: [url] });
  expect(twice).toMatchObject({ state: 'applied', repeated: false, counts: { added: 0, changed: 0, removed: 0 } });

  const back = await client.call<ImportReceipt>(`/v2/ops/imports/${queued.id}/revert`, {});
  expect(back.data).toMatchObject({ state: 'applied', reverts: queued.id });
  expect(await totals()).toEqual(before);
  return closed;
}

describe('kill -9 during a large import', () => {
  it('a stepwise import into the embedded database is all or nothing, and only its channels are locked', async () => {
    expect(await killInTheMiddle(await makeServer({}), true)).toEqual([true, false]);
  }, 300_000);
});

describe.skipIf(inject('postgresUrl') === null)('kill -9 during a large import on PostgreSQL', () => {
  it('on PostgreSQL, a large import is all or nothing', async () => {
    const { url, drop } = await createPostgresDatabase();
    cleanUps.push(drop);
    expect(await killInTheMiddle(await makeServer({ DATABASE_URL: url }), false)).toEqual([]);
  }, 300_000);
});

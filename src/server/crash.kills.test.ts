import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { ensureBuilt } from '../../tests/support/builtServer.ts';
import { freePort, ServerProcess } from '../../tests/support/serverProcess.ts';
import { createPostgresDatabase } from '../../tests/support/testDatabase.ts';
import type { ChannelLocationRow } from '../contract/channelLocation.ts';

/** Runs the real server as a process and kills it without warning while writes are in progress. */

const cleanUps: (() => Promise<void> | void)[] = [];

beforeAll(ensureBuilt, 200_000);
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function makeServer(env: Record<string, string>): Promise<ServerProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ops-crash-'));
  cleanUps.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const server = new ServerProcess({
    port: await freePort(),
    dataDir,
    env: { OPS_DEMO: '1', OPS_DEMO_SCALE: 'small', ...env },
  });
  cleanUps.push(() => server.stop('SIGKILL'));
  return server;
}

async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'id.editor@ops.example', password: 'ops-demo' }),
  });
  expect(answer.status).toBe(200);
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

type Reply = { status: number; replayed: boolean; row: ChannelLocationRow | null };

async function post(url: string, cookie: string, key: string, body: object): Promise<Reply> {
  const answer = await fetch(`${url}/api/channelLocationService/update`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie, 'idempotency-key': key },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  });
  const text = (await answer.json()) as { data: ChannelLocationRow | null };
  return { status: answer.status, replayed: answer.headers.has('idempotent-replayed'), row: text.data };
}

async function rowsOf(url: string, cookie: string): Promise<ChannelLocationRow[]> {
  const answer = await fetch(`${url}/api/channelLocationService?channelId=10021&type=0&count=50`, {
    headers: { cookie },
  });
  return ((await answer.json()) as { data: { list: ChannelLocationRow[] } }).data.list;
}

/**
 * Writes over several connections until the server is gone. Returns the acknowledged writes and the writes without a
 * reply.
 */
async function writeUntilGone(url: string, cookie: string, rows: readonly ChannelLocationRow[], round: number) {
  const acknowledged = new Map<number, number>();
  const open = new Map<string, object>();
  const writer = async (row: ChannelLocationRow) => {
    for (let index = 0; ; index++) {
      const key = `r${round}-${row.locationId}-${index}`;
      const body = {
        channelId: row.channelId,
        locationId: row.locationId,
        type: row.type,
        canDeliver: index % 2 === 0,
        canCOD: false,
        canPickup: true,
        canCODPickup: false,
      };
      open.set(key, body);
      try {
        const reply = await post(url, cookie, key, body);
        expect(reply.status).toBe(200);
        acknowledged.set(row.locationId, reply.row?.version ?? 0);
        open.delete(key);
      } catch {
        return;
      }
    }
  };
  const writing = Promise.all(rows.map(writer));
  return { acknowledged, open, writing };
}

/** @returns the sum of the acknowledged versions */
async function surviveKills(server: ServerProcess): Promise<number> {
  let total = 0;
  await server.start();
  const cookie = await signIn(server.url);
  for (let round = 0; round < 2; round++) {
    const rows = (await rowsOf(server.url, cookie)).slice(0, 8);
    const { acknowledged, open, writing } = await writeUntilGone(server.url, cookie, rows, round);
    await expect.poll(() => acknowledged.size, { timeout: 30_000 }).toBeGreaterThan(3);
    await setTimeout(200 + round * 333);
    await server.stop('SIGKILL');
    await writing;
    expect(acknowledged.size).toBeGreaterThan(3);
    for (const version of acknowledged.values()) total += version;

    await server.start();
    const after = new Map((await rowsOf(server.url, cookie)).map(row => [row.locationId, row.version]));
    for (const [locationId, version] of acknowledged) {
      // No acknowledged write is missing. At most, the write whose reply was lost has been applied as well.
      expect(after.get(locationId)).toBeGreaterThanOrEqual(version);
      expect(after.get(locationId)).toBeLessThanOrEqual(version + 1);
    }
    // Resends the writes without a reply, using the same keys. Each is applied exactly once, whether or not it had
    // already taken effect (OB3).
    for (const [key, body] of open) {
      const { locationId } = body as ChannelLocationRow;
      const reply = await post(server.url, cookie, key, body);
      expect(reply.status).toBe(200);
      expect(reply.row?.version).toBe(
        (acknowledged.get(locationId) ?? reply.row?.version ?? 1) + (acknowledged.has(locationId) ? 1 : 0),
      );
      expect((await post(server.url, cookie, key, body)).replayed).toBe(true);
    }
  }
  return total;
}

describe('kill -9 during writes', () => {
  it('no acknowledged write is lost on the embedded database', async () => {
    expect(await surviveKills(await makeServer({}))).toBeGreaterThan(20);
  }, 120_000);
});

describe.skipIf(inject('postgresUrl') === null)('kill -9 during writes on PostgreSQL', () => {
  it('no acknowledged write is lost on PostgreSQL', async () => {
    const { url, drop } = await createPostgresDatabase();
    cleanUps.push(drop);
    expect(await surviveKills(await makeServer({ DATABASE_URL: url }))).toBeGreaterThan(20);
  }, 120_000);
});

describe('starting and stopping', () => {
  it('a second server on the same data folder or port is refused, and the first one stops quickly', async () => {
    const first = await makeServer({});
    await first.start();
    const sameFolder = new ServerProcess({ ...first.options, port: await freePort() });
    await expect(sameFolder.start()).rejects.toThrow(/ended with 1:[\s\S]*is in use by another Ops Portal server/);
    const samePort = await makeServer({ OPS_DEMO: '0' });
    const clash = new ServerProcess({ ...samePort.options, port: first.options.port });
    await expect(clash.start()).rejects.toThrow(/ended with 1:[\s\S]*Port \d+ is in use/);
    const wrong = new ServerProcess({ ...samePort.options, env: { PORT: 'eighty' } });
    await expect(wrong.start()).rejects.toThrow(/PORT is "eighty", but it must be a whole number/);

    const cookie = await signIn(first.url);
    const stream = await fetch(`${first.url}/api/v2/ops/events?entity=ID`, { headers: { cookie } });
    expect(stream.status).toBe(200);
    const started = Date.now();
    await first.stop('SIGTERM');
    expect(Date.now() - started).toBeLessThan(2_000);
    await stream.body?.cancel().catch(() => undefined);
  }, 120_000);
});

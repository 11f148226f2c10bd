import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startPostgres, type PostgresServer } from '../../../tests/support/postgresServer.ts';
import { listRows, openStream, startWriters } from '../../../tests/support/serverLoad.ts';
import { freePort, ServerProcess } from '../../../tests/support/serverProcess.ts';

/** Longer than the idle_in_transaction_session_timeout that the server sets (db/open.ts). */
const STOPPED_MILLIS = 64_000;

describe.skipIf(inject('postgresUrl') === null)('a server process with its own PostgreSQL', () => {
  let postgres: PostgresServer;
  let server: ServerProcess;
  let cookie: string;
  let dataDir: string;
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'ops-restart-'));
    postgres = await startPostgres();
    server = new ServerProcess({
      port: await freePort(),
      dataDir,
      command: [process.execPath, '--import', 'tsx', join(import.meta.dirname, '..', 'main.ts')],
      env: { OPS_DEMO: '1', OPS_DEMO_SCALE: 'small', DATABASE_URL: await postgres.createDatabase('restarted') },
    });
    await server.start();
    const answer = await fetch(`${server.url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'id.editor@ops.example', password: 'ops-demo' }),
    });
    cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  });
  afterAll(async () => {
    await server.stop('SIGKILL');
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  /**
   * Keeps writers and streams running while the database is disrupted, and checks that they recover.
   * @returns the statuses of all writes
   */
  async function survive(happens: () => Promise<void>): Promise<Map<number, number>> {
    const { pid } = server;
    const streams = await Promise.all(Array.from({ length: 6 }, () => openStream(server.url, cookie)));
    const writers = startWriters(server.url, cookie, (await listRows(server.url, cookie)).slice(0, 8));
    try {
      await writers.progress();
      await happens();
      await writers.progress(60_000);
      const before = streams.map(stream => stream.changes());
      await expect
        .poll(() => streams.every((stream, at) => stream.changes() > (before[at] ?? 0)), { timeout: 30_000 })
        .toBe(true);
      expect(streams.filter(stream => stream.ended())).toEqual([]);
    } finally {
      await writers.stop();
      for (const stream of streams) stream.close();
    }
    const versions = new Map((await listRows(server.url, cookie)).map(row => [row.locationId, row.version]));
    for (const [id, version] of writers.acknowledged) expect(versions.get(id)).toBeGreaterThanOrEqual(version);
    expect(server.pid).toBe(pid);
    process.kill(pid ?? 0, 0);
    return writers.statuses;
  }

  it('the server recovers from two restarts of PostgreSQL with streams open and writes in progress', async () => {
    for (let round = 0; round < 2; round++) {
      const statuses = await survive(() => postgres.restart());
      expect(statuses.get(503)).toBeGreaterThan(0);
      expect([...statuses.keys()].filter(status => status !== 200 && status !== 503)).toEqual([]);
    }
  }, 180_000);

  it('the server recovers after being suspended for longer than a transaction may be idle', async () => {
    const { pid = 0 } = server;
    const statuses = await survive(async () => {
      process.kill(pid, 'SIGSTOP');
      try {
        await pause(STOPPED_MILLIS);
      } finally {
        process.kill(pid, 'SIGCONT');
      }
    });
    expect([...statuses.keys()].filter(status => status !== 200 && status !== 503)).toEqual([]);
  }, 240_000);
});

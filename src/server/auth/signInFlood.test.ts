import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort, ServerProcess } from '../../../tests/support/serverProcess.ts';
import { migrate } from '../migrate/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { createAdmin } from '../routes/admin/createAdmin.ts';

/** Runs the real server as a process while somebody without an account floods it with sign-ins. */

const MAIN = [process.execPath, '--import', 'tsx', join(import.meta.dirname, '..', 'main.ts')];
const AT_ONCE = 600;
const KNOWN = ['admin@flood.example', 'correct horse'] as const;

/** Creates a database with a single account, because loading the demo would take longer than all sign-ins. */
async function fill(dataDir: string): Promise<void> {
  const database = await openDatabase({ dataDir });
  try {
    await migrate(database);
    await createAdmin(database.pool, ...KNOWN, 0);
  } finally {
    await database.close();
  }
}

describe('the server during a flood of sign-ins', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'ops-flood-'));
  let server: ServerProcess;
  beforeAll(async () => {
    await fill(dataDir);
    server = new ServerProcess({
      port: await freePort(),
      dataDir,
      command: MAIN,
      env: { OPS_DEMO: '0' },
    });
    await server.start();
  });
  afterAll(async () => {
    await server.stop('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  });

  const signIn = (email: string, password: string, signal = AbortSignal.timeout(60_000)) =>
    fetch(`${server.url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
      signal,
    });
  const timed = async (work: () => Promise<Response>): Promise<[status: number, millis: number]> => {
    const started = performance.now();
    const answer = await work();
    await answer.arrayBuffer();
    return [answer.status, performance.now() - started];
  };

  it('a flood of sign-ins does not block other requests, and nobody has to wait long', async () => {
    const version = () =>
      timed(() => fetch(`${server.url}/api/v2/ops/version`, { signal: AbortSignal.timeout(20_000) }));
    await version();
    const flood = Promise.all(
      Array.from({ length: AT_ONCE }, async (_, n) => {
        const answer = await signIn(`nobody${n}@flood.example`, 'wrong');
        await answer.arrayBuffer();
        return [answer.status, Number(answer.headers.get('retry-after'))] as const;
      }),
    );
    const versions: (readonly [number, number])[] = [];
    const flooding = { ended: false };
    void flood.finally(() => (flooding.ended = true));
    while (!flooding.ended) {
      versions.push(await version());
      await pause(50);
    }
    const answers = await flood;
    expect(versions.length).toBeGreaterThan(0);
    expect(versions.every(([status]) => status === 200)).toBe(true);
    const took = versions.map(([, millis]) => millis).sort((a, b) => a - b);
    expect(took[Math.floor(took.length / 2)]).toBeLessThan(2_000);
    const statuses = new Set(answers.map(([status]) => status));
    expect([...statuses].every(status => [401, 429, 503].includes(status))).toBe(true);
    // Only two run at a time and the queue is short, so most attempts are refused immediately, with a Retry-After.
    expect(answers.filter(([status]) => status === 401).length).toBeLessThanOrEqual(100);
    expect(answers.every(([status, after]) => status === 401 || after > 0)).toBe(true);
    expect((await signIn(...KNOWN)).status).toBe(200);
  }, 120_000);

  it('passwords are not hashed for clients that have disconnected', async () => {
    const leave = new AbortController();
    const gone = Array.from({ length: 20 }, (_, n) => signIn(`left${n}@flood.example`, 'wrong', leave.signal));
    await pause(150);
    leave.abort();
    await Promise.allSettled(gone);
    const [status, millis] = await timed(() => signIn(...KNOWN));
    expect(status).toBe(200);
    const [, alone] = await timed(() => signIn(...KNOWN));
    // The sign-in waits for the two attempts that had already started, not for all twenty.
    expect(millis).toBeLessThan(alone * 6 + 1_000);
  }, 60_000);

  it('SIGTERM ends the server in time and releases the data folder', async () => {
    const flood = Promise.allSettled(Array.from({ length: 60 }, (_, n) => signIn(`late${n}@flood.example`, 'wrong')));
    await pause(200);
    const started = performance.now();
    await server.stop('SIGTERM');
    expect(performance.now() - started).toBeLessThan(4_000);
    await flood;
    await server.start();
    expect((await signIn(...KNOWN)).status).toBe(200);
  }, 120_000);
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import type { BillRow } from '../../contract/recon.ts';
import { ensureBuilt } from '../../../tests/support/builtServer.ts';
import { freePort, ServerProcess } from '../../../tests/support/serverProcess.ts';
import { createPostgresDatabase } from '../../../tests/support/testDatabase.ts';

/**
 * Two processes read and compare bills in one PostgreSQL database, and one of them is killed in the middle (issue 30,
 * section 5).
 */

const BILLS = 8;
const PARCELS = 2_400;
/** The charges of each parcel in the currency of the bill: freight and fuel. */
const [FREIGHT, FUEL] = [9_000, 100];
/** A supplier in the Indonesian demo, whose files have one row per charge. */
const SUPPLIER = 101;

const cleanUps: (() => Promise<unknown> | void)[] = [];
beforeAll(ensureBuilt, 200_000);
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** A person who is signed in to one of the processes. */
class Person {
  private cookie = '';
  constructor(private readonly server: ServerProcess) {}

  async signIn(): Promise<this> {
    const answer = await this.fetch('/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'id.editor@ops.example', password: 'ops-demo' }),
    });
    this.cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    return this;
  }

  private async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { ...(init.headers as Record<string, string>), cookie: this.cookie };
    const answer = await fetch(`${this.server.url}/api${path}`, {
      ...init,
      headers,
      signal: AbortSignal.timeout(30_000),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  }

  async data<T>(path: string, init?: RequestInit): Promise<T> {
    return ((await (await this.fetch(path, init)).json()) as { data: T }).data;
  }

  /**
   * Uploads and submits a bill.
   * @returns its number
   */
  async submit(layoutId: number, billNo: string, lines: readonly string[]): Promise<number> {
    const form = new FormData();
    form.set('business', 'ssc-ops');
    form.set('file', new Blob([`${lines.join('\n')}\n`]), `${billNo}.csv`);
    const { url } = await this.data<{ url: string }>('/v2/sls/forward/file', { method: 'POST', body: form });
    const params = { supplier_id: SUPPLIER, layout_id: layoutId, bill_no: billNo, bill_day: '2026-08-31' };
    const { id } = await this.data<{ id: number }>('/sls-ops/recon/submit', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-business-params': encodeURIComponent(JSON.stringify(params)),
      },
      body: JSON.stringify({ url }),
    });
    return id;
  }

  /** Returns the states of the bills with these numbers. */
  async states(ids: readonly number[]): Promise<string[]> {
    const bills = await Promise.all(ids.map(id => this.data<BillRow>(`/v2/ops/recon/bills/${id}`)));
    return bills.map(({ state }) => state);
  }
}

const linesOf = (bill: number): string[] => [
  'Tracking,Shipped,Weight,Code,Amount',
  ...Array.from({ length: PARCELS }, (_, n) => `K${bill}-${n},2026-08-03,1`).flatMap(parcel => [
    `${parcel},FREIGHT,${FREIGHT}`,
    `${parcel},FUEL,${FUEL}`,
  ]),
];

describe.skipIf(inject('postgresUrl') === null)(
  'kill -9 while two processes read bills in one PostgreSQL database',
  () => {
    it('every bill is processed completely, and each of its charges is stored exactly once', async () => {
      const { url, drop } = await createPostgresDatabase();
      cleanUps.push(drop);
      const dataDir = mkdtempSync(join(tmpdir(), 'ops-bills-'));
      cleanUps.push(() => rmSync(dataDir, { recursive: true, force: true }));
      const make = async () => {
        const env = { DATABASE_URL: url, OPS_DEMO: '1', OPS_DEMO_SCALE: 'small' };
        const server = new ServerProcess({ port: await freePort(), dataDir, env });
        cleanUps.push(() => server.stop('SIGKILL'));
        await server.start();
        return server;
      };
      const [first, second] = [await make(), await make()];
      const [one, other] = [await new Person(first).signIn(), await new Person(second).signIn()];
      const { list } = await one.data<{ list: { id: number; supplier_id: number }[] }>('/v2/ops/recon/layouts');
      const layoutId = list.find(({ supplier_id: id }) => id === SUPPLIER)?.id ?? 0;
      const ids: number[] = [];
      for (let bill = 0; bill < BILLS; bill++)
        ids.push(await (bill % 2 === 0 ? one : other).submit(layoutId, `KILL-${bill}`, linesOf(bill)));

      // Whether some bills are in progress and not all of them have been compared.
      const isMidway = (states: readonly string[]) =>
        states.some(state => state === 'reading' || state === 'comparing') && states.some(state => state !== 'ready');
      await expect.poll(async () => isMidway(await other.states(ids)), { timeout: 60_000, interval: 100 }).toBe(true);
      await setTimeout(300);
      await first.stop('SIGKILL');
      expect((await other.states(ids)).every(state => state === 'ready')).toBe(false);
      await expect
        .poll(async () => (await other.states(ids)).filter(state => state !== 'ready'), {
          timeout: 150_000,
          interval: 500,
        })
        .toEqual([]);

      const client = new Client({ connectionString: url });
      await client.connect();
      cleanUps.push(() => client.end());
      const { rows } = await client.query(
        `SELECT b.lines, b.refused,
              (SELECT count(*)::int4 FROM recon_parcels p WHERE p.bill_id = b.id) AS parcels,
              (SELECT count(*)::int4 FROM recon_parcels p WHERE p.bill_id = b.id AND p.status = 5 AND p.reason = '') AS waiting,
              (SELECT count(*)::int4 FROM recon_charges c WHERE c.bill_id = b.id) AS charges,
              (SELECT count(DISTINCT (parcel_id, file, row, n))::int4 FROM recon_charges c WHERE c.bill_id = b.id) AS once,
              (SELECT sum(parcels)::int4 FROM recon_counters c WHERE c.bill_id = b.id) AS counted,
              (SELECT (sum(billed) / 100000)::int8::text FROM recon_counters c WHERE c.bill_id = b.id) AS billed
         FROM recon_bills b WHERE b.id = ANY ($1::int4[]) ORDER BY b.id`,
        [ids],
      );
      const whole = {
        lines: 2 * PARCELS,
        refused: 0,
        parcels: PARCELS,
        waiting: 0,
        charges: 2 * PARCELS,
        once: 2 * PARCELS,
        counted: PARCELS,
        billed: String(PARCELS * (FREIGHT + FUEL)),
      };
      expect(rows).toEqual(Array.from({ length: BILLS }, () => whole));
    }, 600_000);
  },
);

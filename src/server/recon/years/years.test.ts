import * as fc from 'fast-check';
import * as duck from '@duckdb/node-api';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createWorld, type Caller, type World } from '../../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../../tests/support/testDatabase.ts';
import { openTestFiles, type TestFiles } from '../../../../tests/support/fileStores.ts';
import {
  addShipment,
  DAY,
  ordersOf,
  prepare,
  resetRecon,
  submit,
  startOver,
} from '../../../../tests/support/reconWorld.ts';
import { jobsEnded, storeBill, type StoredParcel } from '../../../../tests/support/yearsWorld.ts';
import type { CallOutput } from '../../../contract/call.ts';
import type { yearsReport } from '../../../contract/reconYears.ts';
import type { YearGroup } from '../../../domain/recon/years.ts';
import { SUM_LIMITS, WRITE_LIMITS, type YearsSum } from './api.ts';
import { archiveFile, archiveMissing, sweepArchives } from './archives.ts';
import { sumFiles, writeParquet } from './duck.ts';
import { writeArchive } from './write.ts';
import type { YearReports } from './yearReports.ts';

type Report = CallOutput<typeof yearsReport>;

const CONFIG = {
  clientDir: undefined,
  baseUrl: undefined,
  secure: false,
  trustProxy: false,
  tracker: true,
  yearReports: true,
};

/** The groups of the counters, as SQL. */
const COUNTED: Readonly<Partial<Record<YearGroup, string>>> = {
  supplier: 'b.supplier_id::text',
  channel: 'c.channel_id::text',
  year: 'left(b.month, 4)',
  month: 'b.month',
  status: 'c.status::text',
  reason: 'c.reason',
};

/**
 * Runs DuckDB in the test's own process, because starting a process for each of hundreds of requests would take
 * minutes.
 */
const INSIDE: YearReports = {
  problem: async () => null,
  write: paths => writeParquet(duck, WRITE_LIMITS, paths),
  sum: (ready, query) =>
    sumFiles(
      duck,
      SUM_LIMITS,
      ready.map(({ hash }) => hash),
      query,
    ),
  close: async () => undefined,
};

const texts = (sums: readonly YearsSum[]): string[] => sums.map(sum => JSON.stringify(sum)).sort();

const parcel = fc.record<StoredParcel>({
  status: fc.constantFrom(1, 3, 4),
  reason: fc.constantFrom('', 'weight', 'rate', 'noOrder'),
  channelId: fc.constantFrom(0, 10_021, 10_022),
  currency: fc.constantFrom('IDR', 'VND', ''),
  service: fc.constantFrom('', 'REG', 'It\'s "fast", they say', 'a\nb'),
  zone: fc.constantFrom('', 'A', '東'),
  billed: fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }),
  expected: fc.option(fc.bigInt({ min: 0n, max: 10n ** 25n })),
});
const bill = fc.record({
  supplierId: fc.constantFrom(100, 101),
  month: fc.constantFrom('2024-12', '2025-01', '2025-11', '2026-03'),
  parcels: fc.array(parcel, { minLength: 1, maxLength: 12 }),
});

const PARCEL: StoredParcel = {
  status: 1,
  reason: '',
  channelId: 10_021,
  currency: 'IDR',
  service: '',
  zone: '',
  billed: 9_007_199_254_740_993n,
  expected: null,
};
const SMALL = { entity: 'ID', supplierId: 100, month: '2026-03' } as const;

describeOnEach('reports over years (issue 30, 5)', kind => {
  let world: World;
  let editor: Caller;
  let admin: Caller;
  let files: TestFiles;
  beforeAll(async () => {
    files = await openTestFiles(kind === 'postgres' ? 's3' : 'folder');
    world = await createWorld(kind, { config: CONFIG, files: files.store });
    editor = await world.as('id.editor');
    admin = await world.as('admin');
  });
  beforeEach(async () => {
    await startOver(world);
  });
  afterAll(async () => {
    await world.close();
    await files.close();
  });

  const report = (query = 'by=status'): Promise<Report> =>
    editor.data<Report>(`/v2/ops/recon/years?from=2020-01&until=2030-12&${query}`);
  const archives = async () =>
    (
      await world.database.pool.query<{ billId: number; state: string; hash: string }>(
        'SELECT bill_id AS "billId", state, hash FROM recon_archives ORDER BY id',
      )
    ).rows;
  /** Sets statuses as a second person, and returns what was refused. */
  const setStatus = async (billId: number, tracking: readonly string[], status: number) => {
    const orders = await ordersOf(editor, billId);
    const id_list = orders.filter(order => tracking.includes(order.tracking)).map(({ id }) => id);
    const { refused } = await admin.data<{ refused: unknown[] }>('/recon/order/status/update', {
      body: { id_list, status, remark: 'so it is' },
    });
    expect(refused).toEqual([]);
  };
  const line = (tracking: string, amount: number) => `${tracking},,,,${DAY},BASE,${amount}`;
  /** A bill that has been compared and has two parcels: one billed as expected, and one billed too high. */
  const twoParcels = async (): Promise<number> => {
    const layout = await prepare(editor);
    for (const tracking of ['T1', 'T2']) await addShipment(editor, { tracking });
    return (await submit(editor, layout, 'B1', [line('T1', 18_000), line('T2', 20_000)])).id;
  };
  const settle = async (id: number) => {
    await setStatus(id, ['T1', 'T2'], 2);
    await setStatus(id, ['T1'], 4);
    await setStatus(id, ['T2'], 1);
  };
  const hashOfFile = async (name: string) =>
    createHash('sha256')
      .update(await files.store.read(name))
      .digest('hex');
  /** Lets waiting jobs start, as every change by a person does. */
  const poke = async () => {
    await editor.data('/v2/ops/recon/actions/recon', { body: { filter: { tracking: 'NONE' } } });
    await jobsEnded(world.database);
  };
  const parts = () => ({ database: world.database, files: files.store, now: Date.now });

  it('the sums in the report equal the counters for every grouping, whatever the bills contain', async () => {
    const folder = await openTestFiles('folder');
    await fc.assert(
      fc.asyncProperty(fc.array(bill, { minLength: 1, maxLength: 3 }), async bills => {
        await resetRecon(world);
        for (const one of bills) {
          const id = await storeBill(world.database, { entity: 'ID', ...one });
          await writeArchive({ ...parts(), files: folder.store }, INSIDE, id, () => undefined);
        }
        const ready = (await archives()).filter(({ state }) => state === 'ready');
        expect(ready).toHaveLength(bills.length);
        const paths = ready.map(({ hash }) => join(folder.folder, archiveFile(hash)));
        const groups = Object.keys(COUNTED) as YearGroup[];
        for (const by of groups)
          for (const then of [null, ...groups.filter(one => one !== by)]) {
            const keys = [by, ...(then === null ? [] : [then])].map(group => COUNTED[group]);
            const { rows } = await world.database.pool.query<YearsSum>(
              `SELECT array[${keys.join(', ')}] AS keys, c.currency, sum(c.parcels)::int4 AS parcels, sum(c.billed)::text AS billed,
                      sum(c.expected)::text AS expected, sum(c.difference)::text AS difference
                 FROM recon_counters c JOIN recon_bills b ON b.id = c.bill_id GROUP BY 1, 2`,
            );
            const query = { by: [by, then], channelId: null, status: null, reason: null } as const;
            const answer = await sumFiles(duck, SUM_LIMITS, paths, query);
            expect(texts(answer.list), `${by} and ${then}`).toEqual(texts(rows));
            expect(answer.groups).toBe(rows.length);
          }
      }),
      { numRuns: 5, seed: 20_261_127 },
    );
    await folder.close();
  });

  it('a bill is in the report once it is settled, and is left out while any of its parcels is open again', async () => {
    const id = await twoParcels();
    expect(await report()).toMatchObject({ state: 'ready', list: [], bills: 0, open: 1, waiting: 0 });
    await settle(id);
    await jobsEnded(world.database);
    const paid = { keys: ['4'], names: ['Paid'], currency: 'IDR', parcels: 1, billed: '1800000000' };
    const rejected = { keys: ['1'], names: ['Rejected'], currency: 'IDR', parcels: 1, billed: '2000000000' };
    expect(await report()).toMatchObject({
      list: [
        { ...rejected, expected: '1800000000', difference: '200000000' },
        { ...paid, difference: '0' },
      ],
      groups: 2,
      totals: [{ currency: 'IDR', parcels: 2, billed: '3800000000' }],
      bills: 1,
      open: 0,
      waiting: 0,
    });
    const named = await report('by=supplier&then_by=channel&status=1&reason=rate&channel_id=10021');
    expect(named.list).toMatchObject([
      { keys: ['100', '10021'], names: ['Nusantara', expect.any(String)], parcels: 1 },
    ]);
    const [first] = await archives();
    expect(await hashOfFile(archiveFile(first?.hash ?? ''))).toBe(first?.hash);

    // T2 is Discrepant according to a new comparison, so the bill is open until somebody decides.
    const again = (await ordersOf(editor, id)).filter(({ tracking }) => tracking === 'T2').map(({ id: own }) => own);
    await admin.data('/recon/order/re-recon', { body: { id_list: again } });
    await jobsEnded(world.database);
    expect(await report()).toMatchObject({ list: [], bills: 0, open: 1 });
    await setStatus(id, ['T2'], 3);
    await jobsEnded(world.database);
    expect((await report()).list).toMatchObject([{ ...rejected, keys: ['3'], names: ['Deleted'] }, paid]);
    expect((await archives()).map(({ state }) => state)).toEqual(['stale', 'ready']);
  });

  it('writing a file starts over if its parcels change in the meantime', async () => {
    const id = await twoParcels();
    await setStatus(id, ['T1', 'T2'], 1);
    await jobsEnded(world.database);
    await world.database.pool.query('DELETE FROM recon_archives');
    let times = 0;
    const changing: YearReports = {
      ...INSIDE,
      write: async paths => {
        times += 1;
        if (times === 1) {
          const [one] = await ordersOf(editor, id);
          await admin.data('/recon/order/re-recon', { body: { id_list: [one?.id] } });
          await jobsEnded(world.database);
          await setStatus(id, [one?.tracking ?? ''], 3);
        }
        return INSIDE.write(paths);
      },
    };
    await writeArchive(parts(), changing, id, () => undefined);
    await jobsEnded(world.database);
    const states = (await archives()).map(({ state }) => state);
    expect(states.filter(state => state === 'ready')).toHaveLength(1);
    expect(states.filter(state => state === 'writing')).toEqual([]);
    expect((await report()).list.map(({ keys, parcels }) => [...keys, parcels])).toEqual([
      ['1', 1],
      ['3', 1],
    ]);
  });

  it('a file that is incomplete, or whose sums differ from the counters, is not used', async () => {
    const id = await storeBill(world.database, { ...SMALL, parcels: [PARCEL, PARCEL] });
    await world.database.pool.query(
      'UPDATE recon_parcels SET billed = billed + 1 WHERE id = (SELECT min(id) FROM recon_parcels)',
    );
    await expect(writeArchive(parts(), INSIDE, id, () => undefined)).rejects.toThrow(
      /has other sums than its counters/,
    );
    expect((await archives()).map(({ state }) => state)).toEqual(['writing']);
    expect(await report()).toMatchObject({ list: [], bills: 0, waiting: 1 });
    // An unfinished file, such as one left by a killed process, is started over by the next process.
    await world.database.pool.query(
      'UPDATE recon_parcels SET billed = billed - 1 WHERE id = (SELECT min(id) FROM recon_parcels)',
    );
    await writeArchive(parts(), INSIDE, id, () => undefined);
    expect((await archives()).map(({ state }) => state)).toEqual(['stale', 'ready']);
    expect(await report()).toMatchObject({ bills: 1, waiting: 0, totals: [{ parcels: 2 }] });
  });

  it('writing a file that could not be written is retried with increasing delays', async () => {
    const { pool } = world.database;
    const id = await storeBill(world.database, { ...SMALL, parcels: [PARCEL] });
    const poked = () => editor.data('/recon/summary/remark/update', { body: { id, remark: 'poked' } });
    const waiting = async () =>
      (
        await pool.query<{ tries: number; minutes: number }>(
          `SELECT (payload ->> 'tries')::int AS tries, ceil((run_at - $1::int8) / 60000.0)::int AS minutes FROM jobs
            WHERE alive_at = 0 AND run_at > $1::int8`,
          [Date.now()],
        )
      ).rows;
    // The file cannot be written while its sums differ from the counters.
    await pool.query('UPDATE recon_parcels SET billed = billed + 1 WHERE bill_id = $1', [id]);
    await archiveMissing(pool, 1);
    for (const [tries, minutes] of [
      [1, 1],
      [2, 2],
    ]) {
      await poked();
      await expect.poll(waiting, { timeout: 20_000 }).toEqual([{ tries, minutes }]);
      await pool.query('UPDATE jobs SET run_at = 0');
    }
    await pool.query('UPDATE recon_parcels SET billed = billed - 1 WHERE bill_id = $1', [id]);
    await poked();
    await jobsEnded(world.database);
    expect(await report()).toMatchObject({ bills: 1, waiting: 0 });
  });

  it('missing files are written once, and are rewritten if the store has lost them', async () => {
    const id = await storeBill(world.database, { ...SMALL, parcels: [PARCEL] });
    expect(await report()).toMatchObject({ bills: 0, open: 0, waiting: 1 });
    await archiveMissing(world.database.pool, 1);
    await archiveMissing(world.database.pool, 1);
    expect((await world.database.pool.query('SELECT 1 FROM jobs')).rows).toHaveLength(1);
    await poke();
    const [first] = await archives();
    expect(first).toMatchObject({ billId: id, state: 'ready' });
    await files.store.remove(archiveFile(first?.hash ?? ''));
    expect(await report()).toMatchObject({ list: [], bills: 0, waiting: 1 });
    await jobsEnded(world.database);
    const totals = [{ parcels: 1, billed: String(PARCEL.billed) }];
    expect(await report()).toMatchObject({ bills: 1, waiting: 0, totals });
    await editor.data('/recon/summary/delete', { body: { id } });
    expect(await report()).toMatchObject({ bills: 0, open: 0, waiting: 0 });
  });

  it('files are removed a day after they have become stale', async () => {
    const id = await storeBill(world.database, { ...SMALL, parcels: [PARCEL] });
    await writeArchive(parts(), INSIDE, id, () => undefined);
    await world.database.pool.query("UPDATE recon_archives SET state = 'stale', stale_at = 1000");
    const removed: string[] = [];
    const remove = async (file: string) => void removed.push(file);
    const [{ hash } = { hash: '' }] = await archives();
    expect(await sweepArchives(world.database.pool, remove, 1000 + 24 * 3600 - 1)).toBe(0);
    expect(await sweepArchives(world.database.pool, remove, 1000 + 24 * 3600)).toBe(1);
    expect(removed).toEqual([archiveFile(hash)]);
    expect(await archives()).toEqual([]);
  });

  it('a report is refused because of its input or its cost, with advice on what to do', async () => {
    const refused = (query: string) =>
      editor
        .call(`/v2/ops/recon/years?from=2025-01&until=2026-12&${query}`)
        .then(({ status, body }) => [status, body.message]);
    expect(await refused('by=nothing')).toEqual([400, expect.stringContaining('by')]);
    expect(await editor.call('/v2/ops/recon/years?from=2026-01&until=2025-12&by=year')).toMatchObject({
      status: 400,
    });
    for (const [less, over] of [
      [{ seconds: 0 }, 'time'],
      [{ duckMegabytes: 1 }, 'memory'],
    ] as const) {
      const limits = { write: WRITE_LIMITS, sum: { ...SUM_LIMITS, ...less } };
      const tight = await createWorld(kind, { config: CONFIG, files: files.store, years: { limits } });
      try {
        const person = await tight.as('id.editor');
        const id = await storeBill(tight.database, { ...SMALL, parcels: [PARCEL] });
        await writeArchive({ ...parts(), database: tight.database }, INSIDE, id, () => undefined);
        const { status, body } = await person.call('/v2/ops/recon/years?from=2025-01&until=2026-12&by=year');
        expect([status, body.message]).toEqual([422, expect.stringContaining(`takes more ${over} than`)]);
        expect(body.message).toContain('Choose fewer years');
      } finally {
        await tight.close();
      }
    }
  });

  it('a report says what is missing if reports are not enabled or DuckDB is not installed', async () => {
    const ask = async (config: object, module?: string) => {
      const other = await createWorld(kind, {
        config: { ...CONFIG, ...config },
        ...(module ? { years: { module } } : {}),
      });
      try {
        const person = await other.as('id.editor');
        const id = await storeBill(other.database, { ...SMALL, parcels: [PARCEL] });
        await archiveMissing(other.database.pool, 1);
        await person.data('/recon/summary/remark/update', { body: { id, remark: 'poked' } });
        await jobsEnded(other.database);
        return await person.data<Report>('/v2/ops/recon/years?from=2025-01&until=2026-12&by=year');
      } finally {
        await other.close();
      }
    };
    expect(await ask({ yearReports: false })).toMatchObject({ state: 'off', list: [] });
    expect(await ask({}, 'no-duckdb-here')).toMatchObject({
      state: 'missing',
      message: expect.stringContaining('no-duckdb-here'),
    });
  });
});

import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { describeOnEach, openTestDatabase } from '../../../tests/support/testDatabase.ts';
import type { Database } from '../db/open.ts';
import { transaction } from '../db/transaction.ts';
import { Later, type JobKind, type Weight } from './kind.ts';
import { addJob, claimJob, endJob, jobsOf, keepJob, leaveJob, ownOf, type Job } from './queue.ts';
import { createJobRunner, type JobRunner } from './runner.ts';

interface Work {
  name: string;
  heavy?: boolean;
}

describeOnEach('background work', kind => {
  let database: Database;
  const runners: JobRunner[] = [];
  const open = async (): Promise<Database> => (database = await openTestDatabase(kind));
  afterEach(async () => {
    await Promise.all(runners.splice(0).map(runner => runner.close()));
    await database.close();
  });

  const problems: string[] = [];
  const kindOf = (run: JobKind<Work>['run'], giveUp: JobKind<Work>['giveUp'] = async () => true): JobKind<Work> => ({
    kind: 'test',
    weight: ({ heavy }) => (heavy ? 'heavy' : 'light'),
    run,
    giveUp,
  });
  const start = (of: JobKind<Work>): JobRunner => {
    const runner = createJobRunner(database, [of], error => problems.push(error.message));
    runners.push(runner);
    runner.poke();
    return runner;
  };
  const add = (of: JobKind<Work>, name: string, owner = 1, heavy = false, runAt = 0): Promise<void> =>
    addJob(database.pool, of, { key: name, owner, payload: { name, heavy }, runAt, now: 1 });
  const waiting = async (): Promise<number> =>
    (await database.pool.query<{ n: number }>('SELECT count(*) AS n FROM jobs')).rows[0]?.n ?? -1;

  it('jobs run once each, in order, and leave nothing behind in the queue', async () => {
    await open();
    const done: string[] = [];
    const of = kindOf(async ({ name }) => void done.push(name));
    for (const name of ['a', 'b', 'c', 'a']) await add(of, name);
    start(of);
    await expect.poll(waiting).toBe(0);
    expect(done).toEqual(['a', 'b', 'c']);
  });

  it('a failed job is told by its name, once: not if giving it up tells it, and not if it is retried at once', async () => {
    await open();
    let tries = 0;
    const of: JobKind<Work> = {
      ...kindOf(
        async ({ name }) => {
          if (name === 'restart' && ++tries > 1) return;
          throw name === 'restart' ? Object.assign(new Error('restart'), { code: '57P01' }) : new Error('no');
        },
        // It is only given up at the second attempt.
        async ({ name }) => name !== 'full' || ++fulls > 1,
      ),
      tellsFailure: ({ name }) => !['other', 'nameless'].includes(name),
      named: async ({ name }) => {
        if (name === 'nameless') throw new Error('the name could not be read');
        return { job: `Work on ${name}`, country: 'TH', person: 'a@ops.example' };
      },
    };
    let fulls = 0;
    for (const name of ['backup', 'restart', 'full', 'other', 'nameless']) await add(of, name);
    const logged: string[] = [];
    const told: unknown[] = [];
    const runner = createJobRunner(
      database,
      [of],
      (_, key) => logged.push(key),
      (_, work) => work(),
      (error, key, named) => told.push([key, error.message, named?.job]),
    );
    runners.push(runner);
    runner.poke();
    await expect.poll(waiting, { timeout: 20_000 }).toBe(0);
    expect(logged).toEqual(['backup', 'restart', 'full', 'full', 'other', 'nameless']);
    expect(told).toEqual([
      ['full', 'no', 'Work on full'],
      ['other', 'no', 'Work on other'],
      ['nameless', 'no', undefined],
    ]);
  });

  it('people take turns, so one person’s many jobs do not block another person’s', async () => {
    await open();
    const done: string[] = [];
    const of = kindOf(async ({ name }) => void done.push(name));
    for (const name of ['a1', 'a2', 'a3', 'a4']) await add(of, name, 1, true);
    for (const name of ['b1', 'b2']) await add(of, name, 2, true);
    await add(of, 'c1', 3, true);
    start(of);
    await expect.poll(waiting).toBe(0);
    expect(done).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
  });

  it('people who add jobs while a job is running only wait for that job', async () => {
    await open();
    let release = (): void => undefined;
    const held = new Promise<void>(resolve => (release = resolve));
    const done: string[] = [];
    const started: string[] = [];
    const of = kindOf(async ({ name }) => {
      started.push(name);
      if (name === 'a1') await held;
      done.push(name);
    });
    for (const name of ['a1', 'a2', 'a3']) await add(of, name, 1, true);
    start(of);
    await expect.poll(() => [...started]).toEqual(['a1']);
    await add(of, 'b1', 2, true);
    release();
    await expect.poll(waiting).toBe(0);
    expect(done).toEqual(['a1', 'b1', 'a2', 'a3']);
  });

  it('light jobs run while a heavy job is in progress', async () => {
    await open();
    let release = (): void => undefined;
    const held = new Promise<void>(resolve => (release = resolve));
    const done: string[] = [];
    const of = kindOf(async ({ name, heavy }) => {
      if (heavy) await held;
      done.push(name);
    });
    for (const name of ['file 1', 'file 2']) await add(of, name, 1, true);
    for (const name of ['rows 1', 'rows 2']) await add(of, name, 1);
    start(of);
    await expect.poll(() => [...done]).toEqual(['rows 1', 'rows 2']);
    release();
    await expect.poll(waiting).toBe(0);
    expect(done).toEqual(['rows 1', 'rows 2', 'file 1', 'file 2']);
  });

  it('a job that is added again while it is running runs once more, with the newest payload', async () => {
    await open();
    const done: string[] = [];
    let turns = 0;
    const of = kindOf(async ({ name }) => {
      done.push(name);
      turns += 1;
      if (turns > 2) return;
      await addJob(database.pool, of, { key: 'a', owner: 1, payload: { name: `again ${turns}` }, now: 1 });
      if (turns === 2) throw new Later(0);
    });
    await add(of, 'a');
    start(of);
    await expect.poll(waiting).toBe(0);
    expect(done).toEqual(['a', 'again 1', 'again 2']);
  });

  it('a job that is added again after its last allowed start is not given up', async () => {
    await open();
    const given: string[] = [];
    const of = kindOf(
      async () => undefined,
      async ({ name }) => given.push(name) > 0,
    );
    await add(of, 'a');
    await database.pool.query('UPDATE jobs SET attempts = 3, alive_at = 1');
    await add(of, 'a');
    start(of);
    await expect.poll(waiting).toBe(0);
    expect(given).toEqual([]);
  });

  it('a job that cannot run yet is retried later, which does not count as a start', async () => {
    await open();
    const tries: number[] = [];
    const of = kindOf(async () => {
      tries.push(Date.now());
      if (tries.length <= 4) throw new Later(30);
    });
    await add(of, 'a');
    start(of);
    await expect.poll(waiting).toBe(0);
    expect(tries).toHaveLength(5);
    expect((tries[4] as number) - (tries[0] as number)).toBeGreaterThanOrEqual(4 * 30);
  });

  it('a job is not run before its start time', async () => {
    await open();
    const done: number[] = [];
    const of = kindOf(async () => void done.push(Date.now()));
    const at = Date.now() + 400;
    await add(of, 'a', 1, false, at);
    start(of);
    await expect.poll(waiting).toBe(0);
    expect(done[0]).toBeGreaterThanOrEqual(at);
  });

  it('a job ends if it fails, or if the server was killed three times while it ran', async () => {
    await open();
    const given: (string | null)[] = [];
    const of = kindOf(
      async () => {
        throw new Error('broken');
      },
      async (_work, error) => given.push(error?.message ?? null) > 0,
    );
    await add(of, 'a');
    start(of);
    await expect.poll(waiting).toBe(0);
    await add(of, 'b');
    await database.pool.query("UPDATE jobs SET attempts = 3, alive_at = 1 WHERE key = 'b'");
    runners[0]?.poke();
    await expect.poll(waiting).toBe(0);
    expect(given).toEqual(['broken', null]);
    expect(problems).toContain('broken');
  });

  it('a job left by a killed process is restarted, and a clean stop does not count as a kill', async () => {
    await open();
    const states: string[] = [];
    let begun = (): void => undefined;
    const isBegun = new Promise<void>(resolve => (begun = resolve));
    const slow = kindOf(async (_work, tick) => {
      begun();
      for (;;) {
        tick();
        await pause(5);
      }
    });
    await add(slow, 'a');
    const first = start(slow);
    await isBegun;
    await first.close();
    const { rows } = await database.pool.query<{ attempts: number; alive_at: number }>('SELECT * FROM jobs');
    expect(rows).toMatchObject([{ attempts: 0, alive_at: 0 }]);
    await database.pool.query('UPDATE jobs SET attempts = 1, alive_at = 1');
    start(kindOf(async ({ name }) => void states.push(name)));
    await expect.poll(waiting).toBe(0);
    expect(states).toEqual(['a']);
  });

  it('a job added in a transaction that is rolled back does not exist, and jobs are counted per person', async () => {
    await open();
    const of = kindOf(async () => undefined);
    await add(of, 'kept');
    await add(of, 'of another', 2);
    const undone = transaction(database.pool, async db => {
      await addJob(db, of, { key: 'undone', owner: 1, payload: { name: 'undone' }, now: 1 });
      expect(await jobsOf(db, 'test', 1)).toBe(2);
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    expect(await jobsOf(database.pool, 'test', 1)).toBe(1);
  });

  it('two runners never take the same job at the same time', async () => {
    await open();
    const of = kindOf(async () => undefined);
    for (let n = 0; n < 20; n++) await add(of, String(n), n, n % 2 === 0);
    const claim = (weight: Weight) => claimJob(database.pool, weight, ['test'], Date.now());
    const taken = await Promise.all(Array.from({ length: 24 }, (_, n) => claim(n % 2 === 0 ? 'light' : 'heavy')));
    const keys = taken.flatMap(job => (job ? [job.key] : []));
    expect(new Set(keys).size).toBe(keys.length);
    expect(await claimJob(database.pool, 'light', ['other'], Date.now())).toBeNull();
  });

  it('a process whose clock is ahead does not take the running jobs of another process', async () => {
    await open();
    const of = kindOf(async () => undefined);
    await add(of, 'a');
    const claim = (now: number) => claimJob(database.pool, 'light', ['test'], now);
    const behind = await claim(Date.now() - 60_000);
    expect(behind?.key).toBe('a');
    expect(await claim(Date.now() + 60_000)).toBeNull();
    await keepJob(database.pool, behind as Job);
    expect(await claim(Date.now() + 60_000)).toBeNull();
    await database.pool.query('UPDATE jobs SET alive_at = alive_at - 20001');
    expect((await claim(Date.now() - 60_000))?.key).toBe('a');
  });

  it('a process that was frozen neither ends nor keeps a job that was restarted elsewhere', async () => {
    await open();
    const of = kindOf(async () => undefined);
    await add(of, 'a');
    const { pool } = database;
    const claim = async () => (await claimJob(pool, 'light', ['test'], Date.now())) as Job;
    const die = () => pool.query('UPDATE jobs SET alive_at = alive_at - 20001');
    const frozen = await claim();
    await die();
    const restarted = await claim();
    await leaveJob(pool, frozen, 0);
    await endJob(pool, frozen);
    await die();
    await keepJob(pool, frozen);
    const again = await claim();
    expect([frozen, restarted, again].map(job => job?.attempts)).toEqual([1, 2, 3]);
    await endJob(pool, again);
    expect(await jobsOf(pool, 'test', again.owner)).toBe(0);
  });

  it('a process that was frozen does not own a job that was restarted elsewhere and then added again', async () => {
    await open();
    const of = kindOf(async () => undefined);
    const { pool } = database;
    const claim = () => claimJob(pool, 'light', ['test'], Date.now());
    const owns = (job: Job) =>
      transaction(pool, ownOf(job)).then(
        () => true,
        () => false,
      );
    await add(of, 'a');
    const frozen = (await claim()) as Job;
    await pool.query('UPDATE jobs SET alive_at = alive_at - 20001');
    const restarted = (await claim()) as Job;
    await add(of, 'a');
    expect([await owns(frozen), await owns(restarted)]).toEqual([false, true]);
    // The frozen process must not put the job back, where a third process would take it.
    await keepJob(pool, frozen);
    await leaveJob(pool, frozen, 0);
    await endJob(pool, frozen);
    expect([await claim(), await owns(restarted)]).toEqual([null, true]);
    await endJob(pool, restarted);
    // The count of starts begins again, so the next start has the same count as the first one.
    const again = (await claim()) as Job;
    expect([await owns(frozen), await owns(restarted), await owns(again)]).toEqual([false, false, true]);
    await endJob(pool, again);
    expect(await jobsOf(pool, 'test', again.owner)).toBe(0);
  });

  it('a process that was frozen cannot write for a job that was restarted elsewhere, and does not give it up', async () => {
    await open();
    const { pool } = database;
    const given: string[] = [];
    const writes: string[] = [];
    let thaw = (): void => undefined;
    let isFrozen = false;
    const of = kindOf(
      async (_work, _tick, own) => {
        await transaction(pool, own);
        isFrozen = true;
        await new Promise<void>(resolve => (thaw = resolve));
        if (writes.length === 0) {
          writes.push('other error');
          throw new Error('such as a row that is gone');
        }
        await transaction(pool, async db => {
          await own(db);
          writes.push('written');
        });
      },
      async ({ name }) => given.push(name) > 0,
    );
    for (const name of ['a', 'b']) {
      await add(of, name);
      const runner = start(of);
      await expect.poll(() => isFrozen).toBe(true);
      isFrozen = false;
      // Another process has restarted it.
      await pool.query('UPDATE jobs SET attempts = attempts + 1');
      thaw();
      await runner.close();
      expect((await pool.query('SELECT attempts FROM jobs')).rows).toEqual([{ attempts: 2 }]);
      await pool.query('DELETE FROM jobs');
    }
    expect([given, writes]).toEqual([[], ['other error']]);
  });

  it('a process that was frozen while it gave up a job does not end it', async () => {
    await open();
    const { pool } = database;
    const given: string[] = [];
    let begun = 0;
    const of = kindOf(
      () => Promise.reject(new Error('such as a row that is gone')),
      async ({ name }, _error, own) => {
        begun += 1;
        // Another process restarts it.
        await pool.query('UPDATE jobs SET attempts = attempts + 1');
        await transaction(pool, own);
        return given.push(name) > 0;
      },
    );
    await add(of, 'a');
    // After three starts, it is given up before it runs.
    for (const starts of [1, 4]) {
      await pool.query('UPDATE jobs SET attempts = $1, alive_at = 0', [starts - 1]);
      const runner = start(of);
      await expect.poll(() => begun).toBe(starts === 1 ? 1 : 2);
      await runner.close();
      expect((await pool.query('SELECT attempts FROM jobs')).rows).toEqual([{ attempts: starts + 1 }]);
    }
    expect(given).toEqual([]);
  });

  it('a late sign of life does not keep a job that has been returned to the queue', async () => {
    await open();
    const of = kindOf(async () => undefined);
    await add(of, 'a');
    const claim = () => claimJob(database.pool, 'light', ['test'], Date.now());
    const job = (await claim()) as Job;
    await leaveJob(database.pool, job, 0);
    await keepJob(database.pool, job);
    expect((await claim())?.key).toBe('a');
  });
});

it('a job left by the previous process of the embedded database is restarted even if the clock was set back', async () => {
  const database = await openTestDatabase('embedded');
  const started: string[] = [];
  const of: JobKind<Work> = {
    kind: 'test',
    weight: () => 'light',
    run: async ({ name }) => void started.push(name),
    giveUp: async () => true,
  };
  await addJob(database.pool, of, { key: 'a', owner: 1, payload: { name: 'a' }, now: 1 });
  await database.pool.query('UPDATE jobs SET attempts = 1, alive_at = $1, run_at = $1', [Date.now() + 3_600_000]);
  const runner = createJobRunner(database, [of], () => undefined);
  runner.poke();
  await expect.poll(() => started).toEqual(['a']);
  await runner.close();
  await database.close();
});

import { fork, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataFolderInUse, lockFolder, lockFolderPatiently } from './folderLock.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ops-lock-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const locks = () => readdirSync(root).filter(name => name.startsWith('server.lock'));

/** Creates a lock in the state in which another process would have left it. */
function leave(name: string, holder: object | string, silentMillis: number): void {
  writeFileSync(join(root, name), typeof holder === 'string' ? holder : JSON.stringify(holder));
  const touched = new Date(Date.now() - silentMillis);
  utimesSync(join(root, name), touched, touched);
}

const elsewhere = (place: string) => ({ id: 'x', pid: process.pid, host: hostname(), place, started: '1' });
const PLACE =
  process.platform === 'linux'
    ? `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`
    : '';
const gone = () => ({ id: 'gone', pid: spawnSync('true').pid, host: hostname(), place: PLACE, started: '' });

describe('the lock of a data folder', () => {
  it('the lock has one holder at a time and can be taken again after it is released', () => {
    const first = lockFolder(root);
    expect(() => lockFolder(root)).toThrow(DataFolderInUse);
    expect([first.isMine(), first.isSurelyMine()]).toEqual([true, true]);
    first.release();
    const second = lockFolder(root);
    expect([first.isMine(), second.isMine()]).toEqual([false, true]);
    expect(locks()).toHaveLength(1);
    second.release();
  });

  it.runIf(PLACE !== '')('the lock of a dead process of the same boot and namespace is taken over immediately', () => {
    leave('server.lock.4', gone(), 1_000);
    const lock = lockFolder(root);
    expect(lock.isMine()).toBe(true);
    expect(locks()).toEqual(['server.lock.5']);
    lock.release();
  });

  it.each([
    ['another process namespace', elsewhere('boot pid:[1]')],
    ['an unknown boot', { ...gone(), place: '' }],
    ['another host', { ...gone(), host: 'elsewhere' }],
    ['an earlier release without boot or namespace', { pid: 1, host: hostname(), started: '' }],
    ['an earlier release with a truncated lock file', '{"pid":12'],
  ])('the lock of %s is not taken over immediately, however old its timestamp is', (_, holder) => {
    for (const age of [-3_600_000, 0, 40_000, 86_400_000]) {
      leave('server.lock.3', holder, age);
      expect(() => lockFolder(root)).toThrow(/in use by another Ops Portal server/);
    }
  });

  it.each([
    [
      'whose heartbeat counter advances',
      (file: string, count: number) => writeFileSync(file, `{"pid":1,"beat":"${count}"}`),
    ],
    [
      'of an earlier release that only touches its file',
      (file: string, count: number) => utimesSync(file, count, count),
    ],
  ])(
    'the lock is not taken from a holder on another machine %s, whatever that machine’s clock says',
    async (_, beat) => {
      leave('server.lock.9', elsewhere('boot pid:[1]'), 60_000);
      const said: string[] = [];
      const file = join(root, 'server.lock.9');
      const started = performance.now();
      let count = 0;
      const timer = setInterval(() => {
        count += 1;
        beat(file, count);
        utimesSync(file, count, count);
      }, 1_500);
      await expect(lockFolderPatiently(root, undefined, text => said.push(text))).rejects.toThrow(DataFolderInUse);
      clearInterval(timer);
      expect(performance.now() - started).toBeLessThan(10_000);
      expect(said).toEqual([expect.stringContaining(`process ${process.pid} on ${hostname()}`)]);
      expect(locks()).toEqual(['server.lock.9']);
    },
  );

  it('if a remote holder is silent for thirty seconds, exactly one of two waiting processes takes over', async () => {
    leave('server.lock.1', elsewhere('boot pid:[1]'), -3_600_000);
    const started = performance.now();
    const both = await Promise.allSettled([lockFolderPatiently(root), lockFolderPatiently(root)]);
    expect(performance.now() - started).toBeGreaterThan(29_000);
    const won = both.flatMap(each => (each.status === 'fulfilled' ? [each.value] : []));
    expect(won.map(lock => lock.isMine())).toEqual([true]);
    expect(both.find(each => each.status === 'rejected')?.reason).toBeInstanceOf(DataFolderInUse);
    won[0]?.release();
  }, 60_000);

  it('the lock’s heartbeat advances even while the main thread is busy and the clock stands still', async () => {
    const lock = lockFolder(root);
    const file = join(root, locks()[0] ?? '');
    const beatOf = () => (JSON.parse(readFileSync(file, 'utf8')) as { beat: string }).beat;
    const first = beatOf();
    const until = performance.now() + 20_000;
    // The event loop is blocked in the meantime, as it is by a long statement of the embedded database.
    while (beatOf() === first && performance.now() < until);
    expect(Number(beatOf())).toBeGreaterThan(Number(first));
    expect(lock.isMine()).toBe(true);
    lock.release();
    await new Promise(resolve => setTimeout(resolve, 2_500));
    expect(readFileSync(file, 'utf8')).toBe('{}');
  });

  it('the previous holder is notified exactly once when another process takes the lock', () => {
    let lost = 0;
    const lock = lockFolder(root, () => (lost += 1));
    leave('server.lock.7', elsewhere('boot pid:[1]'), 0);
    expect([lock.isMine(), lock.isMine(), lost]).toEqual([false, false, 1]);
    lock.release();
    expect(locks()).toContain('server.lock.7');
  });
});

/**
 * Tries to take the lock when it receives a message and replies whether it succeeded; releases the lock on the next
 * message.
 */
const RACER = `
  const { lockFolder } = await import(process.argv[2]);
  let lock;
  process.on('message', ({ take, at }) => {
    if (take === undefined) { lock?.release(); lock = undefined; return process.send({ ready: true }); }
    while (Date.now() < at);
    try { lock = lockFolder(take); process.send({ held: lock.isMine() }); }
    catch (error) { process.send({ held: false, why: error.message }); }
  });
  process.send({ ready: true });
`;

describe('several processes competing for the lock of a dead holder', () => {
  const racers: ChildProcess[] = [];
  afterEach(() => {
    for (const racer of racers.splice(0)) racer.kill('SIGKILL');
  });

  it.runIf(PLACE !== '')(
    'exactly one of two to four processes gets the lock in each of 400 rounds',
    async () => {
      const script = join(root, 'racer.mts');
      writeFileSync(script, RACER);
      const tsx = import.meta.resolve('tsx');
      const module = join(import.meta.dirname, 'folderLock.ts');
      for (let index = 0; index < 4; index++) racers.push(fork(script, [module], { execArgv: ['--import', tsx] }));
      await Promise.all(racers.map(racer => once(racer, 'message')));
      const { pid = 0 } = spawnSync('true');
      const winners: number[] = [];
      for (let round = 0; round < 400; round++) {
        const folder = join(root, `round-${round}`);
        lockFolder(folder).release();
        const stale = { id: 'stale', pid, host: hostname(), place: PLACE, started: '' };
        writeFileSync(join(folder, round % 2 === 0 ? 'server.lock.1' : 'server.lock'), JSON.stringify(stale));
        if (round % 2 === 1) rmSync(join(folder, 'server.lock.1'));
        const running = racers.slice(0, 2 + (round % 3));
        const answers = running.map(racer => once(racer, 'message') as Promise<[{ held: boolean }]>);
        const at = Date.now() + 3;
        for (const racer of running) racer.send({ take: folder, at });
        winners.push((await Promise.all(answers)).filter(([{ held }]) => held).length);
        const back = running.map(racer => once(racer, 'message'));
        for (const racer of running) racer.send({});
        await Promise.all(back);
      }
      expect(winners.filter(count => count !== 1)).toEqual([]);
    },
    120_000,
  );
});

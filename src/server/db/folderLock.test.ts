import { fork, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
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

/** A lock as another process would have left it. */
function leave(name: string, holder: object, silentMillis: number): void {
  writeFileSync(join(root, name), JSON.stringify(holder));
  const touched = new Date(Date.now() - silentMillis);
  utimesSync(join(root, name), touched, touched);
}

const elsewhere = (place: string) => ({ id: 'x', pid: process.pid, host: hostname(), place, started: '1' });

describe('the lock of a data folder', () => {
  it('is held by one, and free again when it is given back', () => {
    const first = lockFolder(root);
    expect(() => lockFolder(root)).toThrow(DataFolderInUse);
    expect([first.isMine(), first.isSurelyMine()]).toEqual([true, true]);
    first.release();
    const second = lockFolder(root);
    expect([first.isMine(), second.isMine()]).toEqual([false, true]);
    expect(locks()).toHaveLength(1);
    second.release();
  });

  it('of another process namespace counts as held while its heartbeat is fresh, whatever its process id', () => {
    leave('server.lock.3', elsewhere('boot pid:[1]'), 8_000);
    expect(() => lockFolder(root)).toThrow(/in use by another Ops Portal server/);
    leave('server.lock.3', elsewhere('boot pid:[1]'), 40_000);
    lockFolder(root).release();
  });

  it('of a process that is gone is taken over at once, and so is one of a release before', () => {
    const { pid = 0 } = spawnSync('true');
    leave('server.lock', { pid, host: hostname(), started: '' }, 1_000);
    const lock = lockFolder(root);
    expect(lock.isMine()).toBe(true);
    expect(existsSync(join(root, 'server.lock'))).toBe(false);
    lock.release();
  });

  it('is waited for where nothing shows whether its holder still runs, until it is silent for long enough', async () => {
    leave('server.lock.1', elsewhere('boot pid:[1]'), 28_500);
    const started = Date.now();
    const lock = await lockFolderPatiently(root, () => undefined);
    expect(Date.now() - started).toBeGreaterThan(1_000);
    lock.release();
    leave('server.lock.9', elsewhere('boot pid:[1]'), 20_000);
    const beat = setTimeout(() => utimesSync(join(root, 'server.lock.9'), new Date(), new Date()), 300);
    await expect(lockFolderPatiently(root, () => undefined)).rejects.toThrow(DataFolderInUse);
    clearTimeout(beat);
  });

  it('that was taken by another is noticed by its former holder, once', () => {
    let lost = 0;
    const lock = lockFolder(root, () => (lost += 1));
    leave('server.lock.7', elsewhere('boot pid:[1]'), 0);
    expect([lock.isMine(), lock.isMine(), lost]).toEqual([false, false, 1]);
    lock.release();
    expect(locks()).toContain('server.lock.7');
  });
});

/** Takes the lock on a message, answers whether it did, and releases it on the next message. */
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

describe('a race for a lock whose holder is gone', () => {
  const racers: ChildProcess[] = [];
  afterEach(() => {
    for (const racer of racers.splice(0)) racer.kill('SIGKILL');
  });

  it('has one winner in each of 400 rounds with two to four processes', async () => {
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
      const stale = { id: 'stale', pid, host: hostname(), started: '' };
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
  }, 120_000);
});

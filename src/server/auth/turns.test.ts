import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Busy, createTurns, type TurnLimits } from './turns.ts';

const LIMITS: TurnLimits = { atOnce: 2, waiting: 6, perLane: 4, waitMillis: 5_000 };
const nothing = async (): Promise<void> => undefined;
const STAYS = new AbortController().signal;

/** Work that continues until it is released. */
function gate() {
  const started: string[] = [];
  const open: (() => void)[] = [];
  const work = (name: string) => (): Promise<string> => {
    started.push(name);
    return new Promise(resolve => open.push(() => resolve(name)));
  };
  const releaseTurn = async (): Promise<void> => {
    open.shift()?.();
    await pause(0);
  };
  return { started, work, releaseTurn };
}

it('the queue runs two tasks at a time and alternates between lanes', async () => {
  const turns = createTurns(LIMITS);
  const { started, work, releaseTurn } = gate();
  const names = ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'c1'];
  const all = Promise.all(names.map(name => turns.run(name[0] as string, STAYS, nothing, work(name))));
  await pause(0);
  expect(started).toEqual(['a1', 'a2']);
  for (const _ of names) await releaseTurn();
  expect(await all).toEqual(names);
  expect(started).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'a4', 'a5']);
});

it('a call is refused immediately if its lane or the whole queue is full', async () => {
  const turns = createTurns(LIMITS);
  const { work, releaseTurn } = gate();
  const lanes = ['a', 'a', 'a', 'a', 'a', 'a', 'a', 'b', 'c', 'd'];
  const all = lanes.map(lane =>
    turns.run(lane, STAYS, nothing, work(lane)).then(String, error => error instanceof Busy),
  );
  await pause(0);
  for (const _ of lanes) await releaseTurn();
  expect(await Promise.all(all)).toEqual(['a', 'a', 'a', 'a', 'a', 'a', true, 'b', 'c', true]);
});

it('callers that give up are dropped, closing drops all waiting callers, and a failure frees the slot', async () => {
  const turns = createTurns({ ...LIMITS, atOnce: 1, waitMillis: 60 });
  const { started, work, releaseTurn } = gate();
  const leaving = new AbortController();
  const first = turns.run('a', STAYS, nothing, work('first'));
  const left = turns.run('a', leaving.signal, nothing, work('left'));
  const late = turns.run('b', STAYS, nothing, work('late'));
  leaving.abort();
  await expect(left).rejects.toThrow(Busy);
  await expect(late).rejects.toThrow(Busy);
  await expect(turns.run('a', leaving.signal, nothing, work('gone'))).rejects.toThrow(Busy);
  await releaseTurn();
  expect(await first).toBe('first');
  await expect(turns.run('a', STAYS, nothing, () => Promise.reject(new Error('own')))).rejects.toThrow('own');
  const running = turns.run('a', STAYS, nothing, work('running'));
  const waiting = turns.run('a', STAYS, nothing, work('waiting'));
  turns.close();
  await expect(waiting).rejects.toThrow(Busy);
  await expect(turns.run('a', STAYS, nothing, work('after'))).rejects.toThrow(Busy);
  await releaseTurn();
  expect(await running).toBe('running');
  expect(started).toEqual(['first', 'running']);
});

it('work that does not need a turn runs immediately, and its slot is freed if it fails', async () => {
  const turns = createTurns({ ...LIMITS, atOnce: 1, waiting: 1 });
  const { started, work, releaseTurn } = gate();
  const first = turns.run('a', STAYS, nothing, work('first'));
  const refusal = async (): Promise<void> => {
    throw new Error('not allowed');
  };
  await expect(turns.run('a', STAYS, refusal, work('waiting'))).rejects.toThrow('not allowed');
  const second = turns.run('b', STAYS, nothing, work('second'));
  await releaseTurn();
  await releaseTurn();
  expect([await first, await second]).toEqual(['first', 'second']);
  // This caller has already had its turn.
  await expect(turns.run('a', STAYS, refusal, work('at once'))).rejects.toThrow('not allowed');
  const third = turns.run('a', STAYS, nothing, work('third'));
  await pause(0);
  await releaseTurn();
  expect(await third).toBe('third');
  expect(started).toEqual(['first', 'second', 'third']);
});

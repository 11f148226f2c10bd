import { expect, it } from 'vitest';
import { compete } from './election.ts';
import { Signals } from '../status/signals.ts';
import { fakeEnv, newWorld, settle } from '../testing/fakeEnv.ts';

const NAME = 'ops-sender-1';

/** A competing engine; `at` lists what it has started under the lock and not yet stopped. */
function engine(world: ReturnType<typeof newWorld>, begin: () => Promise<void> = async () => undefined) {
  const env = fakeEnv(world);
  const signals = new Signals(env.openChannel, 1);
  const at = { leading: false, beginning: 0, most: 0 };
  const leadership = compete({
    env,
    build: 'b1',
    contract: 1,
    name: NAME,
    signals,
    lead: async () => {
      at.beginning += 1;
      at.most = Math.max(at.most, at.beginning);
      await begin();
      at.beginning -= 1;
      at.leading = true;
    },
    stepDown: async () => {
      at.leading = false;
    },
  });
  return { at, signals, leadership };
}

it('OB2: an engine whose lock is stolen while it starts competes again only after that start has finished, and then leads', async () => {
  const world = newWorld();
  const gates: (() => void)[] = [];
  const slow = engine(world, () => new Promise(resolve => gates.push(resolve)));
  await settle();
  expect(slow.at.beginning).toBe(1);
  // The engine freezes halfway: it neither receives nor sends messages, so its lock is stolen.
  slow.signals.close();
  const other = engine(world);
  await world.clock.advance(16_000);
  expect(other.at.leading).toBe(true);
  await other.leadership.end();
  await world.clock.advance(2000);
  // The engine thaws: its start finally completes.
  gates[0]?.();
  await world.clock.advance(2000);
  expect(slow.at).toMatchObject({ beginning: 1, most: 1, leading: false });
  gates[1]?.();
  await settle();
  expect(slow.at.leading).toBe(true);
});

it('OB2: an engine closed after its lock was stolen during startup stops everything it had started', async () => {
  const world = newWorld();
  const gates: (() => void)[] = [];
  const slow = engine(world, () => new Promise(resolve => gates.push(resolve)));
  await settle();
  slow.signals.close();
  const other = engine(world);
  await world.clock.advance(16_000);
  expect(other.at.leading).toBe(true);
  const ended = slow.leadership.end();
  gates[0]?.();
  await ended;
  expect([slow.at.leading, other.at.leading]).toEqual([false, true]);
  await other.leadership.end();
});

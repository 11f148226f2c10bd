import { describe, expect, it } from 'vitest';
import { InUse, onceUnused } from './inUse.ts';
import { newWorld, settle } from '../testing/fakeEnv.ts';

describe('the lock on a database in use', () => {
  const world = () => {
    const { clock, locks } = newWorld();
    return { clock, locks };
  };

  it('a database cannot be opened while it is being removed, nor removed while it is open', async () => {
    const env = world();
    const said: string[] = [];
    const [one, two] = [new InUse(env, 'db'), new InUse(env, 'db')];
    await one.begin();
    await two.begin();
    await onceUnused(env, 'db', async () => void said.push('removed'));
    await one.end();
    await env.clock.advance(1000);
    expect(said).toEqual([]);
    await two.end();
    await env.clock.advance(1000);
    expect(said).toEqual(['removed']);
    let done: () => void = () => undefined;
    const removing = onceUnused(env, 'db', () => new Promise(resolve => (done = resolve)));
    const late = new InUse(env, 'db');
    void late.begin().then(() => said.push('open'));
    await env.clock.advance(1000);
    expect(said).toEqual(['removed']);
    done();
    await removing;
    await settle();
    expect(said).toEqual(['removed', 'open']);
  });

  it('a tab that freezes while removing a database removes nothing when it thaws, and waiting tabs open the database after a while', async () => {
    const env = world();
    let thaw: () => void = () => undefined;
    const removed: boolean[] = [];
    const removing = onceUnused(env, 'db', async may => {
      await new Promise<void>(resolve => (thaw = resolve));
      removed.push(may());
    });
    await settle();
    const late = new InUse(env, 'db');
    let open = false;
    void late.begin().then(() => (open = true));
    await env.clock.advance(9000);
    expect(open).toBe(false);
    await env.clock.advance(2000);
    expect(open).toBe(true);
    // From now on, nobody else deletes the database either.
    await onceUnused(env, 'db', async may => void removed.push(may()));
    expect(removed).toEqual([]);
    thaw();
    await removing;
    expect(removed).toEqual([false]);
    await env.clock.advance(60_000);
    expect(removed).toEqual([false]);
    await late.end();
  });

  it('a tab that freezes between getting the lock and noticing that removes nothing either', async () => {
    const env = world();
    const { request } = env.locks;
    let thaw: () => void = () => undefined;
    const frozen = new Promise<void>(resolve => (thaw = resolve));
    const locks = {
      request: ((name, options, run) =>
        request.call(env.locks, name, options, async held => {
          await frozen;
          return run(held);
        })) as typeof request,
    };
    const removed: boolean[] = [];
    const removing = onceUnused({ ...env, locks }, 'db', async may => void removed.push(may()));
    await env.clock.advance(20_000);
    thaw();
    await removing;
    expect(removed).toEqual([false]);
  });
});

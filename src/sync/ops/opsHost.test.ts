import { describe, expect, it } from 'vitest';
import { Engine } from '../engine/engine.ts';
import { EnginePool } from '../engine/enginePool.ts';
import { createHost } from './opsHost.ts';
import { tabLock, type OpsApi } from '../engine/opsApi.ts';
import { connectOps } from './opsClient.ts';
import { fakeEnv, newWorld, settle } from '../testing/fakeEnv.ts';
import { MemoryOutbox } from '../testing/memoryOutbox.ts';
import { quiet } from '../testing/quietEngine.ts';

/**
 * Tests the engines' host with fake ports. The shared worker, a tab's own worker and the tab itself all run this host.
 */

function host(world = newWorld()) {
  const env = fakeEnv(world);
  const made: number[] = [];
  const ended: boolean[] = [];
  const projects: (string | null)[] = [];
  const pool = new EnginePool({
    env,
    loadSession: async () => null,
    createEngine: userId => {
      made.push(userId);
      return new Engine({
        env: fakeEnv(world),
        build: 'b',
        userId,
        fetch: (() => Promise.reject(new TypeError('no network'))) as never,
        ...quiet,
        storage: {
          openOutbox: () =>
            Object.assign(new MemoryOutbox(), { forgetEnded: async () => undefined, close: () => undefined }),
          openMirror: () => Promise.reject(new Error('none')),
          rebuildMirror: async () => undefined,
        },
      });
    },
  });
  const { connect } = createHost({
    env,
    build: 'b',
    pool,
    onProject: name => projects.push(name),
    end: () => ended.push(true),
  });
  return { world, pool, connect, made, ended, projects };
}

/** An open tab holds its lock. */
function tab(world: ReturnType<typeof newWorld>, tabId: string, userId = 1) {
  let close: () => void = () => undefined;
  void world.locks.request(tabLock(tabId), {}, () => new Promise<void>(resolve => (close = resolve)));
  return { info: { tabId, userId, entity: 'ID' as const, project: 'p' }, close: () => close() };
}

describe('the engine host', () => {
  it("all of a person's ports share one engine, and another person gets another engine", async () => {
    const { connect, made, pool, projects, world } = host();
    await connect().attach(tab(world, 'a').info);
    await connect().attach(tab(world, 'b').info);
    expect(pool.of('a')).toBe(pool.of('b'));
    await connect().attach(tab(world, 'c', 2).info);
    expect(made).toEqual([1, 2]);
    expect(projects).toEqual(['p', 'p', 'p']);
    await pool.close();
  });

  it('the host detects a closed tab by its lock, and shuts down engines without tabs', async () => {
    const { connect, pool, world } = host();
    const { info, close } = tab(world, 'a');
    await connect().attach(info);
    expect(pool.of('a')).toBeDefined();
    close();
    await settle();
    expect(pool.of('a')).toBeUndefined();
  });

  it('the host answers that it has no data until a port has joined', async () => {
    const { connect } = host();
    expect(await connect().suggest('ID', 0, 'a', {}, 9)).toEqual({ ready: false, value: [] });
    expect(await connect().path('ID', 1)).toEqual({ ready: false, value: null });
  });

  it('TAB1: the host terminates after its sender has handed over', async () => {
    const { connect, ended, world } = host();
    const port = connect();
    await port.attach(tab(world, 'a').info);
    await settle();
    expect(world.locks.isPaused('ops-sender-1')).toBe(true);
    await port.retire();
    expect(world.locks.isPaused('ops-sender-1')).toBe(false);
    expect(ended).toEqual([]);
    await world.clock.advance(60);
    expect(ended).toEqual([true]);
  });
});

describe("the tab's link", () => {
  it("if the tab's worker dies, another one starts immediately, so that the queue is still sent", async () => {
    const world = newWorld();
    const joined: string[] = [];
    const deaths: (() => void)[] = [];
    const join = async (): Promise<OpsApi> => {
      const { connect } = host(world);
      const lock = `worker-${joined.length}`;
      void world.locks.request(lock, {}, () => new Promise<void>(resolve => deaths.push(resolve)));
      joined.push(lock);
      return { ...connect(), hello: async () => ({ build: 'b', lock }) };
    };
    const link = connectOps(fakeEnv(world), 1, 'ID', join);
    link.start();
    await settle();
    expect(joined).toHaveLength(1);
    deaths[0]?.();
    await settle();
    expect(joined).toHaveLength(2);
    link.close();
    deaths[1]?.();
    await settle();
    expect(joined).toHaveLength(2);
  });
});

import { describe, expect, it } from 'vitest';
import type { OpsApi } from '../engine/opsApi.ts';
import { connectOps } from './opsClient.ts';
import { fakeEnv, settle } from '../testing/fakeEnv.ts';

/** A tab's link, and the engines it joins one after another; each engine can be silenced. */
function tab() {
  const env = fakeEnv();
  const engines: { answers: boolean; hellos: number }[] = [];
  const join = async (): Promise<OpsApi> => {
    const engine = { answers: true, hellos: 0 };
    const lock = `engine-${engines.push(engine)}`;
    void env.locks.request(lock, {}, () => new Promise<void>(() => undefined));
    const hello = async () => {
      engine.hellos += 1;
      return engine.answers ? { build: 'b', lock } : new Promise<never>(() => undefined);
    };
    return { hello, attach: async () => undefined, project: async () => undefined } as unknown as OpsApi;
  };
  return { env, engines, link: connectOps(env, 7, 'ID', join) };
}

describe("a tab's link to the engine", () => {
  it('the tab joins the engine if a write is queued, and stays connected while the engine responds', async () => {
    const { env, engines, link } = tab();
    link.check();
    await settle();
    expect(engines).toHaveLength(1);
    await env.clock.advance(120_000);
    link.check();
    await env.clock.advance(120_000);
    expect(engines).toHaveLength(1);
    expect(engines[0]?.hellos).toBe(3);
    link.close();
  });

  it('the tab joins again if the engine is frozen (OB2), so that the queue does not stall', async () => {
    const { env, engines, link } = tab();
    link.start();
    await settle();
    if (engines[0]) engines[0].answers = false;
    // Right after joining, the engine gets a grace period; from then on, every silence counts.
    link.check();
    link.check();
    await env.clock.advance(4000);
    expect(engines).toHaveLength(1);
    await env.clock.advance(20_000);
    expect(engines).toHaveLength(2);
    await env.clock.advance(60_000);
    expect(engines).toHaveLength(2);
    link.close();
  });

  it('a closed tab sends no more requests', async () => {
    const { env, engines, link } = tab();
    link.start();
    await settle();
    if (engines[0]) engines[0].answers = false;
    link.check();
    link.close();
    await env.clock.advance(120_000);
    expect(engines).toHaveLength(1);
  });
});

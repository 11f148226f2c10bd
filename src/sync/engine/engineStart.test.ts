import { describe, expect, it } from 'vitest';
import { EngineStart } from './engineStart.ts';
import { FakeClock } from '../testing/fakeEnv.ts';

function make() {
  const clock = new FakeClock();
  let runs = 0;
  const start = new EngineStart(
    clock,
    run => clock.after(120, run),
    () => (runs += 1),
  );
  return { clock, start, runs: () => runs };
}

describe('when a tab joins the engine', () => {
  it('the engine starts only after the page is rendered', async () => {
    const { clock, start, runs } = make();
    await clock.advance(2000);
    expect(runs()).toBe(0);
    start.pageShown();
    expect(runs()).toBe(0);
    await clock.advance(200);
    expect(runs()).toBe(1);
  });

  it('the engine starts only after every list on the page has loaded', async () => {
    const { clock, start, runs } = make();
    const first = start.listReads();
    const second = start.listReads();
    start.pageShown();
    first();
    first();
    await clock.advance(1000);
    expect(runs()).toBe(0);
    second();
    await clock.advance(200);
    expect(runs()).toBe(1);
  });

  it('the engine waits for a list that starts loading right after the page is rendered', async () => {
    const { clock, start, runs } = make();
    start.pageShown();
    await clock.advance(50);
    const end = start.listReads();
    await clock.advance(1000);
    expect(runs()).toBe(0);
    end();
    await clock.advance(200);
    expect(runs()).toBe(1);
  });

  it('the engine starts after a timeout, whatever the page is waiting for, and only once', async () => {
    const { clock, start, runs } = make();
    start.listReads();
    await clock.advance(5000);
    expect(runs()).toBe(1);
    start.pageShown();
    start.now();
    await clock.advance(10_000);
    expect(runs()).toBe(1);
  });

  it('the engine starts immediately if code needs it, but never after being canceled', async () => {
    const needed = make();
    needed.start.now();
    expect(needed.runs()).toBe(1);
    const ended = make();
    ended.start.cancel();
    ended.start.now();
    await ended.clock.advance(10_000);
    expect(ended.runs()).toBe(0);
  });

  it('the start promise also resolves if the start is canceled, because work scheduled after the first list awaits it', async () => {
    const { clock, start } = make();
    let over = false;
    void start.over.then(() => (over = true));
    const read = start.listReads();
    start.pageShown();
    await clock.advance(3000);
    expect(over).toBe(false);
    read();
    await clock.advance(200);
    expect(over).toBe(true);
    const ended = make();
    ended.start.cancel();
    await ended.start.over;
  });
});

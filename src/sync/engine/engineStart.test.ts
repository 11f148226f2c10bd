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
  it('the engine waits for the page to be drawn', async () => {
    const { clock, start, runs } = make();
    await clock.advance(2000);
    expect(runs()).toBe(0);
    start.pageShown();
    expect(runs()).toBe(0);
    await clock.advance(200);
    expect(runs()).toBe(1);
  });

  it('the engine waits for the lists on the page, each counted once', async () => {
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

  it('the engine waits for a list that begins to read just after the page was drawn', async () => {
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

  it('the engine starts after a while whatever the page waits for, and only once', async () => {
    const { clock, start, runs } = make();
    start.listReads();
    await clock.advance(5000);
    expect(runs()).toBe(1);
    start.pageShown();
    start.now();
    await clock.advance(10_000);
    expect(runs()).toBe(1);
  });

  it('the engine starts at once if something needs it, and never once it was canceled', async () => {
    const needed = make();
    needed.start.now();
    expect(needed.runs()).toBe(1);
    const ended = make();
    ended.start.cancel();
    ended.start.now();
    await ended.clock.advance(10_000);
    expect(ended.runs()).toBe(0);
  });

  it('the start resolves when it is over, because work after the first list waits for it', async () => {
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

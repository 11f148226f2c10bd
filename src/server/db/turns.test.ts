import { describe, expect, it } from 'vitest';
import { asTask, createTurns, newTask, type Task } from './turns.ts';

/** Creates turns whose clock advances only while statements run. */
function counter() {
  let clock = 0;
  const turns = createTurns(() => clock);
  const order: string[] = [];
  const statement = async (name: string, millis: number) => {
    const done = await turns.take();
    order.push(name);
    clock += millis;
    done();
  };
  const run = (task: Task, name: string, statements: number, millis: number) =>
    asTask(task, async () => {
      for (let at = 0; at < statements; at++) await statement(name, millis);
    });
  return { run, order, time: () => clock };
}

describe('taking turns on the only connection', () => {
  it('a call with many statements finishes before calls that arrived later start', async () => {
    const { run, order } = counter();
    await Promise.all(['a', 'b', 'c'].map(name => run(newTask(), name, 3, 1)));
    expect(order.join('')).toBe('aaabbbccc');
  });

  it('long work and short calls each get half of the time', async () => {
    const { run, order } = counter();
    const shorts = Array.from({ length: 40 }, () => run(newTask(), 's', 1, 10));
    await Promise.all([...shorts, run(newTask('long'), 'L', 10, 40)]);
    const half = order.slice(0, 25);
    expect(half.filter(name => name === 'L').length).toBeGreaterThanOrEqual(4);
    expect(half.filter(name => name === 's').length).toBeGreaterThanOrEqual(16);
    expect(order).toHaveLength(50);
  });

  it('after a costly read’s heavy statement, others get the connection, even between two of their calls', async () => {
    const { run, order } = counter();
    const ended = new AbortController();
    const person = async () => {
      // The clock stands still while nobody works, so the person continues until the costly read has had both its
      // turns.
      for (let call = 0; !ended.signal.aborted && call < 10_000; call++) {
        await run(newTask(), 's', 1, 5);
        for (let turn = 0; turn < 3; turn++) await new Promise(resolve => setImmediate(resolve));
      }
    };
    const costly = async () => {
      await new Promise(resolve => setTimeout(resolve, 5));
      await run(newTask('costly'), 'C', 2, 100);
      ended.abort();
    };
    await Promise.all([person(), costly()]);
    const [, between = ''] = order.join('').split('C');
    expect(order.filter(name => name === 'C')).toHaveLength(2);
    expect(between.length).toBeGreaterThanOrEqual(19);
  });

  it('costly reads are not delayed if nobody else is waiting', async () => {
    const { run, time } = counter();
    const alone = newTask();
    await asTask(alone, async () => {
      await run(alone, 's', 1, 5);
      alone.kind = 'costly';
      await run(alone, 'C', 3, 100);
    });
    expect(time()).toBe(305);
  });

  it('consoles that fetch changes are served after people, and take turns statement by statement', async () => {
    const { run, order } = counter();
    const followers = ['a', 'b', 'c'].map(name => run(newTask('following'), name, 2, 1));
    const person = run(newTask(), 'P', 3, 1);
    await Promise.all([...followers, person]);
    // The first console to fetch changes gets the idle connection before anybody else requests it.
    expect(order.join('')).toBe('aPPPbcabc');
  });

  it('a console that fetches changes waits at most half a second for people’s calls', async () => {
    const { run, order } = counter();
    const people = Array.from({ length: 30 }, () => run(newTask(), 'P', 1, 100));
    await Promise.all([...people, run(newTask('following'), 'f', 3, 1)]);
    expect(order.indexOf('f')).toBeLessThan(8);
    expect(order.lastIndexOf('f')).toBeLessThan(22);
    // People never wait for more than one console that fetches changes.
    expect(order.join('')).not.toContain('ff');
  });

  it('small imports overtake a large export, which still finishes while more imports arrive', async () => {
    const { run, order } = counter();
    const large = run(newTask('long'), 'X', 20, 200);
    await run(newTask('long'), 'i', 20, 10);
    expect(order.filter(name => name === 'X').length).toBeLessThan(4);
    const end = new AbortController();
    void large.then(() => end.abort());
    for (let at = 0; at < 1_000 && !end.signal.aborted; at++) await run(newTask('long'), 'i', 5, 20);
    expect(end.signal.aborted).toBe(true);
  });

  it('a request counts as long work once it has used its share of time', async () => {
    const { run, order } = counter();
    const greedy = run(newTask(), 'g', 10, 100);
    const short = Array.from({ length: 20 }, () => run(newTask(), 's', 1, 50));
    await Promise.all([greedy, ...short]);
    expect(order.indexOf('s')).toBeLessThan(7);
    expect(order.lastIndexOf('g')).toBeLessThan(29);
  });

  it('work that continues after its caller got a reply still counts toward the same task', async () => {
    const turns = createTurns();
    const task = newTask();
    await asTask(task, async () => {
      await new Promise(resolve => setTimeout(resolve, 1));
      const done = await turns.take();
      await new Promise(resolve => setTimeout(resolve, 20));
      done();
    });
    expect(task.spent).toBeGreaterThan(10);
  });
});

// @vitest-environment happy-dom
import { act, useLayoutEffect } from 'react';
import { describe, expect, it } from 'vitest';
import { reactRoot } from '../../../tests/support/reactRoot.ts';
import { useLatestRun, type LatestRun } from './useLatestRun.ts';

/** A promise that the test settles. */
function promised() {
  let resolve = (): void => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<void>((done, failed) => {
    resolve = done;
    reject = failed;
  });
  return { promise, resolve: () => resolve(), reject: (error: Error) => reject(error) };
}

describe('work of a dialog', () => {
  const page = reactRoot();
  const drawn: LatestRun<string>[] = [];
  function Dialog() {
    const state = useLatestRun<string>();
    useLayoutEffect(() => void drawn.push(state));
    return null;
  }
  const now = () => drawn.at(-1);

  it('a task’s step, error and end are shown', async () => {
    await act(async () => page.root.render(<Dialog />));
    const work = promised();
    await act(async () => {
      void now()?.run(async show => {
        show('Reading a.csv');
        await work.promise;
      });
    });
    expect(now()).toMatchObject({ step: 'Reading a.csv', problem: null });
    await act(async () => work.reject(new Error('It is damaged.')));
    expect(now()).toMatchObject({ step: null, problem: 'It is damaged.' });
  });

  it('if another task was started in the meantime, the error and the end of the earlier task are not shown', async () => {
    await act(async () => page.root.render(<Dialog />));
    const [first, second] = [promised(), promised()];
    const results: string[] = [];
    const start = (name: string, until: Promise<void>) =>
      act(async () => {
        void now()?.run(async (show, isLatest) => {
          show(`Reading ${name}`);
          await until;
          show(`Counting ${name}`);
          if (isLatest()) results.push(name);
        });
      });
    await start('a.csv', first.promise);
    await start('b.csv', second.promise);
    await act(async () => first.reject(new Error('The reading was cancelled.')));
    expect(now()).toMatchObject({ step: 'Reading b.csv', problem: null });
    await act(async () => second.resolve());
    expect(now()).toMatchObject({ step: null, problem: null });
    expect(results).toEqual(['b.csv']);
  });

  it('the result of an outdated task is ignored', async () => {
    await act(async () => page.root.render(<Dialog />));
    const first = promised();
    let counts: boolean | null = null;
    await act(async () => {
      void now()?.run(async (_, isLatest) => {
        await first.promise;
        counts = isLatest();
      });
      void now()?.run(async () => undefined);
    });
    await act(async () => first.resolve());
    expect(counts).toBe(false);
  });
});

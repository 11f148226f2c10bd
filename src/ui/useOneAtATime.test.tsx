// @vitest-environment happy-dom
import { act, useLayoutEffect } from 'react';
import { expect, it } from 'vitest';
import { reactRoot } from '../../tests/support/reactRoot.ts';
import { useOneAtATime, type OneAtATime } from './useOneAtATime.ts';

const page = reactRoot();
const drawn: OneAtATime[] = [];
function Probe() {
  const state = useOneAtATime();
  useLayoutEffect(() => void drawn.push(state));
  return null;
}
const now = () => drawn.at(-1) as OneAtATime;

it('a second click while the first one is being carried out does nothing, and a failed task can be repeated', async () => {
  act(() => page.root.render(<Probe />));
  let fail: (error: Error) => void = () => undefined;
  let runs = 0;
  const work = () => {
    runs += 1;
    return new Promise<void>((_resolve, reject) => (fail = reject));
  };
  const { run } = now();
  let first: Promise<void> | undefined;
  await act(async () => {
    first = run(work);
    await run(work);
  });
  expect([runs, now().busy]).toEqual([1, true]);
  await act(async () => {
    fail(new Error('refused'));
    await expect(first).rejects.toThrow('refused');
  });
  expect(now().busy).toBe(false);
  await act(async () => void run(async () => void (runs += 1)));
  expect([runs, now().busy]).toEqual([2, false]);
});

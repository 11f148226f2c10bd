// @vitest-environment happy-dom
import { act, useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reactRoot } from '../../tests/support/reactRoot.ts';
import { useReloadEvery } from './useReloadEvery.ts';

const page = reactRoot();
/** The requests made so far, which the test answers itself. */
const requests: { answer: () => void }[] = [];
beforeEach(() => {
  requests.length = 0;
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

/** A page that repeats a request and, as `useKept` does, shows only the response to the latest one. */
function Page({ millis }: { millis: number | null }) {
  const [{ latest, answered }, setState] = useState({ latest: 0, answered: 0 });
  const reload = () => {
    const own = requests.push({
      answer: () => setState(now => (now.latest === own ? { ...now, answered: own } : now)),
    });
    setState(now => ({ ...now, latest: own }));
  };
  useReloadEvery([{ loading: answered < latest, reload }], millis);
  return <p>{answered}</p>;
}
const draw = (millis: number | null) => act(async () => page.root.render(<Page millis={millis} />));
const pass = (millis: number) => act(async () => vi.advanceTimersByTime(millis));
const answer = (no: number) => act(async () => requests[no - 1]?.answer());

it('a request whose response takes longer than the interval is shown, and not repeated before', async () => {
  await draw(1000);
  await pass(1000);
  expect(requests).toHaveLength(1);
  await pass(3000);
  expect(requests).toHaveLength(1);
  await answer(1);
  expect(page.host.textContent).toBe('1');
  await pass(1000);
  expect(requests).toHaveLength(2);
  await answer(2);
  expect(page.host.textContent).toBe('2');
  await draw(null);
  await pass(5000);
  expect(requests).toHaveLength(2);
});

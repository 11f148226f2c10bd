// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reactRoot } from '../../../tests/support/reactRoot.ts';
import { RETRY_AFTER, useReachedAgain } from './useReachedAgain.ts';

let network = 'online';
vi.mock('./useSyncStatus.ts', () => ({ useSyncStatus: () => ({ network }) }));

const page = reactRoot();
const reload = vi.fn<() => void>();
function Page({ unreachable }: { unreachable: boolean }) {
  useReachedAgain(unreachable, reload);
  return null;
}
const render = (unreachable: boolean) => act(async () => page.root.render(<Page unreachable={unreachable} />));

beforeEach(() => {
  network = 'online';
  reload.mockReset();
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

it('a request that alone was lost is repeated after a pause, each time that it is lost', async () => {
  await render(true);
  vi.advanceTimersByTime(RETRY_AFTER - 1);
  expect(reload).toHaveBeenCalledTimes(0);
  vi.advanceTimersByTime(1);
  expect(reload).toHaveBeenCalledTimes(1);
  await render(false);
  await render(true);
  vi.advanceTimersByTime(RETRY_AFTER);
  expect(reload).toHaveBeenCalledTimes(2);
  await render(false);
  vi.advanceTimersByTime(10 * RETRY_AFTER);
  expect(reload).toHaveBeenCalledTimes(2);
});

it('without a network, a request is not repeated until the server is reached again', async () => {
  network = 'offline';
  await render(true);
  vi.advanceTimersByTime(10 * RETRY_AFTER);
  expect(reload).toHaveBeenCalledTimes(0);
  network = 'online';
  await render(true);
  expect(reload).toHaveBeenCalledTimes(1);
});

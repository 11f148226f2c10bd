// @vitest-environment happy-dom
import { createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, useLayoutEffect } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { reactRoot } from '../../../../tests/support/reactRoot.ts';
import type { CheckState } from './checkAddress.ts';
import { useCheckAddress } from './useCheckAddress.ts';

const page = reactRoot();
let leave = (): void => undefined;
afterEach(() => leave());

/** Opens the check; `slow` pages take a while to load, as on a slow network. */
async function open() {
  window.history.replaceState(null, '', '/check');
  const timers: (() => void)[] = [];
  const clock = {
    after: (_millis: number, run: () => void) => {
      timers.push(run);
      return () => void timers.splice(timers.indexOf(run) >>> 0, 1);
    },
  };
  const loads: (() => void)[] = [];
  let isSlow = false;
  let seen: [CheckState, (part: Partial<CheckState>) => void] | undefined;
  function Check() {
    const [state, change] = useCheckAddress(clock);
    useLayoutEffect(() => {
      seen = [state, change];
    }, [state, change]);
    return 'check';
  }
  const beforeLoad = async () => {
    if (isSlow) await new Promise<void>(resolve => loads.push(resolve));
  };
  const root = createRootRoute();
  const route = (path: string, component: () => string) =>
    createRoute({ getParentRoute: () => root, path, component, beforeLoad });
  const router = createRouter({
    routeTree: root.addChildren([route('/check', Check), route('/log', () => 'log')]),
    defaultPendingMs: 10_000,
  });
  leave = () => router.history.destroy();
  await act(async () => page.root.render(<RouterProvider router={router as never} />));
  await vi.waitFor(() => expect(seen).toBeDefined());
  isSlow = true;
  return {
    router,
    state: () => seen?.[0].address,
    type: (address: string) => act(async () => seen?.[1]({ address })),
    /** The delay after the last change is over. */
    pause: () =>
      act(async () => {
        for (const run of timers.splice(0)) run();
        await Promise.resolve();
      }),
    load: async () => {
      isSlow = false;
      await act(async () => {
        for (const loaded of loads.splice(0)) loaded();
        await new Promise(resolve => setTimeout(resolve, 20));
      });
    },
  };
}

it('what is typed is in the URL a moment later, and stays although earlier text is still being loaded', async () => {
  const { type, pause, load, state } = await open();
  await type('Cob');
  await pause();
  await type('Coblong');
  await pause();
  expect(state()).toBe('Coblong');
  await load();
  expect(state()).toBe('Coblong');
  expect(window.location.search).toBe('?address=Coblong');
});

it('a link followed right after typing keeps its own URL', async () => {
  const { router, type, pause, load } = await open();
  await type('Coblong');
  await act(async () => void router.navigate({ to: '/log', search: { code: 'x' } } as never));
  await pause();
  await load();
  await vi.waitFor(() => expect(document.body.textContent).toContain('log'));
  expect([window.location.pathname, window.location.search]).toEqual(['/log', '?code=x']);
});

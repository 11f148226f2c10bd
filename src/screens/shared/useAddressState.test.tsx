// @vitest-environment happy-dom
import { createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { useAddressState, type AddressState, type PutAddress } from './useAddressState.ts';

/** Pages that keep the state of their controls in the URL. */

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

let end = (): void => undefined;
afterEach(() => {
  end();
});

/** Opens a page that takes a while to load, as on a slow network or a busy device. */
async function open() {
  window.history.replaceState(null, '', '/search');
  const seen: { state: AddressState; put: PutAddress }[] = [];
  const loads: (() => void)[] = [];
  let isSlow = false;
  function Page() {
    const [state, put] = useAddressState();
    useLayoutEffect(() => void seen.push({ state, put }), [state, put]);
    return 'page';
  }
  const root = createRootRoute();
  const page = createRoute({
    getParentRoute: () => root,
    path: '/search',
    component: Page,
    beforeLoad: async () => {
      if (isSlow) await new Promise<void>(resolve => loads.push(resolve));
    },
  });
  const router = createRouter({ routeTree: root.addChildren([page]), scrollRestoration: true });
  const host = document.body.appendChild(document.createElement('div'));
  const drawn = createRoot(host);
  end = () => {
    act(() => drawn.unmount());
    host.remove();
    router.history.destroy();
  };
  await act(async () => drawn.render(<RouterProvider router={router as never} />));
  await vi.waitFor(() => expect(host.textContent).toBe('page'));
  isSlow = true;
  const shown = () => seen.at(-1)?.state;
  return {
    router,
    /** Makes a change as a person would; returns what the page shows immediately afterward. */
    change: (part: AddressState) => {
      act(() => seen.at(-1)?.put(part));
      return shown();
    },
    /** Makes a change with a history entry of its own. */
    open: (part: AddressState) => act(() => seen.at(-1)?.put(part, false)),
    /** Lets the page finish loading. */
    load: async () => {
      isSlow = false;
      await act(async () => {
        for (const loaded of loads.splice(0)) loaded();
        await Promise.resolve();
      });
    },
    shown,
  };
}

it('a changed control is displayed before the page has loaded for the new URL', async () => {
  const { change, load, shown } = await open();
  expect(change({ services: 'cod' })).toEqual({ services: 'cod' });
  await load();
  await vi.waitFor(() => expect(window.location.search).toBe('?services=cod'));
  expect(shown()).toEqual({ services: 'cod' });
});

it('two changes in quick succession are both kept, even if the page has not loaded in between', async () => {
  const { router, change, load, shown } = await open();
  change({ time: '1' });
  change({ time: '12' });
  expect(change({ services: 'cod' })).toEqual({ time: '12', services: 'cod' });
  await load();
  await vi.waitFor(() => expect(router.state.location.search).toEqual({ time: '12', services: 'cod' }));
  await vi.waitFor(() => expect(shown()).toEqual({ time: '12', services: 'cod' }));
  expect(change({ services: undefined })).toEqual({ time: '12', services: undefined });
});

it('a changed control leaves the page where it is scrolled to, and a change that opens something starts at the top', async () => {
  const { router, change, open: opened, load } = await open();
  await load();
  const scrolled = vi.spyOn(window, 'scrollTo');
  change({ weight: '1' });
  await vi.waitFor(() => expect(router.state.resolvedLocation?.search).toEqual({ weight: '1' }));
  expect(scrolled).not.toHaveBeenCalled();
  opened({ dispute: '7' });
  await vi.waitFor(() => expect(scrolled).toHaveBeenCalledOnce());
});

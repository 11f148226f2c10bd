// @vitest-environment happy-dom
import { createRootRoute, createRoute, createRouter, redirect, RouterProvider } from '@tanstack/react-router';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { countryShown, landing } from '../redirect.ts';
import { parseSearch, stringifySearch } from '../search.ts';

/** Tests how the router handles URLs with a country, which only the browser's URL contains. */

const LIST = '/carrier/serviceCodes';

let commits: string[] = [];
let end = (): void => undefined;

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

beforeEach(() => {
  commits = [];
});
afterEach(() => {
  end();
});

/** Opens a URL as the browser would, and records the router's changes to the history. */
async function open(address: string) {
  window.history.replaceState(null, '', address);
  const root = createRootRoute();
  const page = (path: string) => createRoute({ getParentRoute: () => root, path, component: () => path });
  const create = createRoute({
    getParentRoute: () => root,
    path: `${LIST}/create`,
    beforeLoad: ({ search }) => {
      throw redirect({ to: LIST, search: { ...search, ...countryShown() }, replace: true } as never);
    },
  });
  const router = createRouter({
    routeTree: root.addChildren([page(LIST), page('/login'), create]),
    parseSearch,
    stringifySearch,
  });
  router.history.subscribe(({ action }) => void commits.push(action.type));
  const host = document.body.appendChild(document.createElement('div'));
  const drawn: Root = createRoot(host);
  end = () => {
    act(() => drawn.unmount());
    host.remove();
    router.history.destroy();
  };
  await act(async () => drawn.render(<RouterProvider router={router as never} />));
  await vi.waitFor(() => expect(host.textContent).toBe(LIST));
  /** Navigates as a click or the program would. */
  const go = (to: object) => act(() => router.navigate(to as never));
  return { router, go, here: () => window.location.pathname + window.location.search };
}

it('an opened URL keeps its country, which the router ignores', async () => {
  const { router, here } = await open(`${LIST}?q=%7B%22status%22%3A1%7D&country=ID`);
  expect(router.state.location.search).toEqual({ q: '{"status":1}' });
  expect(here()).toBe(`${LIST}?q=%7B%22status%22%3A1%7D&country=ID`);
  expect(commits).toEqual([]);
});

it('navigating to the same page without the country adds no history entry', async () => {
  const { go, here } = await open(`${LIST}?page=2&country=ID`);
  await go({ href: `${LIST}?page=2` });
  expect(commits).toEqual([]);
  expect(here()).toBe(`${LIST}?page=2&country=ID`);
  await go({ href: LIST });
  expect(commits).toEqual(['PUSH']);
});

it('the country is kept by redirects and when returning from the sign-in page', async () => {
  const { router, go, here } = await open(`${LIST}/create?country=ID`);
  expect(here()).toBe(`${LIST}?country=ID`);
  await go({ to: '/login' });
  await go({ ...landing(`${LIST}?q=%7B%22name%22%3A%22a+b%22%7D&country=MY`), replace: true });
  expect(here()).toBe(`${LIST}?q=%7B%22name%22%3A%22a+b%22%7D&country=MY`);
  expect(router.state.location.search).toEqual({ q: '{"name":"a b"}' });
});

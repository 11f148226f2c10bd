// @vitest-environment happy-dom
import { createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, useLayoutEffect } from 'react';
import { expect, it, vi } from 'vitest';
import { reactRoot } from '../../../tests/support/reactRoot.ts';
import { parseSearch, stringifySearch } from '../../app/search.ts';
import { useSearchBox, type SearchBox } from './useSearchBox.ts';

const page = reactRoot();

async function open(search: string) {
  window.history.replaceState(null, '', `/list${search}`);
  const seen: SearchBox[] = [];
  function Page() {
    const box = useSearchBox();
    useLayoutEffect(() => void seen.push(box));
    return null;
  }
  const root = createRootRoute();
  const list = createRoute({ getParentRoute: () => root, path: '/list', component: Page });
  const router = createRouter({ routeTree: root.addChildren([list]), parseSearch, stringifySearch });
  await act(async () => page.root.render(<RouterProvider router={router as never} />));
  await vi.waitFor(() => expect(seen).not.toEqual([]));
  return () => seen.at(-1) as SearchBox;
}

it('the search box, a filter and the page are in the address, and typing keeps a space at the end', async () => {
  const box = await open('?page=3');
  expect(box()).toMatchObject({ typed: '', q: '', page: 3 });
  await act(async () => box().type('fuel '));
  expect(box()).toMatchObject({ typed: 'fuel ', q: 'fuel', page: 1 });
  await act(async () => box().choose('state', 'failed'));
  await act(async () => box().turn(2, 50));
  expect(box()).toMatchObject({ typed: 'fuel ', q: 'fuel', page: 2, count: 50 });
  expect(box().chosen('state', ['sent', 'failed'])).toBe('failed');
  expect(new URLSearchParams(window.location.search).get('q')).toBe('{"q":"fuel","state":"failed"}');
});

it('an address with an unknown option or page shows all rows from the first page', async () => {
  const box = await open(`?q=${encodeURIComponent('{"q":12,"state":"zzz"}')}&page=-4`);
  expect(box()).toMatchObject({ typed: '12', q: '12', page: 1 });
  expect(box().chosen('state', ['sent', 'failed'])).toBe('');
});

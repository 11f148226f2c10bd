// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { reactRoot } from '../../../tests/support/reactRoot.ts';
import { UiContext, type DraftStore, type LeaveGuard, type Ui } from '../../ui/UiContext.ts';
import { FormPage } from './FormPage.tsx';

const page = reactRoot();
const kept = new Map<string, object>();
const drafts = {
  open: async (key: string) => ({
    kept: kept.get(key) ?? null,
    save: async (values: object) => void kept.set(key, values),
    remove: async () => void kept.delete(key),
    release: () => undefined,
  }),
} as unknown as DraftStore;
const guards = new Set<LeaveGuard>();
/** Presses the browser's Back; returns whether the page stays. */
const back = (goOn: () => void): boolean => [...guards].at(-1)?.(goOn) ?? false;
const ui = {
  entity: 'ID',
  drafts,
  guardLeaving: (guard: LeaveGuard) => {
    guards.add(guard);
    return () => void guards.delete(guard);
  },
} as unknown as Ui;

const onApply = vi.fn<() => Promise<boolean>>(async () => true);
const INITIAL = { name: '' };
function Form() {
  const [values, put] = useState(INITIAL);
  return (
    <FormPage title="Create" back="/list" onApply={onApply} entered={{ key: 'form', initial: INITIAL, values, put }}>
      <input aria-label="Name" value={values.name} onChange={event => put({ name: event.target.value })} />
    </FormPage>
  );
}

async function open() {
  window.history.replaceState(null, '', '/form');
  const root = createRootRoute();
  const route = (path: string, component: () => React.ReactNode) =>
    createRoute({ getParentRoute: () => root, path, component });
  const router = createRouter({ routeTree: root.addChildren([route('/form', Form), route('/list', () => 'list')]) });
  await act(async () =>
    page.root.render(
      <FluentProvider theme={webLightTheme}>
        <UiContext.Provider value={ui}>
          <RouterProvider router={router as never} />
        </UiContext.Provider>
      </FluentProvider>,
    ),
  );
  await vi.waitFor(() => expect(input()).not.toBeNull());
  return router;
}

const input = () => document.querySelector<HTMLInputElement>('input[aria-label="Name"]');
const press = (name: string) =>
  act(async () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click());
const type = (text: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input(), text);
    input()?.dispatchEvent(new Event('input', { bubbles: true }));
  });
const text = () => document.body.textContent;

it('Cancel and Back ask before anything entered is discarded', async () => {
  const router = await open();
  await type('mine');
  await press('Cancel');
  expect(text()).toContain('Discard your changes?');
  await press('Keep editing');
  expect([router.state.location.pathname, input()?.value]).toEqual(['/form', 'mine']);
  const goOn = vi.fn<() => void>();
  let stays = false;
  await act(async () => {
    stays = back(goOn);
  });
  expect([stays, goOn.mock.calls.length]).toEqual([true, 0]);
  await press('Discard');
  expect(goOn).toHaveBeenCalledOnce();
  await vi.waitFor(() => expect(kept.size).toBe(0));
});

it('what was entered survives leaving the page by a link, until it is applied', async () => {
  const router = await open();
  await type('mine');
  await vi.waitFor(() => expect(kept.get('ID/form')).toEqual({ name: 'mine' }));
  await act(async () => router.navigate({ to: '/list' as never }));
  await vi.waitFor(() => expect(text()).toContain('list'));
  await act(async () => router.navigate({ to: '/form' as never }));
  await vi.waitFor(() => expect(input()?.value).toBe('mine'));
  expect(text()).toContain('Your draft was restored');
  await press('Apply');
  await vi.waitFor(() => expect(text()).toContain('list'));
  await vi.waitFor(() => expect(kept.size).toBe(0));
});

it('a form in which nothing was entered is left without a question', async () => {
  const router = await open();
  await press('Cancel');
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/list'));
});

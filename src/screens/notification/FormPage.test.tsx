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
let full = false;
let notifyElsewhere: (open: boolean) => void;
const drafts = {
  open: async (key: string, onElsewhere: (open: boolean) => void) => ({
    kept: ((notifyElsewhere = onElsewhere), kept.get(key) ?? null),
    save: async (values: object) => {
      if (full) throw new DOMException('', 'QuotaExceededError');
      kept.set(key, values);
    },
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
  const router = createRouter({
    routeTree: root.addChildren([route('/form', Form), route('/list', () => 'list'), route('/other', () => 'other')]),
  });
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

it('the reason why an entry was refused disappears when the entry changes', async () => {
  await open();
  await type('wrong');
  onApply.mockRejectedValueOnce(new Error('Name: wrong is taken.'));
  await press('Apply');
  expect(text()).toContain('Name: wrong is taken.');
  await type('right');
  expect(text()).not.toContain('is taken');
  kept.clear();
});

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

it('a form says that it is open in another tab too, and that the browser cannot save what is typed', async () => {
  await open();
  await act(async () => notifyElsewhere(true));
  expect(text()).toContain('This form is also open in another tab. What you typed there is not shown here.');
  await act(async () => notifyElsewhere(false));
  expect(text()).not.toContain('another tab');
  full = true;
  await type('mine');
  await vi.waitFor(() => expect(text()).toContain('This browser could not save what you typed'));
  full = false;
  await type('mine too');
  await vi.waitFor(() => expect(text()).not.toContain('could not save'));
  await press('Cancel');
  await press('Discard');
  await vi.waitFor(() => expect(kept.size).toBe(0));
});

it('while a form is being applied, Cancel does nothing, and a page opened meanwhile stays open', async () => {
  const router = await open();
  await type('mine');
  let finish = (): void => undefined;
  onApply.mockReturnValueOnce(new Promise(resolve => (finish = () => resolve(true))));
  await press('Apply');
  await press('Cancel');
  expect(text()).not.toContain('Discard your changes?');
  await act(async () => router.navigate({ to: '/other' as never }));
  await vi.waitFor(() => expect(text()).toContain('other'));
  await act(async () => finish());
  await act(async () => new Promise(resolve => setTimeout(resolve, 20)));
  expect(router.state.location.pathname).toBe('/other');
  // What was applied is not offered again by the next form.
  expect(kept.size).toBe(0);
});

// @vitest-environment happy-dom
// The surfaces of dialogs are divs with this role.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act, useSyncExternalStore } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { reactRoot } from '../../../tests/support/reactRoot.ts';
import { NoticeStack } from './NoticeStack.tsx';
import { notices } from './noticeStore.ts';

const page = reactRoot();
const undone = vi.fn<() => void>();
afterEach(() => act(() => notices.clear()));

function Page({ form }: { form: boolean }) {
  const { shown } = useSyncExternalStore(notices.subscribe, notices.get);
  return (
    <FluentProvider theme={webLightTheme}>
      <main tabIndex={-1}>
        <button id="row">Edit</button>
      </main>
      {form && (
        <div role="dialog" aria-modal="true" tabIndex={-1} id="form">
          <button id="apply">Apply</button>
        </div>
      )}
      {shown.length > 0 && <NoticeStack />}
    </FluentProvider>
  );
}

const buttons = (name: string) =>
  [...document.querySelectorAll('button')].filter(({ textContent }) => textContent === name);
const focus = (element: HTMLElement | null | undefined) => act(async () => element?.focus());

/**
 * Shows notices, each with an Undo action, and activates the first one's action with the keyboard, starting from the
 * element with the id `at`.
 */
async function take(count: number, at: string, form = false): Promise<void> {
  await act(async () => page.root.render(<Page form={form} />));
  await act(async () => {
    for (let n = 0; n < count; n++) notices.add('success', `Updated ${n}`, { label: 'Undo', run: undone });
  });
  await focus(document.getElementById(at));
  const [undo] = buttons('Undo');
  await focus(undo);
  await act(async () => undo?.click());
}

it('accepting a notice returns the focus to where it was before, whether or not other notices remain', async () => {
  await take(1, 'row');
  expect([undone.mock.calls.length, buttons('Undo').length, document.activeElement?.id]).toEqual([1, 0, 'row']);
  await take(2, 'row');
  expect([undone.mock.calls.length, buttons('Undo').length, document.activeElement?.id]).toEqual([2, 1, 'row']);
});

it('notices appear inside the open dialog, and focus cannot return to the page below it', async () => {
  await take(1, 'apply', true);
  expect(document.activeElement?.id).toBe('apply');
  await take(1, 'row', true);
  expect(document.activeElement?.id).toBe('form');
});

it('a stack that is drawn elsewhere while the pointer is over it holds its notices no longer', async () => {
  const hold = vi.spyOn(notices, 'hold');
  await act(async () => page.root.render(<Page form={false} />));
  await act(async () => void notices.add('success', 'Updated'));
  const over = new PointerEvent('pointerover', { bubbles: true });
  await act(async () => void document.querySelector('section')?.firstElementChild?.dispatchEvent(over));
  expect(hold.mock.lastCall).toEqual([true]);
  await act(async () => page.root.render(<main />));
  expect(hold.mock.lastCall).toEqual([false]);
  hold.mockRestore();
});

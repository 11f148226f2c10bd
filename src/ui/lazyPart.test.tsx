// @vitest-environment happy-dom
import { act, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { PART_MISSING, lazyPart } from './lazyPart.tsx';
import { UiContext, type Ui } from './UiContext.ts';
import { reactRoot } from '../../tests/support/reactRoot.ts';

const page = reactRoot();

const button = (name: string) => [...page.host.querySelectorAll('button')].find(found => found.textContent === name)!;
const press = (name: string) => act(async () => button(name).click());

it('a component whose code fails to load shows an error, and Retry loads it in place', async () => {
  let reachable = false;
  const Part = lazyPart<{ text: string; onClose: () => void }>(async () => {
    if (!reachable) throw new TypeError('Failed to fetch dynamically imported module');
    return ({ text }) => <p>{text}</p>;
  });
  function Owner() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Edit
        </button>
        {open && <Part text="the dialog" onClose={() => setOpen(false)} />}
        <span>{open ? 'open' : 'closed'}</span>
      </>
    );
  }
  act(() => page.root.render(<Owner />));
  await press('Edit');
  expect(page.host.querySelector('dialog [role="alert"]')?.textContent).toBe(PART_MISSING);
  await press('Retry');
  expect(page.host.querySelector('dialog')).not.toBeNull();
  await press('Close');
  expect(page.host.textContent).toBe('Editclosed');
  await press('Edit');
  reachable = true;
  await press('Retry');
  expect(page.host.textContent).toBe('Editthe dialogopen');
});

it('a component whose code never arrives shows an error after a timeout, but is still rendered if the code arrives late', async () => {
  vi.useFakeTimers();
  let answer = (): void => undefined;
  const Part = lazyPart<{ onClose: () => void }>(
    () =>
      new Promise(resolve => {
        answer = () => resolve(() => <p>the dialog</p>);
      }),
  );
  act(() => page.root.render(<Part onClose={() => undefined} />));
  expect(page.host.textContent).toBe('');
  await act(() => vi.advanceTimersByTimeAsync(5000));
  expect(page.host.querySelector('[role="alert"]')?.textContent).toBe(PART_MISSING);
  await act(async () => answer());
  expect(page.host.textContent).toBe('the dialog');
  vi.useRealTimers();
});

it('the error of a component that cannot be replaced is shown inline', async () => {
  const Part = lazyPart<object>(async () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  await act(async () => page.root.render(<Part />));
  expect(page.host.querySelector('dialog')).toBeNull();
  expect(page.host.textContent).toBe(`${PART_MISSING}Retry`);
});

it('the placeholder for a component that fails to load receives the reason, and no error notice is shown', async () => {
  const error = vi.fn<(text: string) => void>();
  const ui = { notify: { success: () => undefined, warning: () => undefined, error } } as unknown as Ui;
  const missing = vi.fn<() => void>();
  const Part = lazyPart<{ text: string }>(
    async () => {
      throw new TypeError('Failed to fetch dynamically imported module');
    },
    ({ text, reason }) => <i title={reason}>{text}</i>,
  );
  await act(async () =>
    page.root.render(
      <UiContext.Provider value={ui}>
        <Part text="in its place" onMissing={missing} />
      </UiContext.Provider>,
    ),
  );
  expect(page.host.textContent).toBe('in its place');
  expect(page.host.querySelector('i')?.title).toBe(PART_MISSING);
  expect([missing.mock.calls.length, error.mock.calls.length]).toEqual([1, 0]);
});

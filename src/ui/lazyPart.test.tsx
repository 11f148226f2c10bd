// @vitest-environment happy-dom
import { act, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PART_MISSING, lazyPart } from './lazyPart.tsx';
import { UiContext, type Ui } from './UiContext.ts';

let host: HTMLElement;
let root: Root;
beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
});
afterEach(() => {
  act(() => root.unmount());
  host.remove();
});

it('tells when its code cannot be loaded, closes, and tries again when it is opened again', async () => {
  const error = vi.fn<(text: string) => void>();
  const ui = { notify: { success: () => undefined, warning: () => undefined, error } } as unknown as Ui;
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
  act(() =>
    root.render(
      <UiContext.Provider value={ui}>
        <Owner />
      </UiContext.Provider>,
    ),
  );
  const press = () => act(async () => host.querySelector('button')?.click());
  await press();
  expect(error.mock.calls).toEqual([[PART_MISSING]]);
  expect(host.textContent).toBe('Editclosed');
  reachable = true;
  await press();
  expect(host.textContent).toBe('Editthe dialogopen');
});

it('lets something else stand in its place, with its props, which alone tells why', async () => {
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
    root.render(
      <UiContext.Provider value={ui}>
        <Part text="in its place" onMissing={missing} />
      </UiContext.Provider>,
    ),
  );
  expect(host.textContent).toBe('in its place');
  expect(host.querySelector('i')?.title).toBe(PART_MISSING);
  expect([missing.mock.calls.length, error.mock.calls.length]).toEqual([1, 0]);
});

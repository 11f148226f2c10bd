// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { reactRoot } from '../../../tests/support/reactRoot.ts';
import type { useAddressForm as Hook } from './useAddressForm.ts';

const put = vi.hoisted(() => vi.fn<(part: Record<string, unknown>) => void>());
const search = vi.hoisted((): { now: Record<string, unknown> } => ({ now: {} }));
vi.mock('./useAddressState.ts', () => ({ useAddressState: () => [search.now, put] }));

// Another test file may have loaded the hook without this mock.
let useAddressForm: typeof Hook;
beforeAll(async () => {
  vi.resetModules();
  ({ useAddressForm } = await import('./useAddressForm.ts'));
});

const page = reactRoot();
function Form() {
  const [values, change] = useAddressForm({ by: 'month', from: '' });
  return (
    <>
      <p id="shown">{JSON.stringify(values)}</p>
      <button onClick={() => change({ from: `${values.from}1` })}>Type</button>
    </>
  );
}

const open = () => act(async () => page.root.render(<Form key={Math.random()} />));
const shown = (): unknown => JSON.parse(document.querySelector('#shown')?.textContent ?? 'null');

beforeEach(() => {
  vi.useFakeTimers();
  put.mockReset();
  search.now = {};
});
afterEach(() => {
  vi.useRealTimers();
});

it('the values come from the URL, also those that a router parsed as numbers', async () => {
  search.now = { by: 'bill', from: 2026, other: 'x' };
  await open();
  expect(shown()).toEqual({ by: 'bill', from: '2026' });
  act(() => void vi.advanceTimersByTime(1000));
  expect(put).not.toHaveBeenCalled();
});

it('a change is shown at once, and the URL follows without the values that are the first ones', async () => {
  await open();
  act(() => document.querySelector('button')?.click());
  act(() => document.querySelector('button')?.click());
  expect(shown()).toEqual({ by: 'month', from: '11' });
  expect(put).not.toHaveBeenCalled();
  act(() => void vi.advanceTimersByTime(1000));
  expect(put.mock.calls).toEqual([[{ by: undefined, from: '11' }]]);
});

// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { reactRoot } from '../../tests/support/reactRoot.ts';
import { useSettled } from './useSettled.ts';

const page = reactRoot();
afterEach(() => void vi.useRealTimers());

function Settled({ value }: { value: string }) {
  return <output>{useSettled(value)}</output>;
}

it('a value settles once it has not changed for a moment, so that typed texts in between are skipped', () => {
  vi.useFakeTimers();
  const seen = new Set<string>();
  const show = (value: string, millis: number) => {
    act(() => page.root.render(<Settled value={value} />));
    act(() => void vi.advanceTimersByTime(millis));
    seen.add(document.querySelector('output')?.textContent ?? '');
  };
  show('', 1000);
  for (const text of ['1', '12', '125']) show(text, 100);
  expect([...seen]).toEqual(['']);
  show('125', 300);
  expect([...seen]).toEqual(['', '125']);
});

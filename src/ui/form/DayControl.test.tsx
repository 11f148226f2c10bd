// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act, useState } from 'react';
import { expect, it } from 'vitest';
import { reactRoot } from '../../../tests/support/reactRoot.ts';
import { DayControl } from './DayControl.tsx';

const page = reactRoot();
const control = {
  id: 'x',
  label: 'Effective Date',
  describedBy: undefined,
  invalid: false,
  required: true,
  disabled: false,
  note: null,
};

function Held({ initial }: { initial: string }) {
  const [value, setValue] = useState(initial);
  return <DayControl control={control} value={value} onChange={setValue} />;
}

const show = (initial: string) =>
  act(() =>
    page.root.render(
      <FluentProvider theme={webLightTheme}>
        <Held initial={initial} />
      </FluentProvider>,
    ),
  );
const input = () => document.querySelector<HTMLInputElement>('input')!;
const calendar = () => document.querySelector<HTMLElement>('[role="dialog"]');
const press = (key: string) =>
  act(() =>
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })),
  );
const click = (selector: string) => act(() => document.querySelector<HTMLElement>(selector)?.click());
const focused = () => (document.activeElement as HTMLElement).dataset['day'];
const openIt = () => click('[aria-label="Choose Effective Date"]');

it('a typed date is normalized to YYYY-MM-DD, and input that is not a date is left unchanged', () => {
  show('2026/3/9');
  act(() => {
    input().focus();
    input().blur();
  });
  expect(input().value).toBe('2026-03-09');
  show('x');
});

it('keys move through the calendar by days, weeks and months, and clicking a day selects it', () => {
  show('2026-03-31');
  openIt();
  expect([calendar()?.getAttribute('aria-label'), focused()]).toEqual(['Calendar of Effective Date', '2026-03-31']);
  const steps = [
    ['ArrowRight', '2026-04-01'],
    ['ArrowUp', '2026-03-25'],
    ['ArrowLeft', '2026-03-24'],
    ['ArrowDown', '2026-03-31'],
    ['PageUp', '2026-02-28'],
    ['PageDown', '2026-03-28'],
    ['Home', '2026-03-23'],
    ['End', '2026-03-29'],
  ] as const;
  for (const [key, day] of steps) {
    press(key);
    expect([key, focused()]).toEqual([key, day]);
  }
  expect(calendar()?.textContent).toContain('March 2026');
  click('[aria-label="Next month"]');
  expect(calendar()?.textContent).toContain('April 2026');
  click('[data-day="2026-04-10"]');
  expect([input().value, calendar()]).toEqual(['2026-04-10', null]);
});

it('Escape closes the calendar without changing the date and returns the focus to its button', () => {
  show('2026-03-31');
  openIt();
  press('ArrowRight');
  press('Escape');
  expect([input().value, calendar(), document.activeElement?.getAttribute('aria-label')]).toEqual([
    '2026-03-31',
    null,
    'Choose Effective Date',
  ]);
});

// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { reactRoot } from '../../../tests/support/reactRoot.ts';
import { dayLabel } from '../../domain/dayNames.ts';
import { HolidaysControl } from './HolidaysControl.tsx';

vi.mock(import('../../domain/dayNames.ts'), { spy: true });

const page = reactRoot();
const control = {
  id: 'x',
  label: 'Holidays',
  describedBy: undefined,
  invalid: false,
  required: true,
  disabled: false,
  note: null,
};

const received = () => document.querySelector('[data-received]')?.textContent;
function Held({ initial, regions }: { initial: string; regions: readonly string[] }) {
  const [value, setValue] = useState(initial);
  return (
    <>
      <HolidaysControl control={control} value={value} regions={regions} onChange={setValue} />
      <span data-received>{value}</span>
    </>
  );
}

const show = (initial: string, regions: readonly string[] = ['All']) =>
  act(() =>
    page.root.render(
      <FluentProvider theme={webLightTheme}>
        <Held key={initial} initial={initial} regions={regions} />
      </FluentProvider>,
    ),
  );
const input = () => document.querySelector<HTMLInputElement>('input')!;
const chips = () => [...document.querySelectorAll<HTMLElement>('[data-chip]')];
const type = (text: string) =>
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input(), text);
    input().dispatchEvent(new Event('input', { bubbles: true }));
  });
const press = (key: string, at: HTMLElement = input()) =>
  act(() => at.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })));
const paste = (text: string) =>
  act(() => {
    const event = new Event('paste', { bubbles: true, cancelable: true });
    Object.assign(event, { clipboardData: { getData: () => text } });
    input().dispatchEvent(event);
  });

it('holidays are shown as chips grouped by year, and a day can be typed in any common date format', () => {
  show('2026-12-25, 2027-01-01');
  expect(chips().map(chip => chip.textContent)).toEqual(['Fri 12-25', 'Fri 01-01']);
  type('24 Dec 2026');
  // Typed text is part of the value even before it is added.
  expect(received()).toBe('2026-12-24, 2026-12-25, 2027-01-01');
  press('Enter');
  expect(received()).toBe('2026-12-24, 2026-12-25, 2027-01-01');
  expect(input().value).toBe('');
  expect(chips()).toHaveLength(3);
});

it('several days can be pasted at once, and invalid ones stay in the field with an error message', () => {
  show('None');
  paste('2026-12-25\n26 Dec 2026\nsomeday\n01/02/2027');
  expect(chips()).toHaveLength(2);
  expect(input().value).toBe('someday, 01/02/2027');
  expect(document.querySelector('[role="alert"]')?.textContent).toContain('"someday" is not a valid day');
  expect(document.querySelector('[role="alert"]')?.textContent).toContain('"01/02/2027" may be two different days');
  // Text that remains in the field makes the form invalid.
  expect(received()).toBe('2026-12-25, 2026-12-26, someday, 01/02/2027');
  type('');
  expect(received()).toBe('2026-12-25, 2026-12-26');
});

it('a day is removed by clicking its chip or pressing Delete on it', () => {
  show('2026-12-24, 2026-12-25, 2026-12-26');
  act(() => chips()[0]?.click());
  expect(received()).toBe('2026-12-25, 2026-12-26');
  press('Delete', chips()[1]);
  expect(received()).toBe('2026-12-25');
  press('Backspace', chips()[0]);
  expect(received()).toBe('None');
});

it('each state has its own list of holidays', () => {
  show('2026-01-01; Kedah: 2026-06-21', ['All', 'Johor', 'Kedah']);
  const select = document.querySelector('select')!;
  expect([...select.options].map(option => option.textContent)).toEqual(['All states (1)', 'Johor (0)', 'Kedah (1)']);
  act(() => {
    select.value = 'Kedah';
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
  expect(chips().map(chip => chip.getAttribute('aria-label'))).toEqual(['Sun 06-21, remove 2026-06-21']);
  type('2026-07-01');
  press('Enter');
  expect(received()).toBe('2026-01-01; Kedah: 2026-06-21, 2026-07-01');
});

it('the chips of many days are not rendered again while a day is typed', () => {
  show('None');
  paste(Array.from({ length: 1000 }, (_, n) => new Date(n * 86_400_000).toISOString().slice(0, 10)).join('\n'));
  expect(chips()).toHaveLength(1000);
  vi.mocked(dayLabel).mockClear();
  type('2');
  type('2026-12-24');
  expect(dayLabel).not.toHaveBeenCalled();
  press('Delete', chips()[0]);
  expect(chips()).toHaveLength(999);
});

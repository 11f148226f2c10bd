// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act, useEffect, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { OwnerSelect, type OwnerChoice, type OwnerValue } from './OwnerSelect.tsx';
import { reactRoot } from '../../tests/support/reactRoot.ts';

const CHANNELS: OwnerChoice[] = [
  { id: 10021, name: 'J&T Express' },
  { id: 10022, name: 'SiCepat' },
  { id: 10027, name: 'GoSend' },
];

const page = reactRoot();
let now: OwnerValue;
const seen = (value: OwnerValue): void => {
  now = value;
};

function Held({ channels, initial }: { channels: readonly OwnerChoice[] | undefined; initial: OwnerValue }) {
  const [value, setValue] = useState(initial);
  useEffect(() => seen(value), [value]);
  return <OwnerSelect label="Channel ID" owners={channels} value={value} onChange={setValue} />;
}
const draw = (initial: OwnerValue, channels: readonly OwnerChoice[] | null = CHANNELS) =>
  act(() =>
    page.root.render(
      <FluentProvider theme={webLightTheme}>
        <Held channels={channels ?? undefined} initial={initial} />
      </FluentProvider>,
    ),
  );
const input = () => document.querySelector<HTMLInputElement>('input')!;
function type(text: string) {
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  act(() => {
    setter?.call(input(), text);
    input().dispatchEvent(new Event('input', { bubbles: true }));
  });
}
const leave = () => act(() => void input().dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
const enter = () =>
  act(
    () => void input().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })),
  );
function paste(text: string) {
  const event = new Event('paste', { bubbles: true, cancelable: true });
  Object.assign(event, { clipboardData: { getData: () => text } });
  act(() => void input().dispatchEvent(event));
}

it.each([
  ['an id', '10027', 10027],
  ['a full-width id', '１００２７', 10027],
  ['part of one name', 'gosen', 10027],
  ['an id that no channel has', '99999', 99999],
  ['nonsense', 'zzz', 'zzz'],
  ['the beginning of several ids', '1002', 1002],
])('when the select loses focus, its value is set from %s', (_what, text, value) => {
  draw(10021);
  type(text);
  leave();
  expect(now).toBe(value);
});

it('input that matches no channel is kept and marked as invalid', () => {
  draw(10027);
  type('zzz');
  leave();
  expect(input().value).toBe('zzz');
  expect(input().getAttribute('aria-invalid')).toBe('true');
  type('10022');
  leave();
  expect(input().value).toBe('10022 SiCepat');
  expect(input().getAttribute('aria-invalid')).toBeNull();
});

it('two channel ids pasted on separate lines are not merged into one', () => {
  draw(10027);
  paste('10022\n10023');
  leave();
  expect(now).toBe('10022 10023');
});

it('Enter picks the first suggestion when searching by name, but not when searching by id', () => {
  draw(null);
  type('1002');
  enter();
  expect(now).toBe(1002);
  type('e');
  enter();
  expect(now).toBe(10021);
});

it('input typed before the channels have loaded is resolved once they have', () => {
  draw(null, null);
  type('gosend');
  leave();
  expect(now).toBe('gosend');
  draw('gosend');
  expect(now).toBe(10027);
});

it('while the channels fail to load, the select says that the server is not responding', () => {
  vi.useFakeTimers();
  try {
    draw(null, null);
    type('10021');
    expect(document.body.textContent).toContain('Loading the channels ...');
    act(() => void vi.advanceTimersByTime(6000));
    expect(document.body.textContent).toContain(
      'The channels have not loaded yet. They will appear as soon as the server responds.',
    );
    draw(null);
    expect(document.body.textContent).toContain('J&T Express');
    expect(document.body.textContent).not.toContain('have not loaded yet');
  } finally {
    vi.useRealTimers();
  }
});

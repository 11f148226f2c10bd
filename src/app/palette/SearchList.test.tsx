// @vitest-environment happy-dom
import { act } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Choice } from './search.ts';
import { SearchList } from './SearchList.tsx';
import { useTypedAhead } from './useTypedAhead.ts';
import { reactRoot } from '../../../tests/support/reactRoot.ts';

const page = reactRoot();

const onChoose = vi.fn<(id: string) => void>();
beforeEach(() => onChoose.mockReset());

const CHOICES = ['Rates', 'Home'].map(label => ({ id: label, label, group: 'Pages' }));

function Palette({ asked, loaded, choices }: { asked: boolean; loaded: boolean; choices: readonly Choice[] }) {
  const typedAhead = useTypedAhead(asked);
  return (
    <>
      <input aria-label="behind" />
      {loaded && (
        <SearchList choices={choices} label="Search" placeholder="" typedAhead={typedAhead} onChoose={onChoose} />
      )}
    </>
  );
}
const draw = (asked: boolean, loaded: boolean, choices: readonly Choice[] = CHOICES) =>
  act(() => page.root.render(<Palette asked={asked} loaded={loaded} choices={choices} />));
const key = (name: string, more: KeyboardEventInit = {}) => {
  const event = new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...more });
  act(() => void (document.activeElement ?? document.body).dispatchEvent(event));
  return event.defaultPrevented;
};
const box = () => page.host.querySelector<HTMLInputElement>('[role="combobox"]')!;

function type(text: string) {
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  act(() => {
    setter?.call(box(), text);
    box().dispatchEvent(new Event('input', { bubbles: true }));
  });
}

it('the search box starts with the text typed while its code was loading', () => {
  draw(false, false);
  expect(key('x')).toBe(false);
  draw(true, false);
  expect(['r', 'b', 'Backspace', 'a'].map(name => key(name))).toEqual([true, true, true, true]);
  expect([key('c', { ctrlKey: true }), key('Escape')]).toEqual([false, false]);
  draw(true, true);
  expect(onChoose).not.toHaveBeenCalled();
  expect(box().value).toBe('ra');
  expect(document.activeElement).toBe(box());
  expect([...page.host.querySelectorAll('[role="option"]')].map(option => option.textContent)).toEqual(['Rates']);
  expect(key('t')).toBe(false);
});

it('an element focused in the meantime receives the key presses, and the search box starts empty the next time', () => {
  draw(true, false);
  key('r');
  page.host.querySelector<HTMLInputElement>('[aria-label="behind"]')!.focus();
  expect(key('a')).toBe(false);
  draw(false, false);
  draw(true, true);
  expect(box().value).toBe('');
});

it('an Enter pressed early selects the result, and the page below does not receive it', () => {
  draw(true, false);
  expect(['r', 'a', 'Enter'].map(name => key(name))).toEqual([true, true, true]);
  draw(true, true);
  expect(onChoose.mock.calls).toEqual([['Rates']]);
});

it('an Enter pressed early takes effect once there is a result, unless the person continues typing', () => {
  for (const name of ['', 'x']) {
    draw(false, false);
    draw(true, false);
    key('r');
    key('Enter');
    draw(true, true, []);
    expect(onChoose).not.toHaveBeenCalled();
    if (name !== '') type(name);
    draw(true, true);
    expect(onChoose.mock.calls).toEqual(name === '' ? [['Rates']] : []);
    onChoose.mockReset();
  }
});

it('results that arrive above the option to which the person moved do not take its place', () => {
  const found = (label: string): Choice => ({ id: label, label, group: label, searched: true });
  draw(false, true);
  type('ra');
  key('ArrowDown');
  expect(page.host.querySelectorAll('[role="option"]')).toHaveLength(1);
  const some = [...CHOICES, { id: 'Home', label: 'Home of rats', group: 'Pages' }];
  draw(false, true, some);
  key('ArrowDown');
  draw(false, true, [...['Ra', 'Raja'].map(found), ...some]);
  expect(page.host.querySelectorAll('[role="option"]')).toHaveLength(4);
  key('Enter');
  expect(onChoose.mock.calls).toEqual([['Home']]);
});

it('without a move, Enter selects the best result, whenever it arrived', () => {
  draw(false, true, []);
  type('ra');
  draw(false, true);
  draw(false, true, [{ id: 'Ra', label: 'Ra', group: 'Places', searched: true }, ...CHOICES]);
  key('Enter');
  expect(onChoose.mock.calls).toEqual([['Ra']]);
});

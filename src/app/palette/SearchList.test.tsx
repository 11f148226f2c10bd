// @vitest-environment happy-dom
import { act } from 'react';
import { expect, it } from 'vitest';
import { SearchList } from './SearchList.tsx';
import { useTypedAhead } from './useTypedAhead.ts';
import { reactRoot } from '../../../tests/support/reactRoot.ts';

const page = reactRoot();

const CHOICES = ['Rates', 'Home'].map(label => ({ id: label, label, group: 'Pages' }));

function Palette({ asked, loaded }: { asked: boolean; loaded: boolean }) {
  const typedAhead = useTypedAhead(asked);
  return (
    <>
      <input aria-label="behind" />
      {loaded && (
        <SearchList
          choices={CHOICES}
          label="Search"
          placeholder=""
          typedAhead={typedAhead}
          onChoose={() => undefined}
        />
      )}
    </>
  );
}
const draw = (asked: boolean, loaded: boolean) =>
  act(() => page.root.render(<Palette asked={asked} loaded={loaded} />));
const key = (name: string, more: KeyboardEventInit = {}) => {
  const event = new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...more });
  act(() => void (document.activeElement ?? document.body).dispatchEvent(event));
  return event.defaultPrevented;
};
const box = () => page.host.querySelector<HTMLInputElement>('[role="combobox"]')!;

it('begins with what was typed while its code was loading', () => {
  draw(false, false);
  expect(key('x')).toBe(false);
  draw(true, false);
  expect(['r', 'b', 'Backspace', 'a'].map(name => key(name))).toEqual([true, true, true, true]);
  expect([key('c', { ctrlKey: true }), key('Escape'), key('Enter')]).toEqual([false, false, false]);
  draw(true, true);
  expect(box().value).toBe('ra');
  expect(document.activeElement).toBe(box());
  expect([...page.host.querySelectorAll('[role="option"]')].map(option => option.textContent)).toEqual(['Rates']);
  expect(key('t')).toBe(false);
});

it('leaves the keys to what took the focus meanwhile, and begins empty the next time', () => {
  draw(true, false);
  key('r');
  page.host.querySelector<HTMLInputElement>('[aria-label="behind"]')!.focus();
  expect(key('a')).toBe(false);
  draw(false, false);
  draw(true, true);
  expect(box().value).toBe('');
});

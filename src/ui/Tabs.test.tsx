// @vitest-environment happy-dom
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { reactRoot } from '../../tests/support/reactRoot.ts';
import { Tabs } from './Tabs.tsx';

const page = reactRoot();
const rect = (left: number, right: number) => ({ left, right }) as DOMRect;

it('a tab bar scrolls to its current tab without ever scrolling the page', () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue(undefined);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return this.getAttribute('aria-selected') === 'true' ? rect(300, 380) : rect(0, 200);
  });
  const items = ['a', 'b', 'c'].map(value => ({ value, label: value }));
  act(() => page.root.render(<Tabs label="Pages" items={items} value="c" onSelect={() => undefined} />));
  expect(document.querySelector('[role="tablist"]')?.scrollLeft).toBe(180);
  expect(scrolled).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});

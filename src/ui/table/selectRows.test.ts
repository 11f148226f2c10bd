import { expect, it } from 'vitest';
import { isSelected, NO_SELECTION, selectedCount } from './doing.ts';
import { EVERY_ROW, isNothing, moreSelected, pageToggled, ranged, toggled, withRows } from './selectRows.ts';

const page = ['a', 'b', 'c', 'd'];
const shown = (selection: typeof NO_SELECTION) => page.filter(key => isSelected(selection, key)).join('');

it('a single row, a range in either direction, or the whole page can be selected', () => {
  const b = toggled(NO_SELECTION, 'b');
  expect(shown(b)).toBe('b');
  expect(shown(ranged(b, page, 3, 2))).toBe('bcd');
  expect(shown(toggled(b, 'b'))).toBe('');
  expect(shown(pageToggled(b, page))).toBe('abcd');
  expect(isNothing(pageToggled(pageToggled(b, page), page))).toBe(true);
});

it('rows selected on other pages stay selected', () => {
  const other = toggled(NO_SELECTION, 'z');
  const both = pageToggled(other, page);
  expect(selectedCount(both, 100)).toBe(5);
  expect([...pageToggled(both, page).keys]).toEqual(['z']);
});

it('selecting all matching rows stores only the deselected rows', () => {
  const all = moreSelected(moreSelected(NO_SELECTION, page, true), page, true);
  expect(all).toBe(EVERY_ROW);
  const but = toggled(all, 'c');
  expect([isSelected(but, 'c'), isSelected(but, 'anything'), selectedCount(but, 1_000_000)]).toEqual([
    false,
    true,
    999_999,
  ]);
  expect(shown(withRows(but, page, true))).toBe('abcd');
  expect(selectedCount(withRows(but, page, false), 1_000_000)).toBe(999_996);
});

it('only the current page is selected if the other matching rows are unknown', () => {
  const once = moreSelected(NO_SELECTION, page, false);
  expect(moreSelected(once, page, false).all).toBe(false);
  expect(selectedCount(once, 100)).toBe(4);
});

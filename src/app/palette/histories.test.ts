import { expect, it } from 'vitest';
import { FEATURE } from '../../domain/permission.ts';
import { isBuilt } from '../subApps.ts';
import { historiesFor, HISTORY_PAGES, historyHref, historyLabel } from './histories.ts';
import { findChoices } from './search.ts';

it('operation histories are found by word prefix, and only once text is typed', () => {
  const choices = HISTORY_PAGES.map(page => ({
    id: historyHref(page),
    label: historyLabel(page),
    group: 'Histories',
    searched: true,
  }));
  const found = findChoices(choices, 'hist');
  expect(found.length).toBeGreaterThan(5);
  expect(found).toEqual(choices.slice(0, found.length));
  expect(findChoices(choices, 'history of location').map(({ label }) => label)).toEqual([
    'Operation History of Location Tree',
  ]);
  for (const choice of choices) expect(findChoices(choices, choice.label)).toContainEqual(choice);
  expect(findChoices(choices, '')).toEqual([]);
});

it('a history is found if the menu leads to its page, also to a tab of another page, and the person may read it', () => {
  const shops = (path: string) => path === '/opsasf/shops';
  const found = (inMenu: (path: string) => boolean, can: (code: string) => boolean) =>
    historiesFor(inMenu, can).map(({ of }) => of);
  expect(found(shops, () => true)).toEqual(['Shops', 'Fee Rules']);
  expect(found(shops, code => code.startsWith(`${FEATURE.shop}.`))).toEqual(['Shops']);
  expect(found(shops, code => code.endsWith('.write'))).toEqual([]);
  expect(
    found(
      () => false,
      () => true,
    ),
  ).toEqual([]);
});

it('operation histories link to existing pages', () => {
  expect(HISTORY_PAGES.filter(({ path }) => !isBuilt(path))).toEqual([]);
  expect(new Set(HISTORY_PAGES.map(historyHref)).size).toBe(HISTORY_PAGES.length);
});

import { expect, it } from 'vitest';
import { isBuilt } from '../subApps.ts';
import { HISTORY_PAGES, historyHref, historyLabel } from './histories.ts';
import { findChoices } from './search.ts';

it('operation histories are found by word prefix, and only once text is typed', () => {
  const choices = HISTORY_PAGES.map(page => ({
    id: historyHref(page),
    label: historyLabel(page),
    group: 'Histories',
    searched: true,
  }));
  expect(findChoices(choices, 'hist')).toEqual(choices);
  expect(findChoices(choices, 'history of location')).toEqual(choices.slice(-1));
  expect(findChoices(choices, '')).toEqual([]);
});

it('operation histories link to existing pages', () => {
  expect(HISTORY_PAGES.filter(({ path }) => !isBuilt(path))).toEqual([]);
  expect(new Set(HISTORY_PAGES.map(historyHref)).size).toBe(HISTORY_PAGES.length);
});

import { expect, it } from 'vitest';
import { looksOf, queryOf } from './viewTexts.ts';
import { parsePreferences, type TablePreferences } from '../../../ui/list/preferences.ts';
import { viewValueText } from './viewWords.ts';

const query = (q: Record<string, never> | object, rest: object = {}) =>
  queryOf({ q: q as Record<string, string>, page: 1, count: 10, sort: '', ...rest });

it.each([
  [query({}), 'None'],
  [
    query({ channelId: 10021, type: 0, city: 'Kota Bandung' }),
    'Channel ID: 10021, Applicable Type: Standard, City: Kota Bandung',
  ],
  [
    query({ locationId: [1, 2, 3] }, { sort: '-city', count: 50 }),
    'Location ID: 3 IDs, sorted by City, descending, 50 rows per page',
  ],
  [query({ quick: 'bandung' }, { sort: 'city' }), 'Quick find: bandung, sorted by City'],
])('a view’s filters and sort order are described in words: %s', (text, words) =>
  expect(viewValueText('query', text)).toBe(words),
);

it.each<[Partial<TablePreferences>, string]>([
  [{}, 'Comfortable'],
  [{ density: 'compact', hidden: ['city', 'district'] }, 'Compact, without City, District'],
  [
    { order: ['city'], widths: { city: 120 }, frozen: 'city' },
    'Comfortable, custom column order, custom column widths, columns frozen up to City',
  ],
])('a view’s columns and density are described in words: %j', (part, words) =>
  expect(viewValueText('looks', looksOf({ ...parsePreferences(null), ...part }))).toBe(words),
);

it('boolean values in a view are described as Yes and No', () =>
  expect([viewValueText('shared', true), viewValueText('standard', false), viewValueText('name', 'Bandung')]).toEqual([
    'Yes',
    'No',
    'Bandung',
  ]));

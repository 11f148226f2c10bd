import { describe, expect, it } from 'vitest';
import type { ViewRow } from '../../../contract/views.ts';
import { parsePreferences } from '../../../ui/list/preferences.ts';
import { looksOf, mayChange, preferencesOf, queryOf, stateOf, viewHref } from './viewTexts.ts';

const VIEW: ViewRow = {
  id: '0b0e6a0e-0000-4000-8000-000000000001',
  screen: 'serviceable.location',
  path: '/carrier/serviceable/location',
  name: 'Bandung',
  shared: true,
  query: '',
  looks: '{}',
  owner: 'a@x.example',
  country: 'ID',
  standard: false,
  version: 1,
  updatedBy: 'a@x.example',
  updatedAt: 1,
};

describe('a saved view', () => {
  it('a saved view stores filters, sort order and page size, and opens on the first page', () => {
    const state = { q: { channelId: 10021, quick: 'bandung 80', ids: [1, 2] }, page: 4, count: 50, sort: '-city' };
    expect(stateOf({ query: queryOf(state) })).toEqual({ ...state, page: 1 });
    expect(queryOf({ q: {}, page: 3, count: 10, sort: '' })).toBe('');
  });

  it('a saved view stores columns and density, but leaves the person’s export format alone', () => {
    const looks = { ...parsePreferences(null), density: 'compact', hidden: ['city'], order: ['street'] } as const;
    const now = parsePreferences('{"exportAs":{"format":"csv","columns":"shown"}}');
    expect(preferencesOf({ looks: looksOf(looks) }, now)).toEqual({ ...looks, exportAs: now.exportAs });
  });

  it.each([
    [{ email: 'a@x.example', admin: false }, {}, true],
    [{ email: 'b@x.example', admin: false }, {}, false],
    [{ email: 'b@x.example', admin: true }, {}, true],
    [{ email: 'b@x.example', admin: true }, { shared: false }, false],
    [{ email: 'b@x.example', admin: false }, { owner: '' }, true],
  ])(
    'a view may be changed by its owner and, if it is shared, by an administrator: %j of %j: %s',
    (person, part, may) => expect(mayChange({ ...VIEW, ...part }, person)).toBe(may),
  );

  it('the URL of a saved view includes its country', () => {
    const href = new URL(viewHref({ ...VIEW, query: 'q=%7B%22type%22%3A0%7D' }), 'http://x');
    expect([href.pathname, Object.fromEntries(href.searchParams)]).toEqual([
      VIEW.path,
      { q: '{"type":0}', view: VIEW.id, country: 'ID' },
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { readUrlState, toSearch } from './urlState.ts';

describe('list state in the URL', () => {
  it('a URL without parameters means page 1 with ten rows', () => {
    expect(readUrlState({})).toEqual({ q: {}, page: 1, count: 10, sort: '' });
  });

  it('the q parameter is accepted as a JSON string or as an object', () => {
    expect(readUrlState({ q: '{"type":0}', page: 3, count: 50 })).toEqual({
      q: { type: 0 },
      page: 3,
      count: 50,
      sort: '',
    });
    expect(readUrlState({ q: { type: 0 }, page: '2' })).toEqual({ q: { type: 0 }, page: 2, count: 10, sort: '' });
  });

  it.each([
    [{ q: '{broken' }],
    [{ page: 0 }],
    [{ page: -1 }],
    [{ page: 1.5 }],
    [{ page: 'x' }],
    [{ count: 13 }],
    [{ count: 'all' }],
    [{ q: '[1]' }],
    [{ sort: '--x' }],
    [{ sort: 3 }],
  ])('invalid values in the URL are replaced with the defaults: %j', search => {
    expect(readUrlState(search)).toEqual({ q: {}, page: 1, count: 10, sort: '' });
  });

  it('defaults and empty values are omitted from the URL', () => {
    expect(toSearch({ q: { street: '' }, page: 1, count: 10, sort: '' })).toEqual({});
    expect(toSearch({ q: { type: 0, on: false }, page: 2, count: 200, sort: '-city' })).toEqual({
      q: { type: 0, on: false },
      page: 2,
      count: 200,
      sort: '-city',
    });
    expect(readUrlState({ sort: '-city' }).sort).toBe('-city');
  });
});

describe('remembered page size', () => {
  it('the remembered page size applies to any list URL without a page size, but only on page 1', () => {
    expect(readUrlState({}, 50).count).toBe(50);
    expect(readUrlState({ count: 10 }, 50).count).toBe(10);
    // A link to a later page must show the same rows to everyone.
    expect(readUrlState({ page: 3 }, 50).count).toBe(10);
  });

  it('the page size round-trips through the URL', () => {
    for (const chosen of [10, 50, 200])
      for (const count of [10, 50, 200])
        for (const page of [1, 2]) {
          const state = { q: {}, page, count, sort: '' };
          expect(readUrlState(toSearch(state, chosen), chosen)).toEqual(state);
        }
  });
});

import { describe, expect, it } from 'vitest';
import { readUrlState, toSearch } from './urlState.ts';

describe('a list in the address', () => {
  it('falls back to the first page of ten', () => {
    expect(readUrlState({})).toEqual({ q: {}, page: 1, count: 10, sort: '' });
  });

  it('reads q from text or from an object', () => {
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
  ])('ignores what makes no sense: %j', search => {
    expect(readUrlState(search)).toEqual({ q: {}, page: 1, count: 10, sort: '' });
  });

  it('writes no defaults and no empties', () => {
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

describe('the page size that a person chose', () => {
  it('is that of every list whose address says none, on its first page alone', () => {
    expect(readUrlState({}, 50).count).toBe(50);
    expect(readUrlState({ count: 10 }, 50).count).toBe(10);
    // A link to a further page means the same rows for everybody.
    expect(readUrlState({ page: 3 }, 50).count).toBe(10);
  });

  it('is read back from every address that is written', () => {
    for (const chosen of [10, 50, 200])
      for (const count of [10, 50, 200])
        for (const page of [1, 2]) {
          const state = { q: {}, page, count, sort: '' };
          expect(readUrlState(toSearch(state, chosen), chosen)).toEqual(state);
        }
  });
});

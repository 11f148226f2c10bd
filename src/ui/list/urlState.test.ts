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

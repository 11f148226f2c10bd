import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cleanFilters,
  footerText,
  formatQ,
  parseQ,
  unreadQ,
  type FilterValue,
  formatSort,
  nextSort,
  readSort,
} from './listQuery.ts';

describe('the q parameter (LIST-6, G61)', () => {
  it('cleanFilters drops empty values and keeps 0 and false', () => {
    expect(cleanFilters({ channelId: 10021, type: 0, city: ' Bandung ', state: '', off: false, list: [] })).toEqual({
      channelId: 10021,
      type: 0,
      city: 'Bandung',
      off: false,
    });
    expect(formatQ({ type: 0, city: '' })).toBe('{"type":0}');
  });

  it('q is omitted from the URL if no filter is set', () => {
    expect(formatQ({})).toBeUndefined();
    expect(formatQ({ city: ' ', state: null, list: [] })).toBeUndefined();
  });

  it.each([
    ['not JSON', 'city=x'],
    ['truncated JSON', '{"city":'],
    ['an array', '["x"]'],
    ['null', 'null'],
    ['a number', '7'],
    ['nothing', undefined],
    ['a number passed by the router', 7],
    ['an array passed by the router', ['x']],
  ])('%s is ignored when q is parsed', (_, q) => expect(parseQ(q)).toEqual({}));

  it('values that a filter cannot have are dropped from q', () => {
    expect(parseQ('{"city":"x","deep":{"a":1},"none":null,"list":[{"a":1}],"ids":[1,"2"]}')).toEqual({
      city: 'x',
      ids: [1, '2'],
    });
  });

  it('q is also parsed when the router passes it as an object', () => {
    expect(parseQ({ type: 0, city: ' x ' })).toEqual({ type: 0, city: 'x' });
  });

  it('filters survive a round trip through q', () => {
    const value: fc.Arbitrary<FilterValue> = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.boolean(),
      fc.array(fc.oneof(fc.integer(), fc.string())),
    );
    fc.assert(
      fc.property(fc.dictionary(fc.string(), value), filters => {
        expect(parseQ(formatQ(filters))).toEqual(cleanFilters(filters));
      }),
    );
  });

  it('parsing q never throws for any input', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), fc.anything()), q => {
        expect(parseQ(q)).toBeTypeOf('object');
      }),
    );
  });
});

describe('the list footer (LIST-5)', () => {
  it.each([
    [1, 10, 10, 25, 'Showing 1 to 10 of 25 entries'],
    [3, 10, 5, 25, 'Showing 21 to 25 of 25 entries'],
    [1, 10, 0, 0, 'Showing 0 to 0 of 0 entries'],
    [9, 10, 0, 25, 'Showing 0 to 0 of 25 entries'],
    [2, 200, 200, 300_000, 'Showing 201 to 400 of 300000 entries'],
  ])('the footer of page %s with %s rows per page shows the correct range', (page, count, shown, total, text) =>
    expect(footerText(page, count, shown, total)).toBe(text),
  );
});

describe('the sort order of a list', () => {
  it('a sort order is parsed only if its column is known, and survives a round trip', () => {
    for (const text of ['city', '-city']) expect(formatSort(readSort(text, ['city']))).toBe(text);
    for (const text of ['', 'state', '--city', 'city ', null, 3]) expect(readSort(text, ['city'])).toBeNull();
    expect(formatSort(null)).toBe('');
  });

  it('clicking a column’s header again cycles through ascending, descending and the default order', () => {
    const up = nextSort(null, 'city');
    expect(up).toEqual({ column: 'city', descending: false });
    const down = nextSort(up, 'city');
    expect(down).toEqual({ column: 'city', descending: true });
    expect(nextSort(down, 'city')).toBeNull();
    expect(nextSort(down, 'state')).toEqual({ column: 'state', descending: false });
  });
});

describe('parts of q that are ignored', () => {
  it.each([
    ['{abc', ['q "{abc"']],
    ['Bandung', ['q "Bandung"']],
    ['[1]', ['q "[1]"']],
    [[1], ['q "[1]"']],
    [5, ['q "5"']],
    [{ city: 'x', deep: { a: 1 } }, ['deep "{"a":1}"']],
    ['{"city":"x","none":null,"ids":[1,"2"]}', []],
    [{}, []],
    ['', []],
    [undefined, []],
  ])('of %j', (q, unread) => {
    expect(unreadQ(q)).toEqual(unread);
  });
});

import { describe, expect, it } from 'vitest';
import { parseSearch, stringifySearch } from './search.ts';

describe('parsing and writing the URL query', () => {
  it('q round-trips as a JSON string', () => {
    const q = '{"channelId":10021,"state":"Jawa Barat & Co"}';
    const address = stringifySearch({ q, page: 2 });
    expect(parseSearch(address)).toEqual({ q, page: 2 });
    expect(stringifySearch(parseSearch(address))).toBe(address);
  });

  it('q stays a string even if it is a bare number', () => {
    expect(parseSearch('?q=12')).toEqual({ q: '12' });
  });

  it('integers are parsed as numbers, unless that would change the text', () => {
    expect(parseSearch('?page=2&channel=10021&zero=0')).toEqual({ page: 2, channel: 10021, zero: 0 });
    for (const text of ['007', '1e3', '1.5', '90071992547409930', '-0', '', 'true', '"x"', '{}']) {
      const address = stringifySearch({ value: text });
      expect(parseSearch(address)['value'] ?? '').toBe(text);
    }
  });

  it('missing values are omitted, and the query is empty if all are missing', () => {
    expect(stringifySearch({ q: undefined, page: null, text: '' })).toBe('');
    expect(stringifySearch({})).toBe('');
  });

  it("the country, which only the browser's URL contains, is not parsed, but written if given", () => {
    expect(parseSearch('?q=%7B%7D&country=ID&page=2')).toEqual({ q: '{}', page: 2 });
    expect(stringifySearch({ page: 2, country: 'ID' })).toBe('?page=2&country=ID');
  });

  it('an object is written as JSON', () => {
    expect(parseSearch(stringifySearch({ q: { type: 0 } }))).toEqual({ q: '{"type":0}' });
  });
});

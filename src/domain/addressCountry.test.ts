import { array, assert, constantFrom, property, string, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asksNothing, countryIn, meaningOf, namesAnother, withCountry, withoutCountry } from './addressCountry.ts';
import { COUNTRY_CODES, type Country } from './country.ts';

const person = (current: Country, ...others: Country[]) => ({ current, countries: [current, ...others] });

describe('what the country in an address means', () => {
  it.each([
    ['names none', null, person('MY', 'ID'), { kind: 'unnamed' }],
    ['names what is no country', 'XX', person('MY', 'ID'), { kind: 'unnamed' }],
    ['names an empty one', '', person('MY', 'ID'), { kind: 'unnamed' }],
    ['the country worked in', 'MY', person('MY', 'ID'), { kind: 'current' }],
    ['the country worked in, typed by hand', 'my', person('MY'), { kind: 'current' }],
    ['another one of theirs', 'ID', person('MY', 'ID'), { kind: 'other', country: 'ID' }],
    ['one that they may not work in', 'ID', person('MY', 'PH'), { kind: 'closed', country: 'ID' }],
  ] as const)('%s', (_case, named, who, meaning) => {
    expect(meaningOf(named, who)).toEqual(meaning);
  });
});

it('only the current country leads to no request, and the list opens with the person’s default view', () => {
  expect(['', '?', '?country=MY'].map(search => asksNothing(search, 'MY'))).toEqual([true, true, true]);
  expect(['?country=ID', '?page=1&country=MY', '?q=%7B%7D'].map(search => asksNothing(search, 'MY'))).toEqual([
    false,
    false,
    false,
  ]);
});

describe('the country in a query', () => {
  it('the country is the last parameter, once, and the rest stays letter by letter', () => {
    expect(withCountry('', 'ID')).toBe('?country=ID');
    expect(withCountry('?q=%7B%22type%22%3A0%7D&page=2', 'ID')).toBe('?q=%7B%22type%22%3A0%7D&page=2&country=ID');
    expect(withCountry('?country=MY&name=a+b%20c', 'ID')).toBe('?name=a+b%20c&country=ID');
    expect(withCountry('?country&countryside=1', 'ID')).toBe('?countryside=1&country=ID');
  });

  it('the country is found wherever it is, also in a query without "?"', () => {
    expect(countryIn('?q=1&country=ID&page=2')).toBe('ID');
    expect(countryIn('country=ID')).toBe('ID');
    expect(countryIn('?q=country%3DID')).toBeNull();
  });

  it('the country is added and removed without a trace, whatever else is in the query', () => {
    const parameters = array(tuple(string({ minLength: 1 }), string()))
      .map(pairs => new URLSearchParams(pairs.filter(([name]) => name !== 'country')).toString())
      .map(text => (text === '' ? '' : `?${text}`));
    assert(
      property(parameters, constantFrom(...COUNTRY_CODES), constantFrom(...COUNTRY_CODES), (search, one, two) => {
        expect(countryIn(withCountry(search, one))).toBe(one);
        expect(withCountry(withCountry(search, one), two)).toBe(withCountry(search, two));
        expect(withoutCountry(withCountry(search, one))).toBe(search);
      }),
    );
  });
});

it.each([
  ['?q=1&country=ID', false],
  ['?country=id', false],
  ['?country=MY', true],
  ['?country=ID&country=my', true],
  ['?country=XX', false],
  ['', false],
])('%j names a country other than Indonesia: %s', (search, is) => expect(namesAnother(search, 'ID')).toBe(is));

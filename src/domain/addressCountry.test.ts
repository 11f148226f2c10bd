import { array, assert, constantFrom, property, string, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asksNothing, countryIn, meaningOf, namesAnother, withCountry, withoutCountry } from './addressCountry.ts';
import { COUNTRY_CODES, type Country } from './country.ts';

const person = (current: Country, ...others: Country[]) => ({ current, countries: [current, ...others] });

describe('the country that a URL refers to', () => {
  it.each([
    ['no country is unnamed', null, person('MY', 'ID'), { kind: 'unnamed' }],
    ['an unknown code is unnamed', 'XX', person('MY', 'ID'), { kind: 'unnamed' }],
    ['an empty code is unnamed', '', person('MY', 'ID'), { kind: 'unnamed' }],
    ['the person’s current country is current', 'MY', person('MY', 'ID'), { kind: 'current' }],
    ['the current country’s code in lower case is current', 'my', person('MY'), { kind: 'current' }],
    ['another of the person’s countries is other', 'ID', person('MY', 'ID'), { kind: 'other', country: 'ID' }],
    ['a country without access is closed', 'ID', person('MY', 'PH'), { kind: 'closed', country: 'ID' }],
  ] as const)('the country that a URL refers to is determined for: %s', (_case, named, who, meaning) => {
    expect(meaningOf(named, who)).toEqual(meaning);
  });
});

it('a URL whose only parameter is the current country opens the list with the person’s default view', () => {
  expect(['', '?', '?country=MY'].map(search => asksNothing(search, 'MY'))).toEqual([true, true, true]);
  expect(['?country=ID', '?page=1&country=MY', '?q=%7B%7D'].map(search => asksNothing(search, 'MY'))).toEqual([
    false,
    false,
    false,
  ]);
});

describe('the country parameter of a query', () => {
  it('withCountry puts the country last, exactly once, and leaves the rest of the query unchanged', () => {
    expect(withCountry('', 'ID')).toBe('?country=ID');
    expect(withCountry('?q=%7B%22type%22%3A0%7D&page=2', 'ID')).toBe('?q=%7B%22type%22%3A0%7D&page=2&country=ID');
    expect(withCountry('?country=MY&name=a+b%20c', 'ID')).toBe('?name=a+b%20c&country=ID');
    expect(withCountry('?country&countryside=1', 'ID')).toBe('?countryside=1&country=ID');
  });

  it('countryIn finds the country anywhere in a query, even without a leading "?"', () => {
    expect(countryIn('?q=1&country=ID&page=2')).toBe('ID');
    expect(countryIn('country=ID')).toBe('ID');
    expect(countryIn('?q=country%3DID')).toBeNull();
  });

  it('adding and then removing the country restores the original query', () => {
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
])('%j contains a country other than Indonesia: %s', (search, is) => expect(namesAnother(search, 'ID')).toBe(is));

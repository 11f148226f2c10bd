import { describe, expect, it } from 'vitest';
import {
  fromDraft,
  initialFilters,
  readFilters,
  sameFilters,
  toDraft,
  type FilterDefinition,
  noSuchOwner,
  senseless,
  unreadFilters,
} from './filters.ts';

const FILTERS: readonly FilterDefinition[] = [
  { key: 'channelId', label: 'Channel ID', kind: 'channel', Channels: ({ children }) => children([]) },
  {
    key: 'type',
    label: 'Applicable Type',
    kind: 'select',
    options: [
      { value: 0, label: 'Standard' },
      { value: 1, label: 'SBS' },
    ],
    initial: 0,
  },
  { key: 'locationId', label: 'Location ID', kind: 'number', many: true },
  { key: 'code', label: 'Code', kind: 'text', many: true },
  { key: 'street', label: 'Street', kind: 'text' },
  {
    key: 'displayUnsupported',
    label: 'Display',
    kind: 'switch',
    onLabel: 'on',
    offLabel: 'off',
    initial: true,
  },
];

describe('filters in the URL', () => {
  it('filters default to their initial values, including 0 and true (SAL-15, SAL-16)', () => {
    expect(initialFilters(FILTERS)).toEqual({ type: 0, displayUnsupported: true });
    expect(readFilters(FILTERS, {})).toEqual({ type: 0, displayUnsupported: true });
  });

  it('false and 0 are kept as filter values (G61), and empty values are dropped', () => {
    const q = { channelId: 10021, type: 0, street: '', displayUnsupported: false };
    expect(readFilters(FILTERS, q)).toEqual({ channelId: 10021, type: 0, displayUnsupported: false });
  });

  it('unknown filter keys and invalid filter values are ignored', () => {
    const q = { channelId: 'abc', type: 7, locationId: -3, other: 'x', displayUnsupported: 'maybe' };
    expect(readFilters(FILTERS, q)).toEqual({ type: 0, displayUnsupported: true });
  });

  it('a number given as a string is parsed', () => {
    expect(readFilters(FILTERS, { channelId: '10021', type: '1' })).toMatchObject({ channelId: 10021, type: 1 });
  });

  it('a pasted column of ids is deduplicated, keeps its order, and accepts only integers, up to 1,000 of them', () => {
    const draft = (text: string) => ({ ...toDraft(FILTERS, {}), locationId: text, code: text.replaceAll('8', 'A') });
    const read = (text: string) => fromDraft(FILTERS, draft(text));
    expect(read('80012\n80013\t80012')).toMatchObject({ locationId: [80012, 80013], code: ['A0012', 'A0013'] });
    expect(read('80012')).toMatchObject({ locationId: 80012, code: 'A0012' });
    const location = FILTERS.find(({ key }) => key === 'locationId') as FilterDefinition;
    const code = FILTERS.find(({ key }) => key === 'code') as FilterDefinition;
    expect(senseless(location, draft('80012 80013'))).toBeNull();
    expect(senseless(location, draft('80012 x13'))).toBe('"x13" is not a whole number');
    const many = Array.from({ length: 1001 }, (_, at) => at + 1).join('\n');
    expect(senseless(location, draft(many))).toBe('1,001 IDs: at most 1,000');
    expect(senseless(code, draft(many))).toBe('1,001 IDs: at most 1,000');
    expect(readFilters(FILTERS, { locationId: [3, 'x', 4, 3], street: ['a', 'b'] })).toEqual({
      locationId: [3, 4],
      type: 0,
      displayUnsupported: true,
    });
    const applied = readFilters(FILTERS, { locationId: [3, 4], code: ['a', 'b'] });
    expect(fromDraft(FILTERS, toDraft(FILTERS, applied))).toEqual(applied);
  });

  it('filters round-trip through the inputs', () => {
    const applied = readFilters(FILTERS, { channelId: 10021, type: 1, street: 'Dago', displayUnsupported: false });
    expect(fromDraft(FILTERS, toDraft(FILTERS, applied))).toEqual(applied);
  });

  it.each([
    ['locationId', '1000004', null],
    ['locationId', '1.000.004', 'Enter one whole number'],
    ['locationId', '1e6', 'Enter one whole number'],
    ['locationId', '0', 'Enter one whole number'],
    ['locationId', '9'.repeat(400), 'Enter one whole number'],
    ['channelId', '10021', null],
    ['channelId', '', null],
    ['channelId', 'zzz', noSuchOwner()],
    ['channelId', '10022 10023', noSuchOwner()],
    ['street', 'zzz', null],
  ])('filter input is validated before a search: %s is %j', (key, text, problem) => {
    const filter = FILTERS.find(candidate => candidate.key === key)!;
    expect(senseless(filter, { [key]: text })).toBe(problem);
  });

  it('filters are compared regardless of their order', () => {
    expect(sameFilters({ a: 1, b: 'x' }, { b: 'x', a: 1 })).toBe(true);
    expect(sameFilters({ a: 1 }, { a: 1, b: 'x' })).toBe(false);
    expect(sameFilters({ a: 0 }, { a: false })).toBe(false);
  });
});

describe('invalid parts of the URL', () => {
  it('each invalid value is reported with its filter, and the valid filters are still applied', () => {
    const q = { channelId: 'abc', type: 7, locationId: 'abc', street: 'Jl', nothing: 1, displayUnsupported: 'maybe' };
    expect(unreadFilters(FILTERS, q)).toEqual([
      'Channel ID "abc"',
      'Applicable Type "7"',
      'Location ID "abc"',
      'nothing "1"',
      'Display "maybe"',
    ]);
    expect(unreadFilters(FILTERS, { channelId: 10021, type: 0, street: '', displayUnsupported: false })).toEqual([]);
    // The report lists exactly the filters that are dropped.
    const read = readFilters(FILTERS, q);
    expect(read).toEqual({ ...initialFilters(FILTERS), street: 'Jl' });
  });
});

it('a postcode is searched in its stored form, however it is typed', () => {
  const filter: FilterDefinition = { key: 'zipcode', label: 'Postcode', kind: 'text', many: true, postcode: true };
  expect(readFilters([filter], { zipcode: '01051-0' })).toEqual({ zipcode: '010510' });
  expect(readFilters([filter], { zipcode: '01051-000 01310–100' })).toEqual({ zipcode: ['01051000', '01310100'] });
});

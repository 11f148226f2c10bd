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
  { key: 'locationId', label: 'Location ID', kind: 'number' },
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

describe('filters of the address', () => {
  it('start with their initial values, 0 and true among them (SAL-15, SAL-16)', () => {
    expect(initialFilters(FILTERS)).toEqual({ type: 0, displayUnsupported: true });
    expect(readFilters(FILTERS, {})).toEqual({ type: 0, displayUnsupported: true });
  });

  it('keep false and 0 (G61) and drop what is empty', () => {
    const q = { channelId: 10021, type: 0, street: '', displayUnsupported: false };
    expect(readFilters(FILTERS, q)).toEqual({ channelId: 10021, type: 0, displayUnsupported: false });
  });

  it('ignore unknown keys and senseless values', () => {
    const q = { channelId: 'abc', type: 7, locationId: -3, other: 'x', displayUnsupported: 'maybe' };
    expect(readFilters(FILTERS, q)).toEqual({ type: 0, displayUnsupported: true });
  });

  it('read numbers that were written as text', () => {
    expect(readFilters(FILTERS, { channelId: '10021', type: '1' })).toMatchObject({ channelId: 10021, type: 1 });
  });

  it('survive the way into the inputs and back', () => {
    const applied = readFilters(FILTERS, { channelId: 10021, type: 1, street: 'Dago', displayUnsupported: false });
    expect(fromDraft(FILTERS, toDraft(FILTERS, applied))).toEqual(applied);
  });

  it.each([
    ['locationId', '1000004', null],
    ['locationId', '1.000.004', 'One whole number'],
    ['locationId', '1e6', 'One whole number'],
    ['locationId', '0', 'One whole number'],
    ['locationId', '9'.repeat(400), 'One whole number'],
    ['channelId', '10021', null],
    ['channelId', '', null],
    ['channelId', 'zzz', noSuchOwner()],
    ['channelId', '10022 10023', noSuchOwner()],
    ['street', 'zzz', null],
  ])('are not searched with a %s of %j that means nothing', (key, text, problem) => {
    const filter = FILTERS.find(candidate => candidate.key === key)!;
    expect(senseless(filter, { [key]: text })).toBe(problem);
  });

  it('compare without regard to their order', () => {
    expect(sameFilters({ a: 1, b: 'x' }, { b: 'x', a: 1 })).toBe(true);
    expect(sameFilters({ a: 1 }, { a: 1, b: 'x' })).toBe(false);
    expect(sameFilters({ a: 0 }, { a: false })).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import { findChoices, type Choice } from './search.ts';

const choice = (label: string, group: string, detail?: string): Choice => ({
  id: label,
  label,
  group,
  ...(detail === undefined ? {} : { detail }),
});

const CHOICES = [
  choice('Channel Serviceable Area', 'Pages', 'Logistics Product'),
  choice('Rate Tables', 'Pages', 'Finance'),
  choice('CDT of Location', 'Pages', 'Logistics Product'),
  choice('Indonesia', 'Countries', 'ID'),
  choice('Việt Nam', 'Countries', 'VN'),
];

const labels = (text: string): string[] => findChoices(CHOICES, text).map(found => found.label);

describe('searching the choices', () => {
  it('without any text, all choices are offered in their original order', () => {
    expect(labels('  ')).toEqual(CHOICES.map(one => one.label));
  });

  it('matches at the start of the label rank first, then those at the start of a word, then all others', () => {
    expect(labels('c')).toEqual([
      'Channel Serviceable Area',
      'CDT of Location',
      'Rate Tables',
      'Indonesia',
      'Việt Nam',
    ]);
    expect(labels('loc')).toEqual(['CDT of Location']);
    expect(labels('serv')).toEqual(['Channel Serviceable Area']);
  });

  it('choices are found by text without accents, by detail, and by several words', () => {
    expect(labels('viet')).toEqual(['Việt Nam']);
    expect(labels('vn')).toEqual(['Việt Nam']);
    expect(labels('product cdt')).toEqual(['CDT of Location']);
    expect(labels('zzz')).toEqual([]);
  });

  it('a search-only kind shows its best few matches, and nothing until text is typed', () => {
    const many = Array.from({ length: 40 }, (_, n) => ({
      ...choice(`${String(10_000 + n)} Channel`, 'Channels'),
      detail: 'Rates',
      searched: true,
    }));
    const found = (text: string) => findChoices([...CHOICES, ...many], text).map(one => one.label);
    expect(found('')).toEqual(labels(''));
    expect(found('10003')).toEqual(['10003 Channel']);
    const hits = found('channel');
    expect([hits[0], hits.length]).toEqual(['Channel Serviceable Area', 9]);
  });
});

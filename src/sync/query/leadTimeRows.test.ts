import { describe, expect, it } from 'vitest';
import { HELD, textsOf } from '../../contract/held.ts';
import type { End } from '../../domain/leadTime.ts';
import { packColumns } from '../mirror/loadSet.ts';
import { CachedColumns } from './cachedColumns.ts';
import { rowsForWay } from './leadTimeRows.ts';

/** Rows by origin and destination, in their order, and the day that tells them apart. */
function cached(names: readonly (readonly [string, string])[]): CachedColumns {
  const texts = (name: string, values: readonly string[]) => {
    const all = [...new Set(values)];
    return { [name]: values.map(value => all.indexOf(value)), [textsOf(name)]: all };
  };
  const numbers = names.map((_, at) => at);
  const columns = {
    version: numbers,
    originLevel: numbers.map(() => 0),
    destinationLevel: numbers.map(() => 0),
    minDays: numbers,
    maxDays: numbers,
    ...texts(
      'origin',
      names.map(([origin]) => origin),
    ),
    ...texts(
      'destination',
      names.map(([, destination]) => destination),
    ),
  };
  return CachedColumns.from(HELD.locationCdts, [packColumns(HELD.locationCdts, columns)]);
}

describe('the cached rows for a way', () => {
  const rows = cached([
    ['01000000-01999999', '02000000-02999999'],
    ['1', '2'],
    ['1', '21'],
    ['1', '3'],
    ['11', 'BR'],
    ['BR', '02000000-02999999'],
    ['BR', '2'],
    ['BR', 'BR'],
  ]);
  const asked = (origin: Partial<End>, destination: Partial<End>) =>
    rowsForWay(rows, { country: 'BR', locations: [], ...origin }, { country: 'BR', locations: [], ...destination }).map(
      row => `${row.origin} ${row.destination} ${row.minDays}`,
    );

  it('are those whose names both fit', () => {
    expect(asked({}, {})).toEqual(['BR BR 7']);
    expect(asked({ locations: [1, 11] }, { locations: [2, 21] }).toSorted()).toEqual([
      '1 2 1',
      '1 21 2',
      '11 BR 4',
      'BR 2 6',
      'BR BR 7',
    ]);
    expect(asked({ locations: [9] }, { locations: [9] })).toEqual(['BR BR 7']);
  });

  it('are also those of a range that the CEP lies in, its first and last included', () => {
    expect(asked({ cep: '01000000' }, { cep: '02999999' }).toSorted()).toEqual([
      '01000000-01999999 02000000-02999999 0',
      'BR 02000000-02999999 5',
      'BR BR 7',
    ]);
    expect(asked({ cep: '03000000' }, { cep: '03000000' })).toEqual(['BR BR 7']);
  });

  it('are none of an empty channel', () => {
    expect(rowsForWay(cached([]), { country: 'BR', locations: [1] }, { country: 'BR', locations: [] })).toEqual([]);
  });
});

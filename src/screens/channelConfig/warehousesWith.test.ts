import { describe, expect, it } from 'vitest';
import type { Warehouse } from '../../contract/channelConfigReads.ts';
import { warehousesWith } from './warehousesWith.ts';

const HOUSES: readonly Warehouse[] = [
  { id: 'W1', name: 'North (Cold)', region: 'Jawa Barat', city: 'Bandung' },
  { id: 'W2', name: 'South', region: 'Jawa Barat', city: 'Bekasi' },
  { id: 'W3', name: 'Nguyễn Trãi', region: 'Hà Nội', city: 'Đống Đa' },
];

describe('searching warehouses', () => {
  it.each([
    ['', ['W1', 'W2', 'W3']],
    ['w2', ['W2']],
    ['W1 North (Cold), Bandung', ['W1']],
    ['bandung north', ['W1']],
    ['South, Bekasi', ['W2']],
    ['Jawa Barat (1 of 2)', []],
    ['jawa barat', ['W1', 'W2']],
    ['bekasi, jawa barat', ['W2']],
    ['dong da nguyen', ['W3']],
    ['north bekasi', []],
  ])('the search "%s" finds %j', (search, ids) => {
    expect(warehousesWith(HOUSES, search).map(({ id }) => id)).toEqual(ids);
  });

  it('what the list shows of a warehouse finds it', () => {
    for (const house of HOUSES)
      expect(warehousesWith(HOUSES, `${house.id} ${house.name}, ${house.city}`)).toEqual([house]);
  });
});

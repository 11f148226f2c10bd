import { expect, it } from 'vitest';
import { DECLARED } from '../../contract/cached.ts';
import { packColumns } from '../mirror/loadSet.ts';
import { CachedColumns } from '../mirror/cachedColumns.ts';
import { groupLeadTimes } from './leadTimeGroups.ts';

const columnsOf = (
  rows: readonly [destination: string, min: number, max: number, origin?: string][],
): CachedColumns => {
  const texts = [...new Set(rows.map(([destination]) => destination))];
  const origins = rows.map(([, , , origin = 'MY']) => origin);
  const originTexts = [...new Set(origins)];
  const same = (value: number) => rows.map(() => value);
  return CachedColumns.from(DECLARED.locationCdts, [
    packColumns(DECLARED.locationCdts, {
      version: same(1),
      channelId: same(20011),
      destination: rows.map(([destination]) => texts.indexOf(destination)),
      destinationTexts: texts,
      origin: origins.map(origin => originTexts.indexOf(origin)),
      originTexts,
      minDays: rows.map(([, min]) => min),
      maxDays: rows.map(([, , max]) => max),
    } as never),
  ]);
};

it('rows with the same days and regions are counted together', () => {
  const columns = columnsOf([
    ['1', 1, 2],
    ['2', 1, 2],
    ['1', 1, 2],
    ['3', 0, 45],
    ['MY', 2, 2],
    ['1', 1, 2, '2'],
  ]);
  const region = (name: string) => ({ '1': 'Johor', '2': 'Kedah', '3': 'Johor' })[name] ?? 'All';
  expect(groupLeadTimes(columns, region)).toEqual([
    { region: 'Johor', minDays: 1, maxDays: 2, rows: 2 },
    { region: 'Kedah', minDays: 1, maxDays: 2, rows: 1 },
    { region: 'Johor', minDays: 0, maxDays: 45, rows: 1 },
    { region: 'All', minDays: 2, maxDays: 2, rows: 1 },
    { region: 'Johor', origin: 'Kedah', minDays: 1, maxDays: 2, rows: 1 },
  ]);
  expect(groupLeadTimes(columns, null)).toHaveLength(3);
  expect(groupLeadTimes(columnsOf([]), region)).toEqual([]);
});

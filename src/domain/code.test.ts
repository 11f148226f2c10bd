import { describe, expect, it } from 'vitest';
import { BATCH_STATUS, batchNameOf, batchStatusOf, hasEnded } from './import/batch.ts';
import { readCode } from './code.ts';

describe('parsing a code', () => {
  it.each([
    ['reg-01', 'REG-01'],
    [' Cod_2 ', 'COD_2'],
    ['ＲＥＧ', 'REG'],
    ['a', 'A'],
    ['-REG', null],
    ['REG-', null],
    ['A/B', null],
    ['', null],
    ['x'.repeat(33), null],
  ])('%j is parsed as the code %j', (text, code) => {
    expect(readCode(text, 32)).toBe(code);
  });
});

describe('batch status and name', () => {
  it('a batch’s status is derived from its import’s state (shell spec 4)', () => {
    const states = ['queued', 'checking', 'applying', 'applied', 'refused', 'review', 'failed'];
    expect(states.map(batchStatusOf)).toEqual([0, 1, 1, 2, 3, 3, 3]);
    expect(Object.values(BATCH_STATUS).map(hasEnded)).toEqual([false, false, true, true]);
  });

  it('a batch is named after its file by default', () => {
    expect(['June 2026.xlsx', 'codes.v2.csv', '.xlsx'].map(batchNameOf)).toEqual(['June 2026', 'codes.v2', '.xlsx']);
  });
});

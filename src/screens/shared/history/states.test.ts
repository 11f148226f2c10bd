import { describe, expect, it } from 'vitest';
import type { RecordChange } from '../../../contract/history.ts';
import { rate } from '../../../contract/resources/rate.ts';
import { statesOf, stateDifferences } from './states.ts';

const formula = (value: number) => `{"weight_range":[[0,5,${value}]]}`;
const state = (version: number, value: number, esfModel = 1) => ({
  version,
  esfModel,
  asfModel: 0,
  esfCalculationFormula: formula(value),
  asfCalculationFormula: null,
});
const change = (version: number, before: object | null, after: object | null): RecordChange => ({
  version,
  email: 'a@b.c',
  timestamp: 1_767_225_600,
  before: before as RecordChange['before'],
  after: after as RecordChange['after'],
  url: '/api/rates/{id}',
  import: null,
});

const CHANGES = [
  change(4, state(3, 300, 2), null),
  change(3, state(2, 200), state(3, 300, 2)),
  change(2, state(1, 100), state(2, 200)),
];

describe('past states of a record', () => {
  const states = statesOf(CHANGES, 'Asia/Jakarta');

  it('a record’s past states include the one before its first known change', () =>
    expect(states.map(({ text }) => text)).toEqual([
      'version 3, 2026-01-01 07:00:00, a@b.c',
      'version 2, 2026-01-01 07:00:00, a@b.c',
      'version 1, before the changes shown',
    ]));

  it('two states are compared field by field, and formulas by weight', () => {
    const [newest, , oldest] = states;
    expect(stateDifferences(rate, oldest!, newest!)).toEqual([
      { label: 'ESF Model', lines: ['Weight Range -> Rate Table'] },
      { label: 'ESF Formula', lines: ['0 to 5 kg: 100 -> 300 (+200%)'] },
    ]);
    expect(stateDifferences(rate, newest!, newest!)).toEqual([]);
  });

  it('a record has no state from before its creation', () =>
    expect(statesOf([change(1, null, state(1, 100))], 'UTC')).toHaveLength(1));
});

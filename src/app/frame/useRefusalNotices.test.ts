import { expect, it } from 'vitest';
import { refusalTexts } from './useRefusalNotices.ts';

const stuck = (state: 'refused' | 'conflict', message: string) => ({
  title: 'Edit location 7 (Bandung) in channel 10021',
  state,
  effect: 'update' as const,
  theirs: null,
  problem: { kind: 'refused' as const, status: 403, message },
});

it("the notice says which write was refused, in the server's words (ERR-1, ERR-4)", () => {
  expect(refusalTexts([stuck('refused', 'You are lack of permission.'), stuck('conflict', 'Changed')])).toEqual([
    'Edit location 7 (Bandung) in channel 10021: You are lack of permission.',
    'Edit location 7 (Bandung) in channel 10021: a colleague changed the same record in the meantime.',
  ]);
  const theirs = { row: null, version: null, updatedBy: '', updatedAt: 0, fields: [] };
  expect(refusalTexts([{ ...stuck('conflict', 'Gone'), theirs }])).toEqual([
    'Edit location 7 (Bandung) in channel 10021: a colleague deleted the record in the meantime.',
  ]);
  expect(refusalTexts([])).toEqual([]);
});

it('many refusals are reported in a single notice', () => {
  expect(refusalTexts(Array(4).fill(stuck('refused', 'no')))).toEqual([
    '4 changes need a decision: the server refused them.',
  ]);
});

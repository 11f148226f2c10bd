import { describe, expect, it } from 'vitest';
import { draftFieldChanges } from './draftWords.ts';

const VERSION = { country: 'ID', versionNo: 4, name: 'Kopi', remark: '', copyOf: 2, state: 0, activeFrom: null };
const texts = (before: Record<string, unknown> | null, after: Record<string, unknown> | null) =>
  draftFieldChanges(before, after).map(({ label, before: was, after: is }) => `${label}: ${was} -> ${is}`);

describe('the words for a logged write of a version', () => {
  it('a copy begins with the version that it was copied from, and with its name', () =>
    expect(texts(null, VERSION)).toEqual(['Copied from:  -> version 2', 'Name:  -> Kopi']));

  it('an empty draft without a name and remark begins with nothing', () =>
    expect(texts(null, { ...VERSION, copyOf: null, name: '' })).toEqual([]));

  it('a deletion lists no changes', () => expect(texts(VERSION, null)).toEqual([]));

  it('a submission is a change of the state', () =>
    expect(texts(VERSION, { ...VERSION, state: 1 })).toEqual(['State: Draft -> Submitted']));
});

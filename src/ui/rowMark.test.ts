import { describe, expect, it } from 'vitest';
import type { RowMark } from '../contract/listData.ts';
import { blockedBy, markLabel, markText } from './rowMark.ts';

const mark = (change: Partial<RowMark>): RowMark => ({
  entryId: 'e',
  state: 'queued',
  effect: 'update',
  message: '',
  ...change,
});

describe('marks of pending rows', () => {
  it('pending rows have four different marks in words', () => {
    const words = (['queued', 'sending', 'refused', 'conflict'] as const).map(state => markLabel(mark({ state })));
    expect(new Set(words).size).toBe(4);
  });

  it('the mark of a refused row gives the reason', () => {
    expect(markText(mark({ state: 'refused', message: 'canCOD: not offered' }))).toContain('canCOD: not offered');
  });

  it('the mark does not promise to send what waits for the person’s release', () => {
    expect(markText(mark({}))).toMatch(/sent as soon as/);
    expect(markText(mark({ paused: true }))).toMatch(/paused/);
  });

  it('edits of rows that need a person or are being deleted are disabled', () => {
    expect(blockedBy(null)).toBeNull();
    expect(blockedBy(mark({}))).toBeNull();
    expect(blockedBy(mark({ effect: 'delete' }))).toMatch(/being deleted/);
    expect(blockedBy(mark({ state: 'refused' }))).toMatch(/queue/);
    expect(blockedBy(mark({ state: 'conflict' }))).toMatch(/queue/);
  });
});

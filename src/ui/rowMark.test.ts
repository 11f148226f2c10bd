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
  it('have four different words', () => {
    const words = (['queued', 'sending', 'refused', 'conflict'] as const).map(state => markLabel(mark({ state })));
    expect(new Set(words).size).toBe(4);
  });

  it('carry the reason of a refusal', () => {
    expect(markText(mark({ state: 'refused', message: 'canCOD: not offered' }))).toContain('canCOD: not offered');
  });

  it('do not promise to be sent what waits for the person’s go', () => {
    expect(markText(mark({}))).toMatch(/sent as soon as/);
    expect(markText(mark({ paused: true }))).toMatch(/paused/);
  });

  it('hold back edits of rows that need a person or are leaving', () => {
    expect(blockedBy(null)).toBeNull();
    expect(blockedBy(mark({}))).toBeNull();
    expect(blockedBy(mark({ effect: 'delete' }))).toMatch(/being deleted/);
    expect(blockedBy(mark({ state: 'refused' }))).toMatch(/queue/);
    expect(blockedBy(mark({ state: 'conflict' }))).toMatch(/queue/);
  });
});

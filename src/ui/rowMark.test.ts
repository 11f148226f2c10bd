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
  it('each of the four states of a pending row has its own word', () => {
    const words = (['queued', 'sending', 'refused', 'conflict'] as const).map(state => markLabel(mark({ state })));
    expect(new Set(words).size).toBe(4);
  });

  it('a refused row’s mark includes the reason', () => {
    expect(markText(mark({ state: 'refused', message: 'canCOD: not offered' }))).toContain('canCOD: not offered');
  });

  it('the mark of a paused write does not promise that it will be sent automatically', () => {
    expect(markText(mark({}))).toMatch(/sent as soon as/);
    expect(markText(mark({ paused: true }))).toMatch(/paused/);
  });

  it('a row that needs a decision or is being deleted cannot be edited', () => {
    expect(blockedBy(null)).toBeNull();
    expect(blockedBy(mark({}))).toBeNull();
    expect(blockedBy(mark({ effect: 'delete' }))).toMatch(/being deleted/);
    expect(blockedBy(mark({ state: 'refused' }))).toMatch(/queue/);
    expect(blockedBy(mark({ state: 'conflict' }))).toMatch(/queue/);
  });
});

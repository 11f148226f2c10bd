import { describe, expect, it } from 'vitest';
import { countsText } from '../../../domain/import/countsText.ts';
import { changedBy, recordText } from './recordText.ts';

describe('texts of imports', () => {
  it('count what was done, and say when it was nothing', () => {
    expect(countsText({ added: 1200, changed: 0, removed: 3, left: 1 })).toBe(
      '1,200 added, 3 removed, 1 left as they were',
    );
    expect(countsText({ added: 0, changed: 0, removed: 0, left: 0 })).toBe('Nothing had to be changed');
    expect(countsText(null)).toBe('');
  });

  it('name a record by its places where they are at hand, and who changed it', () => {
    const row = { state: 'Jawa Barat', city: 'Bandung', district: '', street: '', updatedBy: 'a@b' };
    expect(recordText('10021/7/0', row)).toBe('Jawa Barat > Bandung (7), Standard, channel 10021');
    expect(recordText('10021/7/1', null)).toBe('Location 7, SBS, channel 10021');
    expect([changedBy(row), changedBy(null)]).toEqual(['changed by a@b', 'it is gone']);
  });
});

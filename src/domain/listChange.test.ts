import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listChange, listChangeText } from './listChange.ts';

describe('describing changes to a long list', () => {
  it('a list change contains the added and removed entries, and the number of unchanged entries', () => {
    expect(listChange('A1, B2, C3, D4', 'A1, C3, D4, E5')).toEqual({ added: 'E5', lost: 'B2', kept: 3 });
    expect(listChange('IDA,IDB,IDC,IDD', 'IDA,IDB,IDC,IDD,IDE')).toEqual({ added: 'IDE', lost: '', kept: 4 });
    expect(listChangeText('A1, B2, C3, D4', 'A1')).toBe('removes B2, C3, D4; 1 stays');
  });

  it('a list change keeps the days of each region separate, and names the regions if there are several', () => {
    const was = 'Johor: 2026-01-01, 2026-02-01; Kedah: 2026-01-01, 2026-02-01';
    const is = 'Johor: 2026-01-01, 2026-02-01; Kedah: 2026-01-01, 2026-05-05';
    expect(listChange(was, is)).toEqual({ added: 'Kedah: 2026-05-05', lost: 'Kedah: 2026-02-01', kept: 3 });
    const all = 'All: 2026-01-01, 2026-02-01, 2026-03-01, 2026-04-01';
    expect(listChange(all, `${all}, 2026-05-01`)).toEqual({ added: '2026-05-01', lost: '', kept: 4 });
  });

  it('there is no list change for lists that are short, have nothing in common, or differ only in order', () => {
    expect(listChange('Sat, Sun', 'Sun')).toBeNull();
    expect(listChange('A, B, C, D', 'E, F, G, H')).toBeNull();
    expect(listChange('A, B, C, D', 'D, C, B, A')).toBeNull();
    expect(listChange('/', 'A, B, C, D')).toBeNull();
    expect(listChange('Kota Bandung', 'Kota Cimahi')).toBeNull();
    // A time such as 10:30 is not mistaken for the name of a part.
    expect(listChange('10:30, 11:30, 12:30, 13:30', '10:30, 11:30, 12:30, 14:30')).toMatchObject({ added: '14:30' });
  });

  it('applying a list change to the old list yields the new one', () => {
    const list = fc.uniqueArray(fc.stringMatching(/^[A-Z]{2}\d{2}$/), { maxLength: 12 });
    fc.assert(
      fc.property(list, list, (was, is) => {
        const change = listChange(was.join(', '), is.join(', '));
        if (!change) return;
        const entries = (text: string) => text.split(', ').filter(entry => entry !== '');
        const result = [...was.filter(entry => !entries(change.lost).includes(entry)), ...entries(change.added)];
        expect(result.toSorted()).toEqual(is.toSorted());
        expect(change.kept).toBe(was.filter(entry => is.includes(entry)).length);
      }),
    );
  });
});

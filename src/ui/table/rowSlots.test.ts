import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assignSlots, type Slots } from './rowSlots.ts';

const keys = fc.uniqueArray(fc.constantFrom(...'abcdefghij'), { maxLength: 8 });

describe('row slots', () => {
  it('a row that remains keeps its slot, slots are unique, and new slots are created only when needed', () => {
    fc.assert(
      fc.property(fc.array(keys, { minLength: 1, maxLength: 6 }), pages => {
        let before: Slots = new Map();
        for (const page of pages) {
          const after = assignSlots(before, page, true);
          expect([...after.keys()].sort()).toEqual([...page].sort());
          expect(new Set(after.values()).size).toBe(page.length);
          const stayed = page.filter(key => before.has(key));
          expect(stayed.map(key => after.get(key))).toEqual(stayed.map(key => before.get(key)));
          const made = [...after.values()].filter(slot => ![...before.values()].includes(slot));
          expect(made).toHaveLength(Math.max(0, page.length - before.size));
          before = after;
        }
      }),
    );
  });

  it('slots are not reused while the table has the focus', () => {
    const before = assignSlots(new Map(), ['a', 'b'], true);
    const after = assignSlots(before, ['b', 'c'], false);
    expect(after.get('b')).toBe(before.get('b'));
    expect([...before.values()]).not.toContain(after.get('c'));
  });
});

import { describe, expect, it } from 'vitest';
import { jumpTarget, pageCount, pageItems } from './pages.ts';

describe('pager', () => {
  it('shows every page of a short list', () => {
    expect(pageItems(1, 1)).toEqual([1]);
    expect(pageItems(4, 7)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('keeps first, last and neighbours of a long one', () => {
    expect(pageItems(1, 124)).toEqual([1, 2, 3, 4, 5, null, 124]);
    expect(pageItems(60, 124)).toEqual([1, null, 59, 60, 61, null, 124]);
    expect(pageItems(124, 124)).toEqual([1, null, 120, 121, 122, 123, 124]);
  });

  it('never repeats a page, whatever the position', () => {
    for (let pages = 1; pages <= 30; pages += 1) {
      for (let page = 1; page <= pages; page += 1) {
        const numbers = pageItems(page, pages).filter(item => item !== null);
        expect(new Set(numbers).size).toBe(numbers.length);
        expect(numbers).toContain(page);
        expect([...numbers].sort((a, b) => a - b)).toEqual(numbers);
      }
    }
  });

  it('counts pages; an empty list has one', () => {
    expect(pageCount(0, 10)).toBe(1);
    expect(pageCount(10, 10)).toBe(1);
    expect(pageCount(11, 10)).toBe(2);
  });

  it('jumps to the nearest page there is', () => {
    expect(jumpTarget('7', 10)).toBe(7);
    expect(jumpTarget('99', 10)).toBe(10);
    expect(jumpTarget('0', 10)).toBe(1);
    expect(jumpTarget('', 10)).toBeNull();
    expect(jumpTarget('-2', 10)).toBeNull();
  });
});

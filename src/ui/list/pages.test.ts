import { describe, expect, it } from 'vitest';
import { jumpTarget, pageCount, pageItems } from './pages.ts';

describe('pagination', () => {
  it('a short list shows a button for every page', () => {
    expect(pageItems(1, 1)).toEqual([1]);
    expect(pageItems(4, 7)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('a long list shows buttons for the first, last and adjacent pages', () => {
    expect(pageItems(1, 124)).toEqual([1, 2, 3, 4, 5, null, 124]);
    expect(pageItems(60, 124)).toEqual([1, null, 59, 60, 61, null, 124]);
    expect(pageItems(124, 124)).toEqual([1, null, 120, 121, 122, 123, 124]);
  });

  it('no page number occurs twice at any position', () => {
    for (let pages = 1; pages <= 30; pages += 1) {
      for (let page = 1; page <= pages; page += 1) {
        const numbers = pageItems(page, pages).filter(item => item !== null);
        expect(new Set(numbers).size).toBe(numbers.length);
        expect(numbers).toContain(page);
        expect([...numbers].sort((a, b) => a - b)).toEqual(numbers);
      }
    }
  });

  it('the number of pages is rounded up, and an empty list has one page', () => {
    expect(pageCount(0, 10)).toBe(1);
    expect(pageCount(10, 10)).toBe(1);
    expect(pageCount(11, 10)).toBe(2);
  });

  it('the page jump is clamped to the existing pages', () => {
    expect(jumpTarget('7', 10)).toBe(7);
    expect(jumpTarget('99', 10)).toBe(10);
    expect(jumpTarget('0', 10)).toBe(1);
    expect(jumpTarget('', 10)).toBeNull();
    expect(jumpTarget('-2', 10)).toBeNull();
  });
});

import { expect, it } from 'vitest';
import { PART, partOf } from './parts.ts';

it('the parts of a long list together contain each row exactly once', () => {
  for (const total of [1, PART - 1, PART, PART + 1, 3 * PART, 574_000]) {
    let next = 0;
    for (let at = 0; at < partOf(total, 0).parts; at++) {
      const part = partOf(total, at);
      expect([part.at, part.first]).toEqual([at, next]);
      expect(part.end - part.first).toBeLessThanOrEqual(PART);
      next = part.end;
    }
    expect(next).toBe(total);
  }
});

it('a part number that is too high selects the last part', () => {
  expect(partOf(PART + 1, 7)).toEqual({ at: 1, parts: 2, first: PART, end: PART + 1 });
  expect(partOf(0, 3)).toEqual({ at: 0, parts: 1, first: 0, end: 0 });
});

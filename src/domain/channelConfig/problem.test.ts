import { describe, expect, it } from 'vitest';
import { settingsProblem, SPANS } from './problem.ts';

describe('lower and upper bounds (CC4)', () => {
  it.each(SPANS)('the setting %s must not exceed %s', (least, most) => {
    expect(settingsProblem({ [least]: 2, [most]: 1 }, 'ID')).toMatchObject({
      field: least,
      problem: expect.stringContaining('must not be above'),
    });
    for (const [from, to] of [
      [1, 1],
      [1, 2],
      [null, 1],
      [2, null],
    ])
      expect(settingsProblem({ [least]: from, [most]: to }, 'ID')).toBeNull();
  });
});

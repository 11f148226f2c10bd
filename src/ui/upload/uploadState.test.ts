import { describe, expect, it } from 'vitest';
import type { UploadCompare } from './uploadTypes.ts';
import { changesAny, whyNot } from './uploadState.ts';

const none: UploadCompare['counts'] = {
  added: 0,
  changed: 0,
  removed: 0,
  unchanged: 4,
  absent: 1,
  unknown: 0,
  refused: 0,
};
const compared = (counts: Partial<UploadCompare['counts']>): UploadCompare => ({
  counts: { ...none, ...counts },
  meaning: [],
  overwrite: null,
  notCached: [],
  asOf: 0,
});

describe('whether an import changes any data and therefore needs confirmation', () => {
  it.each([
    [compared({}), false],
    [compared({ changed: 1 }), true],
    [compared({ added: 1 }), true],
    [compared({ removed: 1 }), true],
    [compared({ unknown: 1 }), true],
    // Nothing could be compared on this device.
    [null, true],
  ])('whether an import with the comparison %j changes any data: %j', (compare, any) => {
    expect(changesAny(compare)).toBe(any);
  });
});

it('rows that would change a fixed value prevent the import, and the text names the tab that lists them', () => {
  expect(whyNot({ check: null, compare: compared({}) })).toBeNull();
  expect(whyNot({ check: null, compare: compared({ refused: 2 }) })).toContain('2 rows change a value that stays');
  expect(whyNot({ check: null, compare: compared({ refused: 1 }) })).toContain('Open the Not allowed tab to see it');
});

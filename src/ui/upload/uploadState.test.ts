import { describe, expect, it } from 'vitest';
import type { UploadCompare } from './uploadTypes.ts';
import { changesAny } from './uploadState.ts';

const none: UploadCompare['counts'] = { added: 0, changed: 0, removed: 0, unchanged: 4, absent: 1, unknown: 0 };
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

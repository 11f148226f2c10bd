import { describe, expect, it } from 'vitest';
import { stint } from '../../../tests/support/kinds.ts';
import type { Resource } from '../../contract/resource.ts';
import { filtersOf } from './columns.tsx';

describe('the filters of a declared list', () => {
  it('a filter for a bound can be understood whatever the name of its field', () => {
    const declared = { ...(stint as unknown as Resource) };
    const resource: Resource = {
      ...declared,
      filters: { ...declared.filters, fromFrom: { is: 'from', in: ['from'] } },
    };
    const labels = Object.fromEntries(filtersOf(resource).map(({ key, label }) => [key, label]));
    expect(labels).toMatchObject({
      from: 'From',
      fromFrom: 'From (earliest)',
      toUntil: 'To (latest)',
      beginFrom: 'Begin (earliest)',
      checkedFrom: 'Checked (earliest)',
      deltaFrom: 'Delta (at least)',
      deltaUntil: 'Delta (at most)',
      payFrom: 'Pay (at least)',
      girthUntil: 'Girth (at most)',
    });
    const words = Object.values(labels).map(label => label.toLowerCase().split(' '));
    expect(words.filter(all => all.some((word, at) => word === all[at + 1]))).toEqual([]);
  });
});

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changedFields, mergeFields, type FieldConflict } from './merge.ts';

const FIELDS = ['a', 'b', 'c', 'd'] as const;
const value = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.boolean(), fc.constant(null), fc.array(fc.nat(2)));
const row = fc.record({ a: value, b: value, c: value, d: value });
const changes = fc.record({ a: value, b: value, c: value, d: value }, { requiredKeys: [] });

describe('mergeFields (OB8)', () => {
  it('changes by two people to different fields are merged', () => {
    expect(mergeFields({ cod: false, pickup: false, v: 1 }, { cod: true }, { cod: false, pickup: true, v: 2 })).toEqual(
      {
        kind: 'merged',
        row: { cod: true, pickup: true, v: 2 },
      },
    );
  });

  it('a conflicting field is reported with the base, my and their value', () => {
    expect(mergeFields({ cod: 0, zone: 'A' }, { cod: 1, zone: 'B' }, { cod: 2, zone: 'A' })).toEqual({
      kind: 'conflict',
      fields: [{ field: 'cod', base: 0, mine: 1, theirs: 2 }],
    });
  });

  it('making the same change on both sides is not a conflict', () => {
    expect(mergeFields({ cod: false }, { cod: true }, { cod: true })).toEqual({ kind: 'merged', row: { cod: true } });
    expect(mergeFields({ list: [1] }, { list: [1, 2] }, { list: [1, 2] })).toMatchObject({ kind: 'merged' });
  });

  it('key order is ignored when comparing values', () => {
    const base = { extra: { min: 1, max: 2 } };
    expect(mergeFields(base, { extra: { min: 1, max: 3 } }, { extra: { max: 2, min: 1 } })).toMatchObject({
      kind: 'merged',
    });
    expect(mergeFields(base, { extra: { min: 1, max: 3 } }, { extra: { max: 3, min: 1 } })).toMatchObject({
      kind: 'merged',
    });
  });

  it('a missing field differs from null and from an empty string', () => {
    expect(mergeFields({}, { zone: 'B' }, { zone: null })).toMatchObject({ kind: 'conflict' });
    expect(mergeFields({ zone: null }, { zone: 'B' }, { zone: '' })).toMatchObject({ kind: 'conflict' });
    expect(mergeFields({}, { zone: 'B' }, {})).toEqual({ kind: 'merged', row: { zone: 'B' } });
  });

  it('if only my side changed, the merge result is my record', () => {
    fc.assert(
      fc.property(row, changes, (base, mine) => {
        expect(mergeFields(base, mine, base)).toEqual({ kind: 'merged', row: { ...base, ...mine } });
      }),
    );
  });

  it('if only their side changed, the merge result is their record', () => {
    fc.assert(
      fc.property(row, row, (base, theirs) => {
        expect(mergeFields(base, {}, theirs)).toEqual({ kind: 'merged', row: theirs });
      }),
    );
  });

  it('a merge contains every change of both sides, and a conflict lists exactly the fields that differ', () => {
    fc.assert(
      fc.property(row, row, row, (base, next, theirs) => {
        const mine = changedFields(base, next);
        const other = changedFields(base, theirs);
        const clash = FIELDS.filter(
          field => field in mine && field in other && JSON.stringify(mine[field]) !== JSON.stringify(other[field]),
        );
        const conflict = {
          kind: 'conflict',
          fields: clash.map(field => ({ field, base: base[field], mine: mine[field], theirs: theirs[field] })),
        };
        const merged = { kind: 'merged', row: { ...base, ...other, ...mine } };
        expect(mergeFields(base, mine, theirs)).toEqual(clash.length > 0 ? conflict : merged);
      }),
    );
  });

  it('merging gives the same result in both directions', () => {
    fc.assert(
      fc.property(row, row, row, (base, one, two) => {
        const first = mergeFields(base, changedFields(base, one), two);
        const second = mergeFields(base, changedFields(base, two), one);
        const swapped = (conflicts: FieldConflict[]) =>
          conflicts.map(conflict => ({ ...conflict, mine: conflict.theirs, theirs: conflict.mine }));
        expect(second).toEqual(first.kind === 'merged' ? first : { ...first, fields: swapped(first.fields) });
      }),
    );
  });
});

describe('changedFields', () => {
  it('changedFields contains only the fields that differ, and applying it to the base yields the next record', () => {
    fc.assert(
      fc.property(row, row, (base, next) => {
        const changed = changedFields(base, next);
        expect({ ...base, ...changed }).toEqual(next);
        for (const [field, to] of Object.entries(changed)) expect(to).not.toEqual(base[field as 'a']);
      }),
    );
  });
});

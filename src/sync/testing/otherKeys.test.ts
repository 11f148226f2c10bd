import { expect, it } from 'vitest';
import { choice } from '../../contract/fields/choice.ts';
import { number } from '../../contract/fields/number.ts';
import { place } from '../../contract/fields/place.ts';
import { defineResource } from '../../contract/resource.ts';
import { choicesFrom, withOwnKeys } from './otherKeys.ts';

/** A resource whose key has six values: three tiers of two kinds. */
const tiers = defineResource({
  id: 'tier',
  collection: 'tiers',
  feed: 1,
  label: { one: 'Tier', many: 'Tiers' },
  feature: 'tests.tier',
  scope: 'entity',
  fields: {
    kind: choice(
      'Kind',
      [
        { value: 0, label: 'A' },
        { value: 1, label: 'B' },
      ],
      { initial: 0 },
    ),
    tier: number('Tier', { min: 1, max: 3 }),
    fee: number('Fee', { min: 0, max: 9 }),
  },
  key: ['kind', 'tier'],
  order: ['kind', 'tier'],
  edit: ['fee'],
  filters: {},
  columns: ['kind', 'tier', 'fee'],
  title: () => 'tier',
  calls: { base: '/tiers', list: '/tiers/list', export: '/tiers/export' },
});
const same = { kind: 0, tier: 2, fee: 5 };

it('samples with equal values get as many different keys as the bounds of their fields allow', () => {
  const sample = withOwnKeys(tiers, () => same);
  const keys = Array.from({ length: 6 }, (_, n) => `${sample(n).kind}/${sample(n).tier}`);
  expect(keys).toEqual(['0/2', '0/3', '0/1', '1/2', '1/3', '1/1']);
  expect(sample(3)).toEqual({ ...same, kind: 1 });
  expect(() => sample(6)).toThrow('tier has no valid sample number 7 whose key differs from the others');
});

it('a sample whose values cannot be used gets the next key', () => {
  const sample = withOwnKeys(
    tiers,
    () => same,
    values => (values.tier === 3 ? null : values),
  );
  expect([sample(0).tier, sample(1).tier]).toEqual([2, 1]);
});

it('the values of a number stay within its bounds, and a place stays the same', () => {
  expect(choicesFrom(number('N', { min: 0.5, max: 0.7, decimals: 1 }), 6)).toEqual([6, 7, 5]);
  expect(choicesFrom(place('Place', { deepest: 3 }), 8)).toEqual([8]);
});

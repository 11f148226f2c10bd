import { describe, expect, it } from 'vitest';
import { chargeText, feesOfShop, type GroupFacts, type RuleFacts, type TypeFacts } from './shopFees.ts';

const type = (shopType: string, status = 0): TypeFacts => ({ shopType, name: shopType, channelId: 1, status });
const group = (groupId: number, status = 0): GroupFacts => ({ groupId, name: `Group ${groupId}`, status });
const rule = (channelId: number, shopGroup: number, status = 0): RuleFacts => ({
  channelId,
  name: `Channel ${channelId}`,
  shopGroup,
  feeMode: 1,
  fee: 100,
  status,
});
const RULES = [
  rule(1, 10),
  rule(1, 0),
  rule(1, -1),
  rule(2, 0),
  rule(2, -1),
  rule(3, 10, 1),
  rule(3, -1),
  rule(4, 10, 1),
];
const fees = (shopGroup: number, groups = [group(10), group(30, 1)], rules = RULES) =>
  feesOfShop({ shopId: 5, shopType: 'MALL', shopGroup, status: 0 }, { types: [type('MALL')], groups, rules });

describe('the rules that apply to a shop', () => {
  it.each<[string, number, (number | null)[]]>([
    ['with a group: its rule, else the fallback, else the rate', 10, [10, -1, -1, null]],
    ['without a group: the default rule', 0, [0, 0, -1, null]],
    ['with a disabled group: the default rule', 30, [0, 0, -1, null]],
    ['with a missing group: the default rule', 77, [0, 0, -1, null]],
  ])('the correct rule of each channel applies to a shop %s', (_name, shopGroup, expected) =>
    expect(fees(shopGroup).rules.map(found => found.rule?.shopGroup ?? null)).toEqual(expected),
  );

  it('each rule that applies to a shop is explained', () => {
    expect(fees(10).rules.map(({ why }) => why)).toEqual([
      'The channel has a rule for group 10.',
      'The channel has no rule for group 10, so the fallback rule applies.',
      "The channel's rule for group 10 is disabled, so the fallback rule applies.",
      "The channel's rule for group 10 is disabled, and no fallback rule: the fee of its rate applies.",
    ]);
    expect(fees(10).rules[2]?.passedOver).toMatchObject([{ shopGroup: 10 }]);
    expect(fees(0).rules[0]?.why).toBe('The channel has a rule for default.');
  });

  it.each([
    [0, 'The shop has no group, so the default rules apply.'],
    [10, 'The shop is in the group 10 Group 10.'],
    [30, 'The group 30 Group 30 is disabled: the default rules apply.'],
    [77, 'There is no shop group 77: the default rules apply.'],
  ])('the explanation for group %s is: %s', (shopGroup, why) => expect(fees(shopGroup).group.why).toBe(why));
});

it.each([
  [[type('MALL')], 'The shop has the type MALL.', true],
  [
    [type('MALL', 1)],
    'The shop has the type MALL, which is disabled: the shop is treated as one without a type.',
    false,
  ],
  [[], 'There is no shop type MALL: the shop is treated as one without a type.', false],
])('a shop’s type is found to be enabled, disabled or missing: case %#', (types, why, applies) => {
  const { type: found } = feesOfShop(
    { shopId: 5, shopType: 'MALL', shopGroup: 0, status: 0 },
    { types, groups: [], rules: [] },
  );
  expect([found.why, found.record !== null]).toEqual([why, applies]);
});

it.each([
  [null, "The fee of the channel's rate"],
  [{ feeMode: 0, fee: null }, "The fee of the channel's rate"],
  [{ feeMode: 1, fee: 100 }, 'IDR 100 for each parcel'],
  [{ feeMode: 2, fee: null }, 'Nothing'],
  [{ feeMode: 1, fee: null }, 'A fixed fee, which is missing'],
])('the charge of rule %j is described as: %s', (own, text) => expect(chargeText(own, fee => `IDR ${fee}`)).toBe(text));

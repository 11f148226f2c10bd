import { FEE_MODE } from './feeRules.ts';
import { STATUS } from './permission.ts';

/**
 * Determines which type, group and shipping fee rules apply to a shop, and why (RULE-1 to RULE-6, G96; issue 30,
 * section 2).
 */

export interface ShopFacts {
  shopId: number;
  shopType: string;
  shopGroup: number;
  status: number;
}

export interface TypeFacts {
  shopType: string;
  name: string;
  channelId: number;
  status: number;
}

export interface GroupFacts {
  groupId: number;
  name: string;
  status: number;
}

export interface RuleFacts {
  channelId: number;
  /** The channel's name. */
  name: string;
  shopGroup: number;
  feeMode: number;
  /** Null unless the mode is Fixed. */
  fee: number | null;
  status: number;
}

/** The record that a shop refers to, if it exists and is enabled, with an explanation. */
interface Applied<T> {
  record: T | null;
  why: string;
}

export interface ChannelRule<R> {
  channelId: number;
  name: string;
  /** Null if the fee is computed from the channel's rate. */
  rule: R | null;
  why: string;
  /** Rules of the channel that were considered before and do not apply. */
  passedOver: readonly R[];
}

export interface ShopFees<T, G, R> {
  type: Applied<T>;
  group: Applied<G>;
  /** The group under which rules are looked up; 0 is default. */
  countsAs: number;
  rules: ChannelRule<R>[];
}

/** The group whose rule applies if the shop's own group has none. */
const FALLBACK = -1;
const DEFAULT = 0;

function typeOf<T extends TypeFacts>({ shopType }: ShopFacts, types: readonly T[]): Applied<T> {
  const record = types.find(type => type.shopType === shopType) ?? null;
  if (!record) return { record, why: `There is no shop type ${shopType}: the shop is treated as one without a type.` };
  return record.status === STATUS.normal
    ? { record, why: `The shop has the type ${shopType}.` }
    : {
        record: null,
        why: `The shop has the type ${shopType}, which is disabled: the shop is treated as one without a type.`,
      };
}

function groupOf<G extends GroupFacts>({ shopGroup }: ShopFacts, groups: readonly G[]): Applied<G> {
  if (shopGroup === DEFAULT) return { record: null, why: 'The shop has no group, so the default rules apply.' };
  const record = groups.find(({ groupId }) => groupId === shopGroup) ?? null;
  if (!record) return { record, why: `There is no shop group ${shopGroup}: the default rules apply.` };
  return record.status === STATUS.normal
    ? { record, why: `The shop is in the group ${shopGroup} ${record.name}.` }
    : { record: null, why: `The group ${shopGroup} ${record.name} is disabled: the default rules apply.` };
}

/** Explains why a channel's rule applies to a shop, or why no rule does. */
function whyText(countsAs: number, found: RuleFacts | null, own: RuleFacts | undefined): string {
  const named = countsAs === DEFAULT ? 'default' : `group ${countsAs}`;
  if (found && found.shopGroup === countsAs) return `The channel has a rule for ${named}.`;
  const lacks = own ? `The channel's rule for ${named} is disabled` : `The channel has no rule for ${named}`;
  return found
    ? `${lacks}, so the fallback rule applies.`
    : `${lacks}, and no fallback rule: the fee of its rate applies.`;
}

/**
 * Determines what applies to a shop. In each channel, the rule of the shop's group applies. A shop without a group, or
 * whose group is missing or disabled, belongs to the default group. If the group's rule is missing or disabled, the
 * fallback rule applies; without a fallback rule, the fee is computed from the channel's rate.
 * @param rules the rules of all channels
 */
export function feesOfShop<T extends TypeFacts, G extends GroupFacts, R extends RuleFacts>(
  shop: ShopFacts,
  { types, groups, rules }: { types: readonly T[]; groups: readonly G[]; rules: readonly R[] },
): ShopFees<T, G, R> {
  const group = groupOf(shop, groups);
  const countsAs = group.record?.groupId ?? DEFAULT;
  const channels = new Map<number, R[]>();
  for (const rule of rules) channels.set(rule.channelId, [...(channels.get(rule.channelId) ?? []), rule]);
  return {
    type: typeOf(shop, types),
    group,
    countsAs,
    rules: [...channels]
      .toSorted(([a], [b]) => a - b)
      .map(([channelId, own]) => {
        const wanted = [countsAs, FALLBACK].flatMap(id => own.find(rule => rule.shopGroup === id) ?? []);
        const rule = wanted.find(({ status }) => status === STATUS.normal) ?? null;
        return {
          channelId,
          name: own[0]?.name ?? '',
          rule,
          why: whyText(
            countsAs,
            rule,
            own.find(({ shopGroup }) => shopGroup === countsAs),
          ),
          passedOver: wanted.slice(0, rule ? wanted.indexOf(rule) : wanted.length),
        };
      }),
  };
}

/** What a rule charges, in words. `money` formats a fee. */
export function chargeText(rule: Pick<RuleFacts, 'feeMode' | 'fee'> | null, money: (fee: number) => string): string {
  if (rule === null || rule.feeMode === FEE_MODE.rate) return "The fee of the channel's rate";
  if (rule.feeMode === FEE_MODE.free) return 'Nothing';
  return rule.fee === null ? 'A fixed fee, which is missing' : `${money(rule.fee)} for each parcel`;
}

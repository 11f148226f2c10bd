/** Shop groups, shop types and shops, on which shipping fees depend (RULE-3 to RULE-6, G96). */

/**
 * The groups that every country has without a record of their own (RULE-5): default is for a shop without a group, fallback for one
 * whose group has no rule.
 */
export const SPECIAL_SHOP_GROUPS = [
  { id: 0, name: 'default' },
  { id: -1, name: 'fallback' },
] as const;

/** The name of a special group; the others show their number. */
export const SHOP_GROUP_WORDS = SPECIAL_SHOP_GROUPS.map(({ id, name }) => ({ value: id, label: name }));

/** The largest id of a shop or of a shop group. */
export const SHOP_ID_MOST = 999_999_999_999;

/** Shop groups, shop types and shops, on which shipping fees depend (RULE-3 to RULE-6, G96). */

/**
 * The groups that exist in every country without being records (RULE-5): default is for shops without a group, fallback
 * is for shops whose group has no rule.
 */
export const SPECIAL_SHOP_GROUPS = [
  { id: 0, name: 'default' },
  { id: -1, name: 'fallback' },
] as const;

/** The names of the special groups; all other groups are shown as their number. */
export const SHOP_GROUP_WORDS = SPECIAL_SHOP_GROUPS.map(({ id, name }) => ({ value: id, label: name }));

/** The highest id of a shop or shop group. */
export const SHOP_ID_MOST = 999_999_999_999;

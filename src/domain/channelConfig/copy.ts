import type { Country } from '../country.ts';
import { YES } from '../serviceableChoices.ts';
import { withFollowing } from '../follows.ts';
import { hasWmsLocation } from './channel.ts';
import { hasKycControl, hasSod, SPECIAL_COUNTRY_NAME } from './cod.ts';
import { SETTING_FOLLOWS } from './follows.ts';
import { settingsProblem } from './problem.ts';

/**
 * Determines which settings can be copied from one channel to another, and whether the target's rules permit it (issue:
 * copy a group of settings).
 */

type Values = Readonly<Record<string, unknown>>;

/**
 * Settings of the channel dialog that can be the same for several channels. Names, type and from-country are specific
 * to each channel.
 */
export const SHARED_SETTINGS = [
  'status',
  'priority',
  'channel_tag',
  'cashless',
  'require_pickup_geo',
  'require_deliver_geo',
  'display_sequence',
  'seller_location',
  'warehouse_location',
] as const;

/** COD settings that require COD to be on (CHC-24). */
const NEED_COD: readonly string[] = ['cod_toggle', 'shop_cod_whitelist', 'shop_cod_blacklist', 'sod'];

/** The outcome of copying one setting to a target. */
export interface CopiedSetting {
  name: string;
  from: unknown;
  to: unknown;
  is: 'changed' | 'equal' | 'forbidden';
  /** A sentence that says why the target's rules forbid the copy. */
  why?: string;
}

const same = (a: unknown, b: unknown): boolean => (a ?? null) === (b ?? null);

/** The values of selected settings of a channel. */
export const pickSettings = (names: readonly string[], row: Values): Record<string, unknown> =>
  Object.fromEntries(names.map(name => [name, row[name] ?? null]));

function whyNot(name: string, set: Values, source: Values, after: Values, country: Country): string | null {
  const value = set[name];
  if (NEED_COD.includes(name) && value === YES && after['cod'] !== YES && !('cod' in set))
    return 'COD is off for this channel. Copy COD as well, or turn it on first';
  if (name === 'sod' && value === YES && !hasSod(country)) return `SOD is available only in ${SPECIAL_COUNTRY_NAME}`;
  if (name === 'kyc_control' && value === YES && !hasKycControl(country))
    return `KYC control is available only in ${SPECIAL_COUNTRY_NAME}`;
  const isList = name === 'seller_location' || name === 'warehouse_location';
  if (isList && value !== '' && source['from_country'] !== after['from_country'])
    return `The warehouses are in ${String(source['from_country'])}, and this channel ships from ${String(after['from_country'])}`;
  if (name === 'warehouse_location' && value !== '' && !hasWmsLocation(Number(after['channel_tag'])))
    return 'The channel tag of this channel has no WMS location. Copy Channel Tag as well';
  return null;
}

/**
 * The effect of copying settings from one channel to another, setting by setting (CHC-16, CHC-20 to CHC-25, CHC-35,
 * G52), including those that follow from the copied ones. A setting that is equal in both is never forbidden. If any setting is forbidden, the whole target is skipped,
 * so that no group is copied halfway.
 * @param names the settings to copy
 */
export function copiedSettings(
  names: readonly string[],
  source: Values,
  target: Values,
  country: Country,
): CopiedSetting[] {
  const set = pickSettings(names, source);
  const all = withFollowing(SETTING_FOLLOWS, target, set);
  const after = { ...target, ...all };
  const found = [...new Set([...names, ...Object.keys(all)])].map((name): CopiedSetting => {
    const [from, to] = [target[name] ?? null, all[name]];
    if (same(from, to)) return { name, from, to, is: 'equal' };
    const why = whyNot(name, all, source, after, country);
    return why === null ? { name, from, to, is: 'changed' } : { name, from, to, is: 'forbidden', why };
  });
  if (found.some(({ is }) => is === 'forbidden') || !found.some(({ is }) => is === 'changed')) return found;
  const broken = settingsProblem(after, country, Object.keys(all));
  if (!broken) return found;
  // The rule covers several settings. The problem is reported at the setting that it names, or else at the first one
  // that would change.
  const at = Math.max(
    found.findIndex(({ name, is }) => name === broken.field && is === 'changed'),
    -1,
  );
  const place = at >= 0 ? at : found.findIndex(({ is }) => is === 'changed');
  return found.map((setting, index) =>
    index === place ? { ...setting, is: 'forbidden', why: broken.problem } : setting,
  );
}

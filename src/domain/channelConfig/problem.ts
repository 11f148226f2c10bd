import { COUNTRY_CODES, type Country } from '../country.ts';
import type { Problem } from '../problem.ts';
import { NO, YES } from '../serviceableChoices.ts';
import { hasWmsLocation, nameProblem } from './channel.ts';
import { CHANNEL_TAGS } from './choices.ts';
import { codProblem, hasKycControl, SPECIAL_COUNTRY_NAME, type CodSettings } from './cod.ts';
import { DIMENSION_WARNING, emptySides } from './extraData.ts';
import { dimensionSides, sideSetting } from './settings.ts';

type Values = Readonly<Record<string, unknown>>;

/** Pairs of settings in which the first must not exceed the second (CC4). */
export const SPANS = [
  ['min_size', 'max_size'],
  ['item_min_size', 'item_max_size'],
  ['cod_min_order_total', 'cod_max_order_total'],
] as const;

const SPAN_LABELS = {
  min_size: 'Min Size',
  item_min_size: 'Item Min Size',
  cod_min_order_total: 'COD Min Order Total',
  max_size: 'Max Size',
  item_max_size: 'Item Max Size',
  cod_max_order_total: 'COD Max Order Total',
} as const;

/** The problem if a setting exceeds its upper bound; null if it does not or if either is unset. */
export function spanProblem(values: Values, name: string): string | null {
  const span = SPANS.find(([least]) => least === name);
  if (span === undefined) return null;
  const [least, most] = span;
  const [from, to] = [values[least], values[most]];
  return typeof from === 'number' && typeof to === 'number' && from > to
    ? `${SPAN_LABELS[least]} must not be above ${SPAN_LABELS[most]}`
    : null;
}

const ALL_OFF: CodSettings = { cod: NO, cod_toggle: NO, shop_cod_whitelist: NO, shop_cod_blacklist: NO, sod: NO };

const SIDES = ['dimension_max_length', 'dimension_max_width', 'dimension_sum_height'];

/** Settings that one rule validates together. */
const TOGETHER: readonly (readonly string[])[] = [
  ['cod', 'cod_toggle', 'shop_cod_whitelist', 'shop_cod_blacklist', 'sod'],
  SIDES,
  ...SPANS,
];

/** The settings that a change affects, including those validated together with them. */
function touched(values: Values, changed: readonly string[]): Values {
  const names = new Set(changed);
  for (const group of TOGETHER) if (group.some(name => names.has(name))) for (const name of group) names.add(name);
  return Object.fromEntries([...names].filter(name => name in values).map(name => [name, values[name]]));
}

/**
 * Why settings contradict each other under the rules of their dialogs (channels spec 4, 5); null if they do not.
 * Missing settings are not checked.
 * @param changed the settings that a change sets: rules that involve none of them are not checked, so that a channel
 * with an existing error can still be edited elsewhere
 */
export function settingsProblem(given: Values, country: Country, changed?: readonly string[]): Problem | null {
  const values = changed ? touched(given, changed) : given;
  for (const field of ['channelName', 'display_name'] as const) {
    const problem = values[field] === undefined ? null : nameProblem(field, String(values[field]));
    if (problem !== null) return { field, problem };
  }
  const from = values['from_country'];
  if (from !== undefined && !(COUNTRY_CODES as readonly unknown[]).includes(from))
    return { field: 'from_country', problem: `From Country must be one of ${COUNTRY_CODES.join(', ')}` };
  if (values['channel_tag'] !== undefined && (values['warehouse_location'] ?? '') !== '') {
    const tag = Number(values['channel_tag']);
    const name = CHANNEL_TAGS.find(({ value }) => value === tag)?.label ?? String(tag);
    if (!hasWmsLocation(tag))
      return { field: 'warehouse_location', problem: `The channel tag "${name}" has no WMS location` };
  }
  if (values['cod'] !== undefined) {
    const problem = codProblem({ ...ALL_OFF, ...values } as CodSettings, country);
    if (problem) return problem;
  }
  if (SIDES.every(side => side in values)) {
    const [side] = emptySides(dimensionSides(values));
    if (side !== undefined) return { field: sideSetting(side), problem: DIMENSION_WARNING };
  }
  for (const [field] of SPANS) {
    const problem = spanProblem(values, field);
    if (problem !== null) return { field, problem, reversed: true };
  }
  if (values['kyc_control'] === YES && !hasKycControl(country))
    return { field: 'kyc_control', problem: `KYC control is available only in ${SPECIAL_COUNTRY_NAME}` };
  return null;
}

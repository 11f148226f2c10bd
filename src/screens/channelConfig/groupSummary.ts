import { wordOf } from '../../contract/recordChange.ts';
import { fieldOf, labelOf } from '../../contract/resource.ts';
import { channelConfig, type ChannelGroup } from '../../contract/resources/channelConfig.ts';
import type { Country } from '../../domain/country.ts';
import { formatCount } from '../../domain/format.ts';
import { YES } from '../../domain/serviceableChoices.ts';
import type { Row } from '../../sync/types.ts';
import { settingsOf } from './settingNames.ts';

/**
 * Summarizes a group of a channel's settings for the list's cell, so that nobody has to open a dialog to see them
 * (CHC-5).
 */

/**
 * Short forms of the settings, with those that people look up most first. For a set of switches, the word for the one
 * that is on.
 */
const SHORT: Readonly<Record<ChannelGroup, Readonly<Record<string, string>>>> = {
  cod: { sod: 'SOD', cod_toggle: 'toggle', shop_cod_whitelist: 'shop whitelist', shop_cod_blacklist: 'shop blacklist' },
  return: {},
  order: {
    max_size: 'Size ≤',
    cod_max_order_total: 'COD ≤',
    max_total_price: 'Price ≤',
    max_distance: 'Distance ≤',
    max_dimension: 'Dimension ≤',
    min_size: 'Size ≥',
    cod_min_order_total: 'COD ≥',
    dimension_max_length: 'Length ≤',
    dimension_max_width: 'Width ≤',
    dimension_sum_height: 'Height ≤',
    volumetric_factor: 'Factor',
  },
  item: {
    item_max_size: 'Size ≤',
    max_length: 'Length ≤',
    max_width: 'Width ≤',
    max_height: 'Height ≤',
    dimension_sum: 'Sum ≤',
    item_min_size: 'Size ≥',
  },
  name: { name_list: '', buyer_whitelist: 'buyers' },
  cutoff: { checkout_sameday_cutoff_hour: 'Checkout', pickup_sameday_cutoff_hour: 'Pickup' },
  extra: { min_amount_need_ic: 'IC ≥', kyc_control: 'KYC' },
  preference: { preferred_delivery_time: 'Time', delivery_instructions: 'Instructions', leave_parcel: 'Leave parcel' },
  flags: { tracking: 'Tracking', pickup: 'Pickup', dropoff: 'Dropoff' },
  maintenance: {},
};
/** The setting that controls the whole group: while it is off, the others have no effect. */
const HEAD: Readonly<Partial<Record<ChannelGroup, string>>> = { cod: 'cod', return: 'return_flag' };
/** Maximum number of settings to list; of the others, only the number is shown. */
const SAID_MOST = 2;

export const OFF = 'Off';
export const NOT_SET = 'Not set';

/** Separates the thousands of a number with commas, as lists do with amounts (G72): "5000000.5" is "5,000,000.5". */
const grouped = (text: string): string => text.replace(/^\d{4,}/, whole => formatCount(Number(whole)));

const isSet = (value: unknown): boolean => value !== null && value !== undefined && value !== '';

export interface GroupSummary {
  /** One line for each setting that has a value: "Size ≤ 30", "COD ≤ 5,000, +3". */
  lines: readonly string[];
  /** The lines joined: "On, toggle", "Size ≤ 30, COD ≤ 5,000, +3", "Not set". */
  short: string;
  /** All settings of the group with their names. */
  full: string;
}

/** Summarizes a group of a channel's settings. */
export function groupSummary(group: ChannelGroup, row: Row, entity: Country): GroupSummary {
  const names = settingsOf(group, entity);
  const word = (name: string) => {
    const field = fieldOf(channelConfig, name);
    const text = wordOf(field, row[name], entity);
    return field?.kind === 'number' ? grouped(text) : text;
  };
  const full = names.map(name => `${labelOf(channelConfig, name)}: ${word(name)}`).join('\n');
  const head = HEAD[group];
  const state = head === undefined ? [] : [row[head] === YES ? 'On' : OFF];
  if (head !== undefined && row[head] !== YES) return { lines: [OFF], short: OFF, full };
  const said = Object.entries(SHORT[group]).flatMap(([name, text]) => {
    const value = row[name];
    if (!names.includes(name) || !isSet(value)) return [];
    const field = fieldOf(channelConfig, name);
    if (field?.kind !== 'choice') return [`${text} ${word(name)}`];
    if (text === '') return [word(name)];
    return value === YES ? [text] : [];
  });
  const parts = [...state, ...said];
  const shown = parts.slice(0, SAID_MOST + state.length);
  const more = parts.length - shown.length;
  if (more > 0) shown.push(`${shown.pop()}, +${more}`);
  if (shown.length === 0) shown.push(NOT_SET);
  return { lines: shown, short: shown.join(', '), full };
}

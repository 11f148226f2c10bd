import { describe, expect, it } from 'vitest';
import { SETTING_GROUPS } from '../../contract/resources/channelConfig.ts';
import { groupSummary } from './groupSummary.ts';
import { settingsOf } from './settingNames.ts';

const empty = { country: 'ID' };
const short = (group: Parameters<typeof groupSummary>[0], row: Record<string, unknown>, country: 'ID' | 'TW' = 'ID') =>
  groupSummary(group, { ...empty, ...row }, country).short;

describe('summary of a settings group in its cell', () => {
  it('the summary of a settings group says whether the group is on and which of its options are', () => {
    expect(short('cod', { cod: 0, cod_toggle: 1 })).toBe('Off');
    expect(short('cod', { cod: 1 })).toBe('On');
    expect(short('cod', { cod: 1, cod_toggle: 1, shop_cod_whitelist: 1 })).toBe('On, toggle, shop whitelist');
    expect(short('cod', { cod: 1, sod: 1 })).toBe('On');
    expect(short('cod', { cod: 1, sod: 1 }, 'TW')).toBe('On, SOD');
    expect(short('return', { return_flag: 1 })).toBe('On');
    expect(short('name', { name_list: 1, buyer_whitelist: 1 })).toBe('Whitelist, buyers');
    expect(short('preference', { leave_parcel: 1 })).toBe('Leave parcel');
    expect(short('preference', {})).toBe('Not set');
  });

  it('the summary of a settings group lists the limits that people look up most, and the number of others', () => {
    expect(short('order', { max_size: 30_000, min_size: 100 })).toBe('Size ≤ 30, Size ≥ 0.1');
    expect(short('order', { max_size: 30_000, cod_max_order_total: 500_000_000, max_length: 1, min_size: 100 })).toBe(
      'Size ≤ 30, COD ≤ 5,000, +1',
    );
    expect(short('order', {})).toBe('Not set');
    expect(short('cutoff', { checkout_sameday_cutoff_hour: 0 })).toBe('Checkout 0');
  });

  it('thousands of every limit are separated, in the cell and in the full text', () => {
    for (const [most, text] of [
      [5_000_000, '5,000,000'],
      [1_234.5, '1,234.5'],
      [999, '999'],
    ] as const) {
      const row = { country: 'ID', cod_max_order_total: most * 100_000, item_max_size: most * 1000 };
      expect(short('order', row)).toBe(`COD ≤ ${text}`);
      expect(short('item', row)).toBe(`Size ≤ ${text}`);
      expect(groupSummary('order', row, 'ID').full).toContain(`COD Max Order Total: ${text}\n`);
      expect(short('extra', { min_amount_need_ic: most * 1000 })).toBe(`IC ≥ ${text}`);
    }
  });

  it('the full text lists every setting of the group that exists in the country', () => {
    for (const country of ['ID', 'TW'] as const)
      for (const group of SETTING_GROUPS) {
        const { full } = groupSummary(group, { country }, country);
        expect(full.split('\n')).toHaveLength(settingsOf(group, country).length);
      }
  });
});

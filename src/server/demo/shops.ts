import type pg from 'pg';
import { shippingFeeRule } from '../../contract/resources/shippingFeeRule.ts';
import { shop } from '../../contract/resources/shop.ts';
import { shopGroup } from '../../contract/resources/shopGroup.ts';
import { shopType } from '../../contract/resources/shopType.ts';
import { COUNTRIES, COUNTRY_CODES, type Country } from '../../domain/country.ts';
import { formatCount } from '../../domain/format.ts';
import { FEE_MODE } from '../../domain/feeRules.ts';
import { STATUS } from '../../domain/permission.ts';
import { E5 } from '../../domain/rates/money.ts';
import type { DemoChannel } from './channels.ts';
import { insertRecords } from './records.ts';

/** Number of shops per country. */
const SHOPS = 120;

const GROUPS = [
  { id: 10, name: 'Mall' },
  { id: 20, name: 'Preferred' },
  { id: 30, name: 'Campaign' },
] as const;

/** The fee rules of each channel, by shop group. */
const FEE_RULES = [
  { group: -1, mode: FEE_MODE.rate },
  { group: 0, mode: FEE_MODE.rate },
  { group: 10, mode: FEE_MODE.fixed },
] as const;

/** The fixed fee in units of the currency (made up). */
const FEE: Readonly<Record<Country, number>> = { ID: 9000, MY: 5, PH: 60, SG: 3, TW: 60, TH: 30, VN: 18_000, BR: 15 };

const TYPES = ['Regular', 'Mall', 'Overseas'] as const;

/**
 * Writes shop groups, shipping fee rules, shop types for the country's first channels, and shops of these types and
 * groups.
 */
export async function insertShops(
  client: pg.ClientBase,
  country: Country,
  channels: readonly DemoChannel[],
  onProgress: (text: string) => void,
): Promise<void> {
  await insertRecords(
    client,
    shopGroup,
    country,
    GROUPS.map(({ id, name }) => ({ groupId: id, name, status: id === 30 ? STATUS.disabled : STATUS.normal })),
  );
  const types = channels
    .slice(0, 3)
    .flatMap(({ id, name }) =>
      TYPES.map(type => ({ shopType: `${id}-${type.toUpperCase()}`, channelId: id, name: `${name} ${type}` })),
    );
  await insertRecords(client, shopType, country, types);
  const charged = Math.round(FEE[country] * E5);
  const rules = channels.flatMap(({ id, name }) =>
    FEE_RULES.map(({ group, mode }) => ({
      channelId: id,
      name,
      shopGroup: group,
      feeMode: mode,
      fee: mode === FEE_MODE.fixed ? charged : null,
    })),
  );
  await insertRecords(client, shippingFeeRule, country, rules);
  const begin = 700_000 + COUNTRY_CODES.indexOf(country) * 10_000;
  const shops = Array.from({ length: SHOPS }, (_, index) => {
    const at = index + 1;
    return {
      shopId: begin + at,
      name: `${COUNTRIES[country].name} Shop ${at}`,
      shopType: types[at % types.length]?.shopType ?? 'REGULAR',
      shopGroup: (at % 4) * 10,
      status: at % 15 === 0 ? STATUS.disabled : STATUS.normal,
    };
  });
  const count = await insertRecords(client, shop, country, shops);
  onProgress(`${COUNTRIES[country].name}: ${formatCount(count)} shops`);
}

import type pg from 'pg';
import { COUNTRIES, COUNTRY_CODES, type Country } from '../../domain/country.ts';
import { fold } from '../../domain/fold.ts';
import { formatCount } from '../../domain/format.ts';
import { FEE_MODE } from '../../domain/feeRules.ts';
import { STATUS } from '../../domain/permission.ts';
import { E5 } from '../../domain/rates/money.ts';
import { recordNumber } from '../../domain/recordNumber.ts';
import { DEMO_AUTHOR, DEMO_SINCE } from './areas.ts';
import { insertColumns, type BulkColumn } from './bulk.ts';
import type { DemoChannel } from './channels.ts';

/** Shops of a country in the demo. */
const SHOPS = 120;

const GROUPS = [
  { id: 10, name: 'Mall' },
  { id: 20, name: 'Preferred' },
  { id: 30, name: 'Campaign' },
] as const;

/** Rules of each channel, by shop group. */
const FEE_RULES = [
  { group: -1, mode: FEE_MODE.rate },
  { group: 0, mode: FEE_MODE.rate },
  { group: 10, mode: FEE_MODE.fixed },
] as const;

/** A fixed fee in units of the currency; made up. */
const FEE: Readonly<Record<Country, number>> = { ID: 9000, MY: 5, PH: 60, SG: 3, TW: 60, TH: 30, VN: 18_000, BR: 15 };

const TYPES = ['Regular', 'Mall', 'Overseas'] as const;

const stamps = (country: Country, count: number): BulkColumn[] => {
  const all = <V>(value: V) => Array.from({ length: count }, () => value);
  return [
    { name: 'country', type: 'text', values: all(country) },
    { name: 'updated_by', type: 'text', values: all(DEMO_AUTHOR) },
    { name: 'updated_at', type: 'int8', values: all(DEMO_SINCE) },
  ];
};

const names = (values: readonly string[]): BulkColumn[] => [
  { name: 'name', type: 'text', values },
  { name: 'name_folded', type: 'text', values: values.map(fold) },
];

/** Writes shop groups, shipping fee rules, shop types of a country's first channels, and shops of these types and groups. */
export async function insertShops(
  client: pg.ClientBase,
  country: Country,
  channels: readonly DemoChannel[],
  onProgress: (text: string) => void,
): Promise<void> {
  await insertColumns(client, 'shop_groups', [
    ...stamps(country, GROUPS.length),
    { name: 'group_id', type: 'int8', values: GROUPS.map(({ id }) => id) },
    ...names(GROUPS.map(({ name }) => name)),
    { name: 'status', type: 'int2', values: GROUPS.map(({ id }) => (id === 30 ? STATUS.disabled : STATUS.normal)) },
  ]);
  const types = channels
    .slice(0, 3)
    .flatMap(({ id, name }) =>
      TYPES.map(type => ({ code: `${id}-${type.toUpperCase()}`, id, name: `${name} ${type}` })),
    );
  await insertColumns(client, 'shop_types', [
    ...stamps(country, types.length),
    { name: 'shop_type', type: 'text', values: types.map(({ code }) => code) },
    { name: 'channel_id', type: 'int8', values: types.map(({ id }) => id) },
    ...names(types.map(({ name }) => name)),
    { name: 'status', type: 'int2', values: types.map(() => STATUS.normal) },
  ]);
  const rules = channels.flatMap(({ id, name }) =>
    FEE_RULES.map(rule => ({ ...rule, channel: id, name, id: recordNumber([id, rule.group]) })),
  );
  const charged = Math.round(FEE[country] * E5);
  await insertColumns(client, 'shipping_fee_rules', [
    ...stamps(country, rules.length),
    { name: 'channel_id', type: 'int8', values: rules.map(({ channel }) => channel) },
    ...names(rules.map(({ name }) => name)),
    { name: 'shop_group', type: 'int8', values: rules.map(({ group }) => group) },
    { name: 'id', type: 'int8', values: rules.map(({ id }) => id) },
    { name: 'fee_mode', type: 'int2', values: rules.map(({ mode }) => mode) },
    { name: 'fee', type: 'int8', values: rules.map(({ mode }) => (mode === FEE_MODE.fixed ? charged : 0)) },
    { name: 'status', type: 'int2', values: rules.map(() => STATUS.normal) },
  ]);
  const begin = 700_000 + COUNTRY_CODES.indexOf(country) * 10_000;
  const shops = Array.from({ length: SHOPS }, (_, at) => at + 1);
  const count = await insertColumns(client, 'shops', [
    ...stamps(country, shops.length),
    { name: 'shop_id', type: 'int8', values: shops.map(at => begin + at) },
    ...names(shops.map(at => `${COUNTRIES[country].name} Shop ${at}`)),
    { name: 'shop_type', type: 'text', values: shops.map(at => types[at % types.length]?.code ?? 'REGULAR') },
    { name: 'shop_group', type: 'int8', values: shops.map(at => (at % 4) * 10) },
    { name: 'status', type: 'int2', values: shops.map(at => (at % 15 === 0 ? STATUS.disabled : STATUS.normal)) },
  ]);
  onProgress(`${COUNTRIES[country].name}: ${formatCount(count)} shops`);
}

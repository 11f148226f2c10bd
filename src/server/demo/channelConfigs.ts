import type pg from 'pg';
import { newChannelSettings } from '../../contract/newChannel.ts';
import { channelConfig } from '../../contract/resources/channelConfig.ts';
import { hasWmsLocation, warehouseText } from '../../domain/channelConfig/channel.ts';
import { flagSettings } from '../../domain/channelConfig/flagSettings.ts';
import { extraSettings } from '../../domain/channelConfig/settings.ts';
import { CHANNEL_TAG } from '../../domain/channelConfig/choices.ts';
import type { Country } from '../../domain/country.ts';
import { fold } from '../../domain/fold.ts';
import { columnName } from '../db/names.ts';
import { DEMO_AUTHOR, DEMO_SINCE } from './areas.ts';
import { insertColumns } from './bulk.ts';
import { displayNameOf, extraDataOf, type DemoChannel } from './channels.ts';

/** Cities with warehouses, each with its real region and name and a made-up warehouse code. */
const CITIES: Readonly<Record<Country, readonly (readonly [region: string, city: string, code: string])[]>> = {
  ID: [
    ['Banten', 'Tangerang', 'TNG'],
    ['DKI Jakarta', 'Jakarta Barat', 'JKB'],
    ['DKI Jakarta', 'Jakarta Utara', 'JKU'],
    ['Jawa Barat', 'Bandung', 'BDO'],
    ['Jawa Barat', 'Bekasi', 'BKS'],
    ['Jawa Tengah', 'Semarang', 'SRG'],
    ['Jawa Timur', 'Surabaya', 'SUB'],
    ['Sumatera Utara', 'Medan', 'KNO'],
  ],
  MY: [
    ['Johor', 'Johor Bahru', 'JHB'],
    ['Penang', 'Bukit Mertajam', 'BMJ'],
    ['Selangor', 'Shah Alam', 'SAM'],
  ],
  PH: [
    ['Cebu', 'Mandaue', 'CEB'],
    ['Laguna', 'Cabuyao', 'CBY'],
    ['Metro Manila', 'Parañaque', 'PRQ'],
  ],
  SG: [
    ['East', 'Changi', 'CHG'],
    ['West', 'Jurong', 'JUR'],
  ],
  TW: [
    ['Kaohsiung', 'Renwu', 'KHH'],
    ['Taoyuan', 'Guanyin', 'TYN'],
  ],
  TH: [
    ['Bangkok', 'Lat Krabang', 'LKB'],
    ['Samut Prakan', 'Bang Phli', 'BPL'],
  ],
  VN: [
    ['Hà Nội', 'Long Biên', 'HAN'],
    ['Hồ Chí Minh', 'Thủ Đức', 'SGN'],
  ],
  BR: [
    ['Minas Gerais', 'Extrema', 'EXT'],
    ['São Paulo', 'Barueri', 'BAR'],
    ['São Paulo', 'Cajamar', 'CJM'],
  ],
};

/** The kinds of warehouses in each city, for sellers and for WMS. */
const HOUSES = { seller: ['Inbound', 'Cross-dock', 'Returns'], wms: ['Fulfilment A', 'Fulfilment B'] } as const;

const housesOf = (country: Country, kind: keyof typeof HOUSES) =>
  CITIES[country].flatMap(([region, city, code]) =>
    HOUSES[kind].map((house, at) => ({
      id: `${country}-${kind === 'wms' ? 'WMS-' : ''}${code}-${at + 1}`,
      name: `${city} ${house}`,
      region,
      city,
      wms: kind === 'wms',
    })),
  );

/** Writes the warehouses in all countries. */
export async function insertWarehouses(client: pg.ClientBase): Promise<void> {
  const all = (Object.keys(CITIES) as Country[]).flatMap(country =>
    (['seller', 'wms'] as const).flatMap(kind => housesOf(country, kind).map(house => ({ ...house, country }))),
  );
  const of = (pick: (house: (typeof all)[number]) => unknown) => all.map(pick);
  await insertColumns(client, 'warehouses', [
    { name: 'id', type: 'text', values: of(house => house.id) },
    { name: 'country', type: 'text', values: of(house => house.country) },
    { name: 'wms', type: 'bool', values: of(house => house.wms) },
    { name: 'name', type: 'text', values: of(house => house.name) },
    { name: 'region', type: 'text', values: of(house => house.region) },
    { name: 'city', type: 'text', values: of(house => house.city) },
  ]);
}

/** Every n-th warehouse of a country, so that channels differ. */
const some = (country: Country, kind: keyof typeof HOUSES, by: number): string =>
  warehouseText(housesOf(country, kind).flatMap(({ id }, at) => (at % (2 + (by % 3)) === 0 ? [id] : [])));

/**
 * The configuration of a demo channel: the settings in its flag and extra data, and made-up settings that comply with
 * the dialogs' rules.
 */
function recordOf(channel: DemoChannel): Record<string, unknown> {
  const { id, name, country, from } = channel;
  const crosses = from !== country;
  const tag = crosses
    ? id % 2 === 0
      ? CHANNEL_TAG.crossBorderAndWms
      : CHANNEL_TAG.crossBorder
    : id % 3 === 0
      ? CHANNEL_TAG.localWms
      : CHANNEL_TAG.local;
  return {
    ...newChannelSettings(country),
    ...flagSettings({ flag: channel.flag, delivery: id % 8, permission: 0n }),
    ...extraSettings(extraDataOf(channel)),
    channelId: id,
    channelName: name,
    display_name: displayNameOf(channel),
    from_country: from,
    channel_type: channel.type,
    status: channel.status,
    maintenance: channel.maintenance,
    priority: id % 100,
    channel_tag: tag,
    cashless: id % 2,
    require_pickup_geo: id % 5 === 0 ? 1 : 0,
    require_deliver_geo: id % 4 === 0 ? 1 : 0,
    display_sequence: 1 + (id % 5),
    return_flag: id % 3 === 0 ? 1 : 0,
    seller_location: some(from, 'seller', id),
    warehouse_location: hasWmsLocation(tag) ? some(from, 'wms', id) : '',
  };
}

/** Writes the configurations of the given channels. */
export async function insertChannelConfigs(client: pg.ClientBase, channels: readonly DemoChannel[]): Promise<void> {
  const records = channels.map(recordOf);
  const columns = Object.entries(channelConfig.fields).flatMap(([name, field]) => {
    const values = records.map(record => record[name]);
    const isText = field.kind === 'text';
    const type: 'text' | 'int2' | 'int8' = isText ? 'text' : field.kind === 'choice' ? 'int2' : 'int8';
    const own = { name: columnName(name), type, values };
    if (!isText || field.folded !== true) return [own];
    return [own, { ...own, name: `${columnName(name)}_folded`, values: values.map(value => fold(String(value))) }];
  });
  await insertColumns(client, 'channel_configs', [
    ...columns,
    { name: 'country', type: 'text', values: channels.map(channel => channel.country) },
    { name: 'updated_by', type: 'text', values: channels.map(() => DEMO_AUTHOR) },
    { name: 'updated_at', type: 'int8', values: channels.map(() => DEMO_SINCE) },
  ]);
}

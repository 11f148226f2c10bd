import { FEATURE } from '../../domain/permission.ts';
import { LOGISTICS_STATUS, LOGISTICS_STATUSES } from '../../domain/recon/shipments.ts';
import { SHOP_ID_MOST } from '../../domain/shops.ts';
import { ID_MOST } from '../../domain/recordId.ts';
import { PLACES } from '../fields/base.ts';
import { channel } from '../fields/channel.ts';
import { choice } from '../fields/choice.ts';
import { day } from '../fields/day.ts';
import { length } from '../fields/length.ts';
import { money } from '../fields/money.ts';
import { number } from '../fields/number.ts';
import { text } from '../fields/text.ts';
import { weight } from '../fields/weight.ts';
import { defineResource, type RowOf } from '../resource.ts';
import { EQUAL } from './support.ts';

const BASE = '/v2/ops/recon/shipments';
const ORDER_MOST = 1_000_000_000;
const optional = { empty: true } as const;
const ofPlace = { names: { collection: PLACES, field: 'locationId' } } as const;
const side = (label: string) => length(label, { ...optional, min: 0.1, max: 1000, width: 90 });

/**
 * Shipments: the platform's own parcels, against which bills are compared. The documents do not mention them. Our
 * decisions (G96): a parcel has a tracking number, order reference, channel, shop, pickup date, origin and destination
 * as ids of the location tree, measured weight and sizes, order value, COD amount and logistics status. The platform sends parcels in
 * files or through `add`; the server pages them. `shopId` need not be one of the shops: a shop that nobody has listed has
 * no group, like group 0.
 */
export const shipment = defineResource({
  id: 'shipment',
  collection: 'shipments',
  feed: 105,
  label: { one: 'Shipment', many: 'Shipments' },
  page: { path: '/opslogisticsrecon/shipments', title: 'Shipments' },
  feature: FEATURE.recon,
  scope: 'none',
  fields: {
    tracking: text('Tracking Number', { max: 64, form: 'code', width: 170, always: true }),
    reference: text('Order Reference', { max: 64, form: 'code', width: 150, optional: true }),
    channelId: channel('Channel ID', { width: 110 }),
    shopId: number('Shop ID', { ...optional, min: 1, max: SHOP_ID_MOST, width: 110 }),
    shippedOn: day('Shipped On', { width: 110 }),
    originId: number('Origin ID', { ...optional, min: 1, max: ID_MOST, width: 110, ...ofPlace }),
    destinationId: number('Destination ID', { min: 1, max: ID_MOST, width: 120, ...ofPlace }),
    cep: text('CEP', { max: 16, optional: true, width: 100 }),
    weight: weight('Weight', { min: 0, max: 10_000, width: 90 }),
    length: side('Length'),
    width: side('Width'),
    height: side('Height'),
    orderValue: money('Order Value', { ...optional, min: 0, max: ORDER_MOST, width: 120 }),
    cod: money('COD Amount', { ...optional, min: 0, max: ORDER_MOST, width: 120 }),
    status: choice('Status', LOGISTICS_STATUSES, { initial: LOGISTICS_STATUS.inTransit, any: true, width: 110 }),
  },
  key: ['tracking'],
  order: ['tracking'],
  edit: [
    'reference',
    'channelId',
    'shopId',
    'shippedOn',
    'originId',
    'destinationId',
    'cep',
    'weight',
    'length',
    'width',
    'height',
    'orderValue',
    'cod',
    'status',
  ],
  filters: {
    tracking: { is: 'prefix' },
    reference: EQUAL,
    channelId: EQUAL,
    status: EQUAL,
  },
  columns: [
    'tracking',
    'reference',
    'channelId',
    'shippedOn',
    'destinationId',
    'weight',
    'orderValue',
    'cod',
    'status',
  ],
  title: row => `shipment ${String(row['tracking'])}`,
  calls: { base: BASE, list: BASE, delete: false, export: `${BASE}/export` },
});
export type ShipmentRow = RowOf<typeof shipment>;

import { FEATURE } from '../../domain/permission.ts';
import { channel } from '../fields/channel.ts';
import { text } from '../fields/text.ts';
import { defineResource, type RowOf } from '../resource.ts';
import { EQUAL, statusField } from './support.ts';

const BASE = '/v2/sls/forward/sls-ops/service_code';

/**
 * Service codes: the codes under which a shipping channel's services are ordered (shell spec 7, "Service codes"; SVC-1
 * to SVC-4).
 *
 * The documents define only `shipping_channel_id`. Our decisions: a code is unique in its country and immutable; it
 * belongs to one channel, and a channel may have several; it has a name and the shared status (shell spec 3). No
 * deletion is documented: a code that is no longer used is disabled.
 */
export const serviceCode = defineResource({
  id: 'serviceCode',
  collection: 'serviceCodes',
  feed: 12,
  label: { one: 'Service Code', many: 'Service codes' },
  page: { path: '/carrier/serviceCodes', title: 'Service Codes', menu: 'Logistics Product', project: 'channel-config' },
  feature: FEATURE.serviceCode,
  scope: 'entity',
  fields: {
    code: text('Service Code', { max: 32, form: 'code', width: 130, always: true }),
    shipping_channel_id: channel('Shipping Channel ID', { width: 220 }),
    name: text('Name', { max: 128, folded: true, width: 260 }),
    status: statusField(100),
  },
  key: ['code'],
  order: ['code'],
  edit: ['shipping_channel_id', 'name', 'status'],
  filters: {
    code: { is: 'prefix' },
    shipping_channel_id: EQUAL,
    name: { is: 'containing' },
    status: EQUAL,
  },
  columns: ['code', 'shipping_channel_id', 'name', 'status'],
  title: row => `service code ${String(row['code'])}`,
  calls: {
    base: BASE,
    list: `${BASE}/list/`,
    get: { path: `${BASE}/get/`, by: 'shipping_channel_id' },
    add: `${BASE}/create/`,
    update: `${BASE}/update/`,
    delete: false,
    export: { method: 'POST', path: `${BASE}/export_excel` },
  },
  batches: { import: `${BASE}/import_excel/`, list: `${BASE}/get_import_list` },
  sheet: {
    texts: {
      code: { note: 'Letters, digits, - and _. An existing code is changed; a new one is added.', width: 18 },
      shipping_channel_id: { note: 'The channel that the code belongs to.', width: 20 },
      name: { note: 'The name of the service.', width: 36 },
      status: { note: 'Normal or Disabled.', width: 12 },
    },
  },
  examples: [{ code: 'REG-01', shipping_channel_id: 12345, name: 'Example, replace this row', status: 0 }],
});
export type ServiceCodeRow = RowOf<typeof serviceCode>;

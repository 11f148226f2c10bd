import { choice } from '../../src/contract/fields/choice.ts';
import { flag } from '../../src/contract/fields/flag.ts';
import { number } from '../../src/contract/fields/number.ts';
import { text } from '../../src/contract/fields/text.ts';
import { defineResource } from '../../src/contract/resource.ts';

/**
 * A test-only resource whose records are numbered by the server: a new record has no key until the server has
 * responded.
 */
export const parcelOrder = defineResource({
  id: 'parcelOrder',
  collection: 'parcelOrders',
  feed: 91,
  label: { one: 'Parcel order', many: 'Parcel orders' },
  feature: 'support.order',
  scope: 'entity',
  fields: {
    no: number('No', { min: 1, always: true }),
    subject: text('Subject', { max: 80, folded: true }),
    urgent: flag('Urgent'),
    status: choice(
      'Status',
      [
        { value: 0, label: 'Open' },
        { value: 1, label: 'Closed' },
        { value: 2, label: 'Waiting' },
      ],
      { initial: 0 },
    ),
    locked: flag('Locked'),
  },
  key: ['no'],
  numbered: 'no',
  order: ['no'],
  edit: ['subject', 'urgent'],
  actions: {
    status: { label: 'Set status of', fields: ['status', 'locked'], permission: 'support.order.status' },
  },
  filters: { no: { is: 'equal' } },
  columns: ['no', 'subject', 'urgent', 'status', 'locked'],
  title: row => `order ${String(row['no'])}`,
  calls: { base: '/v2/tests/orders', list: '/v2/tests/orders/list', export: '/v2/tests/orders/export' },
});

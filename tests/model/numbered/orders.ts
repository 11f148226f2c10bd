import type { Shape } from '../../../src/sync/testing/shape.ts';
import { parcelOrder } from '../../support/parcelOrder.ts';

/** Records that the server numbers (tests/support/parcelOrder); those at the places have already been numbered. */
export const ORDERS: Shape = {
  resource: parcelOrder,
  place: n => ({ country: 'ID', no: n }),
  blankOf: named => ({
    country: 'ID',
    subject: 'As it was',
    urgent: false,
    status: 0,
    locked: false,
    version: 1,
    updatedBy: '',
    updatedAt: 0,
    ...named,
  }),
  turned: {
    canDeliver: { field: 'subject', values: ['As it was', 'Another', 'A third'] },
    canCOD: { field: 'urgent', values: [true, false, 'limited'] },
    canPickup: { field: 'status', values: [1, 0, 2] },
    canCODPickup: { field: 'locked', values: [true, false, 'limited'] },
  },
  right: 'support.order.status',
};

import type { Shape } from '../../../src/sync/testing/shape.ts';
import { ticket } from '../../support/ticket.ts';

/** Records of the entity with a string key, whose fields are changed by two different calls (tests/support/ticket). */
export const TICKETS: Shape = {
  resource: ticket,
  place: n => ({ country: 'ID', code: `T-${n}` }),
  blankOf: named => ({
    country: 'ID',
    code: '',
    subject: 'As it was',
    urgent: false,
    status: 0,
    locked: false,
    effort: null,
    due: null,
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
  // The action's permission; meanwhile, the update remains permitted.
  right: 'support.ticket.status',
};

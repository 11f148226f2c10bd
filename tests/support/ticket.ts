import { choice } from '../../src/contract/fields/choice.ts';
import { day } from '../../src/contract/fields/day.ts';
import { flag } from '../../src/contract/fields/flag.ts';
import { number } from '../../src/contract/fields/number.ts';
import { text } from '../../src/contract/fields/text.ts';
import { defineResource } from '../../src/contract/resource.ts';
import { sheetTexts } from './sheetTexts.ts';

/**
 * A test-only resource that differs from serviceable locations in every way that the engine must not rely on: its key
 * is a string, it belongs to the entity instead of a channel, it has its own permission, and two calls change the same
 * record: an update (subject, urgent, a number and a day) and an action with a different permission (status, locked).
 */
export const ticket = defineResource({
  id: 'ticket',
  collection: 'tickets',
  feed: 90,
  label: { one: 'Ticket', many: 'Tickets' },
  feature: 'support.ticket',
  scope: 'entity',
  fields: {
    code: text('Code', { max: 16, pattern: /^[A-Z]+-\d+$/, always: true }),
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
    effort: number('Effort', { decimals: 2, min: 0, max: 99.99, empty: true }),
    due: day('Due', { empty: true }),
  },
  key: ['code'],
  order: ['code'],
  edit: ['subject', 'urgent', 'effort', 'due'],
  actions: {
    status: { label: 'Set status of', fields: ['status', 'locked'], permission: 'support.ticket.status' },
  },
  filters: {
    code: { is: 'prefix' },
    subject: { is: 'containing' },
    status: { is: 'equal' },
    calm: { is: 'shown' },
    effort: { is: 'equal' },
    dueFrom: { is: 'from', in: ['due'] },
    dueUntil: { is: 'until', in: ['due'] },
  },
  columns: ['code', 'subject', 'urgent', 'status', 'locked', 'effort', 'due'],
  title: row => `ticket ${String(row['code'])}`,
  calls: { base: '/v2/tests/tickets', list: '/v2/tests/tickets/list', export: '/v2/tests/tickets/export' },
  sheet: { texts: sheetTexts('code', 'subject', 'urgent', 'status', 'locked', 'effort', 'due') },
  examples: [
    { code: 'T-1', subject: 'Blocked', urgent: true, status: 0, locked: false, effort: 150, due: '2025-02-28' },
  ],
});

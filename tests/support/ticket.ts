import { choice } from '../../src/contract/fields/choice.ts';
import { day } from '../../src/contract/fields/day.ts';
import { flag } from '../../src/contract/fields/flag.ts';
import { number } from '../../src/contract/fields/number.ts';
import { text } from '../../src/contract/fields/text.ts';
import { defineResource, type Resource } from '../../src/contract/resource.ts';
import type { RESOURCES } from '../../src/contract/resources/all.ts';

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
});

type All = { RESOURCES: typeof RESOURCES } & Record<
  'resourceOf' | 'resourceById' | 'requireResource',
  (name: string) => Resource | undefined
>;

/**
 * The list of declared resources including this one, for `vi.mock`, so that every layer is derived from it as from the
 * product's own:
 *
 * vi.mock('../../src/contract/resources/all.ts', async load => (await import('./ticket.ts')).withTicket(await load()));
 */
export const withTicket = (all: unknown) => withResource(all, ticket);

/** Like `withTicket`, for any test-only resource. */
export function withResource(all: unknown, known: Resource) {
  const { RESOURCES: declared, resourceOf, resourceById, requireResource } = all as All;
  return {
    ...(all as object),
    RESOURCES: [...declared, known],
    resourceOf: (collection: string) => (collection === known.collection ? known : resourceOf(collection)),
    resourceById: (id: string) => (id === known.id ? known : resourceById(id)),
    requireResource: (collection: string) => (collection === known.collection ? known : requireResource(collection)),
  };
}

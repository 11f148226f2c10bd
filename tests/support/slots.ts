import { number } from '../../src/contract/fields/number.ts';
import { text } from '../../src/contract/fields/text.ts';
import { defineResource } from '../../src/contract/resource.ts';
import { sheetTexts } from './sheetTexts.ts';
import type { Rule } from '../../src/domain/problem.ts';

/** A slot must end after it begins. */
const slotProblem: Rule = ({ from, to }) =>
  from !== undefined && to !== undefined && Number(from) >= Number(to)
    ? { field: 'to', problem: 'To must be after From' }
    : null;

const minutes = (label: string) => number(label, { min: 0, max: 1440 });

/** A test-only resource with fields whose names are SQL keywords, and a rule between them. */
export const slot = defineResource({
  id: 'slot',
  collection: 'slots',
  feed: 92,
  label: { one: 'Slot', many: 'Slots' },
  feature: 'channel_management.serviceable_area',
  scope: 'channel',
  fields: {
    code: text('Code', { max: 16, form: 'code' }),
    order: number('Order', { min: 0, max: 9_999 }),
    from: minutes('From'),
    to: minutes('To'),
  },
  key: ['code'],
  order: ['code'],
  edit: ['order', 'from', 'to'],
  filters: {
    channelId: { is: 'owner', label: 'Channel ID' },
    from: { is: 'from' },
    to: { is: 'until' },
    order: { is: 'equal' },
  },
  columns: ['channelId', 'channelName', 'code', 'order', 'from', 'to'],
  problem: slotProblem,
  title: row => `slot ${String(row['code'])}`,
  calls: { base: '/v2/tests/slots', list: '/v2/tests/slots/list', export: '/v2/tests/slots/export' },
  sheet: { texts: sheetTexts('code', 'order', 'from', 'to') },
  examples: [{ code: 'A-1', order: 1, from: 60, to: 90 }],
});

/** The resource's table, defined by `tableOf` as for any declared resource. */
export const SLOTS_TABLE = `CREATE TABLE slots (
  channel_id int8 NOT NULL, country char(2) NOT NULL, version int4 NOT NULL DEFAULT 1, updated_by text NOT NULL DEFAULT '',
  updated_at int8 NOT NULL DEFAULT 0, code text COLLATE "C" NOT NULL, "order" int8 NOT NULL, "from" int8 NOT NULL, "to" int8 NOT NULL,
  PRIMARY KEY (channel_id, code))`;

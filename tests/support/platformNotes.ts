import { choice } from '../../src/contract/fields/choice.ts';
import { flag } from '../../src/contract/fields/flag.ts';
import { number } from '../../src/contract/fields/number.ts';
import { text } from '../../src/contract/fields/text.ts';
import { defineResource } from '../../src/contract/resource.ts';
import { sheetTexts } from './sheetTexts.ts';

/**
 * A test-only resource that belongs to no country (scope `platform`): its key has no owner, the server pages its list,
 * and people with the permission in any country see and change the same records.
 */
export const platformNote = defineResource({
  id: 'platformNote',
  collection: 'platformNotes',
  feed: 94,
  label: { one: 'Platform note', many: 'Platform notes' },
  feature: 'channel_management.serviceable_area',
  scope: 'platform',
  fields: {
    code: text('Code', { max: 20, form: 'code', always: true }),
    subject: text('Subject', { max: 60, folded: true }),
    weight: number('Weight', { min: 0, empty: true }),
    urgent: flag('Urgent'),
    status: choice(
      'Status',
      [
        { value: 0, label: 'Open' },
        { value: 1, label: 'Closed' },
      ],
      { initial: 0, any: true },
    ),
  },
  key: ['code'],
  order: ['code'],
  edit: ['subject', 'weight', 'status'],
  actions: { mark: { label: 'Mark', fields: ['urgent'] } },
  filters: {
    code: { is: 'prefix' },
    subject: { is: 'containing' },
    weightFrom: { is: 'from', in: ['weight'] },
    status: { is: 'equal' },
    urgent: { is: 'shown' },
  },
  columns: ['code', 'subject', 'weight', 'urgent', 'status'],
  title: row => `platform note ${String(row['code'])}`,
  calls: { base: '/v2/tests/notes', list: '/v2/tests/notes/list', export: '/v2/tests/notes/export' },
  sheet: { texts: sheetTexts('code', 'subject', 'weight', 'urgent', 'status') },
  examples: [{ code: 'NOTE-1', subject: 'Power cut', weight: 3, urgent: true, status: 0 }],
});

/** The resource's table, defined by `tableOf` as for any declared resource. */
export const PLATFORM_NOTES_TABLE = `CREATE TABLE platform_notes (
  version int4 NOT NULL DEFAULT 1, updated_by text NOT NULL DEFAULT '', updated_at int8 NOT NULL DEFAULT 0,
  code text COLLATE "C" NOT NULL, subject text NOT NULL, subject_folded text COLLATE "C" NOT NULL, weight int8,
  urgent boolean NOT NULL DEFAULT false, status int2 NOT NULL, PRIMARY KEY (code))`;

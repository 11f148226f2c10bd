import { day, defineResource, emptyChoice, number, text, type Resource } from '../../src/contract/resource.ts';
import { defineSheet, type Sheet } from '../../src/contract/resourceSheet.ts';

/**
 * A resource of the tests alone with numbers and days in every place: in the key and outside, required and empty, whole,
 * negative and with decimals; and with a text and a choice that may be left empty. The promises of every declaration (resourcePromises) are proven of it.
 */
export const stint = defineResource({
  id: 'stint',
  collection: 'stints',
  feed: 91,
  label: { one: 'Stint', many: 'Stints' },
  feature: 'channel_management.serviceable_area',
  scope: 'channel',
  fields: {
    begin: day('Begin', { width: 104, always: true }),
    rank: number('Rank', { min: -9, max: 9_999 }),
    note: text('Note', { max: 40, folded: true }),
    weight: number('Weight', { decimals: 3, min: 0, max: 1000 }),
    delta: number('Delta', { empty: true }),
    ended: day('End', { empty: true }),
    remark: text('Remark', { max: 60, folded: true, optional: true }),
    shift: emptyChoice('Shift', [
      { value: 1, label: 'Early' },
      { value: 2, label: 'Late' },
    ]),
  },
  key: ['begin', 'rank'],
  order: ['begin', 'rank'],
  edit: ['weight', 'delta', 'ended', 'note', 'remark', 'shift'],
  filters: {
    channelId: { is: 'owner', label: 'Channel ID' },
    begin: { is: 'equal' },
    beginFrom: { is: 'from', in: ['begin'] },
    endedUntil: { is: 'until', in: ['ended'] },
    weight: { is: 'equal' },
    deltaFrom: { is: 'from', in: ['delta'] },
    deltaUntil: { is: 'until', in: ['delta'] },
    note: { is: 'containing' },
    remark: { is: 'containing' },
  },
  columns: ['channelId', 'channelName', 'begin', 'rank', 'weight', 'delta', 'ended', 'note', 'remark', 'shift'],
  title: row => `stint of ${String(row['begin'])}`,
  calls: { base: '/v2/tests/stints', list: '/v2/tests/stints/list', export: '/v2/tests/stints/export' },
});

const said = (example: string | number) => ({ note: 'Of the tests alone.', example, width: 14 });

export const stintSheet = defineSheet({
  resource: stint,
  name: 'Stints',
  file: 'Stints',
  template: 'stints.xlsx',
  mode: 'merge',
  columns: stint.columns,
  texts: {
    channelId: said(12345),
    channelName: said('Example'),
    begin: said('2025-01-31'),
    rank: said(1),
    weight: said(1.5),
    delta: said(-3),
    ended: said('2025-02-28'),
    note: said('Note'),
    remark: said('Remark'),
    shift: said('Early'),
  },
});

/** Its table, as `tableOf` draws it for a declared resource. */
export const STINTS_TABLE = `CREATE TABLE stints (
  channel_id int8 NOT NULL, country char(2) NOT NULL, version int4 NOT NULL DEFAULT 1, updated_by text NOT NULL DEFAULT '',
  updated_at int8 NOT NULL DEFAULT 0, begin text COLLATE "C" NOT NULL, rank int8 NOT NULL, note text NOT NULL,
  note_folded text COLLATE "C" NOT NULL, weight int8 NOT NULL, delta int8, ended text COLLATE "C",
  remark text NOT NULL, remark_folded text COLLATE "C" NOT NULL, shift int2,
  PRIMARY KEY (channel_id, begin, rank))`;

/** Sheets with that of a tests-only resource among them, for `vi.mock`. */
export const withSheet = (sheets: unknown, sheet: Sheet) => {
  const { SHEETS, ...others } = sheets as { SHEETS: Readonly<Record<string, Sheet>> };
  return { ...others, SHEETS: { ...SHEETS, [(sheet.resource as Resource).collection]: sheet } };
};

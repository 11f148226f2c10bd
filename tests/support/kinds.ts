import { json } from '../../src/contract/fields/json.ts';
import { formula } from '../../src/contract/fields/formula.ts';
import { email } from '../../src/contract/fields/email.ts';
import { length } from '../../src/contract/fields/length.ts';
import { weight } from '../../src/contract/fields/weight.ts';
import { instant } from '../../src/contract/fields/instant.ts';
import { rate } from '../../src/contract/fields/rate.ts';
import { money } from '../../src/contract/fields/money.ts';
import { timeOfDay } from '../../src/contract/fields/timeOfDay.ts';
import { emptyChoice } from '../../src/contract/fields/choice.ts';
import { day } from '../../src/contract/fields/day.ts';
import { number } from '../../src/contract/fields/number.ts';
import { text } from '../../src/contract/fields/text.ts';
import { defineResource } from '../../src/contract/resource.ts';
import { sheetTexts } from './sheetTexts.ts';

/**
 * A test-only resource with numbers and days in every position: in the key and outside it, required and optional,
 * integers, negative numbers and decimals; with a string and a choice that may be empty; and with every other kind of
 * field. resourcePromises verifies the promises of every declaration for it.
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
    // The field names are SQL keywords, which have to be quoted.
    from: timeOfDay('From'),
    to: timeOfDay('To', { empty: true }),
    pay: money('Pay'),
    fine: money('Fine', { empty: true, min: 0 }),
    share: rate('Share', { min: 0, max: 100 }),
    checked: instant('Checked', { empty: true }),
    load: weight('Load', { min: 0, max: 40_000 }),
    girth: length('Girth', { empty: true, min: 0 }),
    contact: email('Contact', { empty: true }),
    extra: json('Extra', { empty: true, max: 500 }),
    tariff: formula('Tariff', { model: 'shift', max: 500 }),
  },
  key: ['begin', 'rank'],
  order: ['begin', 'rank'],
  edit: [
    'weight',
    'delta',
    'ended',
    'note',
    'remark',
    'shift',
    'from',
    'to',
    'pay',
    'fine',
    'share',
    'checked',
    'load',
    'girth',
    'contact',
    'extra',
    'tariff',
  ],
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
    from: { is: 'equal' },
    toUntil: { is: 'until', in: ['to'] },
    payFrom: { is: 'from', in: ['pay'] },
    fine: { is: 'equal' },
    shareUntil: { is: 'until', in: ['share'] },
    checkedFrom: { is: 'from', in: ['checked'] },
    load: { is: 'equal' },
    girthUntil: { is: 'until', in: ['girth'] },
    contact: { is: 'containing' },
    extra: { is: 'containing' },
    tariff: { is: 'containing' },
  },
  columns: [
    'channelId',
    'channelName',
    'begin',
    'rank',
    'weight',
    'delta',
    'ended',
    'note',
    'remark',
    'shift',
    'from',
    'to',
    'pay',
    'fine',
    'share',
    'checked',
    'load',
    'girth',
    'contact',
    'extra',
    'tariff',
  ],
  title: row => `stint of ${String(row['begin'])}`,
  calls: { base: '/v2/tests/stints', list: '/v2/tests/stints/list', export: '/v2/tests/stints/export' },
  sheet: {
    texts: sheetTexts(
      'begin',
      'rank',
      'weight',
      'delta',
      'ended',
      'note',
      'remark',
      'shift',
      'from',
      'to',
      'pay',
      'fine',
      'share',
      'checked',
      'load',
      'girth',
      'contact',
      'extra',
      'tariff',
    ),
  },
  examples: [
    {
      begin: '2025-01-31',
      rank: 1,
      note: 'Note',
      weight: 1500,
      delta: -3,
      ended: '2025-02-28',
      remark: 'Remark',
      shift: 1,
      from: '08:30',
      to: '17:00',
      pay: 200_000,
      fine: 200_000,
      share: 110_000,
      checked: 1_769_844_600,
      load: 1500,
      girth: 125,
      contact: 'somebody@example.com',
      extra: '{"a":1}',
      tariff: '{"weight_range":[[0,5,1]]}',
    },
  ],
});

/** The resource's table, defined by `tableOf` as for any declared resource. */
export const STINTS_TABLE = `CREATE TABLE stints (
  channel_id int8 NOT NULL, country char(2) NOT NULL, version int4 NOT NULL DEFAULT 1, updated_by text NOT NULL DEFAULT '',
  updated_at int8 NOT NULL DEFAULT 0, begin text COLLATE "C" NOT NULL, rank int8 NOT NULL, note text NOT NULL,
  note_folded text COLLATE "C" NOT NULL, weight int8 NOT NULL, delta int8, ended text COLLATE "C",
  remark text NOT NULL, remark_folded text COLLATE "C" NOT NULL, shift int2, "from" text COLLATE "C" NOT NULL,
  "to" text COLLATE "C", pay int8 NOT NULL, fine int8, share int8 NOT NULL, checked int8, load int8 NOT NULL, girth int8,
  contact text COLLATE "C", extra text COLLATE "C", tariff text COLLATE "C",
  PRIMARY KEY (channel_id, begin, rank))`;

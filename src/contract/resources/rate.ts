import { CHANNEL_CATEGORIES } from '../../domain/cdt/channelCdt.ts';
import { FEATURE } from '../../domain/permission.ts';
import { FORMULA_MOST, FORMULA_OF, RATE_MODEL, RATE_MODELS, rateProblem } from '../../domain/rates/rateRules.ts';
import { channel } from '../fields/channel.ts';
import { choice } from '../fields/choice.ts';
import { formula } from '../fields/formula.ts';
import { made } from '../fields/made.ts';
import { text } from '../fields/text.ts';
import { defineResource, type RowOf } from '../resource.ts';
import { EQUAL } from './support.ts';

const BASE = '/rates';

const model = (label: string) => choice(label, RATE_MODELS, { initial: RATE_MODEL.weightRange, any: true, width: 116 });
const formulaOf = (name: keyof typeof FORMULA_OF) =>
  formula(FORMULA_OF[name].label, { model: name, max: FORMULA_MOST, width: 260 });

const FORMULA_NOTE =
  'Start weight, end weight (kg) and value of each range. A blank cell leaves the formula unchanged. Only checked with the model Weight Range.';
const FORMULA = '{"weight_range":[[0,1,18000],[1,5,26000]]}';

/**
 * Rates: how a channel's estimated (ESF) and actual shipping fee (ASF) are computed (shell spec 3, 5, 7; RATE-1 to
 * RATE-9).
 *
 * The documents define the fields and model 1, weight ranges. Our decisions: a channel has one rate per category; its
 * id is derived from both, so that it is the same on every device; its country is that of its entity. Weights are in
 * kilograms with at most three decimal places, values in the country's currency with at most five. A model that
 * requires no formula keeps an existing one. No deletion is documented: a rate that is no longer used has the model
 * None. Import and export are calls of our own.
 */
export const rate = defineResource({
  id: 'rate',
  collection: 'rates',
  feed: 60,
  label: { one: 'Rate', many: 'Rates' },
  page: { path: '/opsrate/rates', title: 'Rates', menu: 'Finance' },
  feature: FEATURE.rate,
  scope: 'entity',
  fields: {
    channelId: channel('Channel ID', { width: 96, always: true }),
    name: text('Channel Name', { max: 255, folded: true, width: 150, of: 'channelId' }),
    category: choice('Category', CHANNEL_CATEGORIES, { initial: 2, any: true, ofPerson: true, width: 108 }),
    id: made('channelId', 'category'),
    esfModel: model('ESF Model'),
    asfModel: model('ASF Model'),
    esfCalculationFormula: formulaOf('esfModel'),
    asfCalculationFormula: formulaOf('asfModel'),
  },
  key: ['id'],
  order: ['channelId', 'category'],
  edit: ['esfModel', 'esfCalculationFormula', 'asfModel', 'asfCalculationFormula'],
  filters: { channelId: EQUAL, category: EQUAL, name: { is: 'containing' }, esfModel: EQUAL, asfModel: EQUAL },
  columns: [
    'channelId',
    'name',
    'country',
    'category',
    'esfModel',
    'esfCalculationFormula',
    'asfModel',
    'asfCalculationFormula',
  ],
  problem: rateProblem,
  // A channel may have one rate in each category.
  title: row => {
    if (row['channelId'] === undefined) return `rate ${String(row['id'])}`;
    const category = CHANNEL_CATEGORIES.find(({ value }) => value === row['category']);
    return `${category ? `${category.label} ` : ''}rate of channel ${String(row['channelId'])}`;
  },
  calls: {
    base: BASE,
    list: BASE,
    add: BASE,
    update: { method: 'PUT', path: `${BASE}/{id}` },
    delete: false,
    export: `${BASE}/export`,
  },
  sheet: {
    info: ['name'],
    texts: {
      channelId: { note: 'The channel. It has one rate for each category.', width: 12 },
      name: { note: 'The channel is identified by its ID alone.', width: 28 },
      country: { note: 'For information only: a file applies to the country that you work in.', width: 10 },
      category: { note: 'CrossBorder or Local.', width: 14 },
      esfModel: { note: 'None, Weight Range or Rate Table.', width: 16 },
      esfCalculationFormula: { note: FORMULA_NOTE, width: 44 },
      asfModel: { note: 'None, Weight Range or Rate Table.', width: 16 },
      asfCalculationFormula: { note: FORMULA_NOTE, width: 44 },
    },
  },
  examples: [
    {
      channelId: 12345,
      name: 'Example, replace this row',
      country: 'ID',
      category: 2,
      esfModel: 1,
      esfCalculationFormula: FORMULA,
      asfModel: 1,
      asfCalculationFormula: FORMULA,
    },
  ],
});
export type RateRow = RowOf<typeof rate>;

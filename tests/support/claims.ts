import { choice } from '../../src/contract/fields/choice.ts';
import { day } from '../../src/contract/fields/day.ts';
import { flag } from '../../src/contract/fields/flag.ts';
import { number } from '../../src/contract/fields/number.ts';
import { place } from '../../src/contract/fields/place.ts';
import { placeName } from '../../src/contract/fields/placeName.ts';
import { text } from '../../src/contract/fields/text.ts';
import { defineResource } from '../../src/contract/resource.ts';
import { sheetTexts } from './sheetTexts.ts';

/**
 * A test-only resource that is not completely cached (scope `none`): the server pages, filters, sorts and counts its
 * list. It has a key, a place with its names, a string with a folded search, money, a day, a choice, and a flag changed
 * by a separate action.
 */
export const claim = defineResource({
  id: 'claim',
  collection: 'claims',
  feed: 92,
  label: { one: 'Claim', many: 'Claims' },
  feature: 'channel_management.serviceable_area',
  scope: 'none',
  fields: {
    code: text('Code', { max: 20, form: 'code', always: true }),
    locationId: place('Location', { deepest: 3 }),
    state: placeName('State', 'locationId', 0),
    city: placeName('City', 'locationId', 1),
    amount: number('Amount', { decimals: 2, min: 0 }),
    reason: text('Reason', { max: 60, folded: true }),
    paid: flag('Paid'),
    status: choice(
      'Status',
      [
        { value: 0, label: 'Open' },
        { value: 1, label: 'Closed' },
      ],
      { initial: 0, any: true },
    ),
    closed: day('Closed on', { empty: true }),
  },
  key: ['code'],
  order: ['code'],
  edit: ['amount', 'reason', 'status', 'closed'],
  actions: { pay: { label: 'Pay', fields: ['paid'] } },
  filters: {
    code: { is: 'prefix' },
    locationId: { is: 'equal' },
    state: { is: 'named' },
    amountFrom: { is: 'from', in: ['amount'] },
    closedUntil: { is: 'until', in: ['closed'] },
    reason: { is: 'containing' },
    status: { is: 'equal' },
    paid: { is: 'shown' },
  },
  columns: ['code', 'locationId', 'state', 'city', 'amount', 'reason', 'paid', 'status', 'closed'],
  title: row => `claim ${String(row['code'])}`,
  calls: { base: '/v2/tests/claims', list: '/v2/tests/claims/list', export: '/v2/tests/claims/export' },
  sheet: { texts: sheetTexts('code', 'locationId', 'state', 'city', 'amount', 'reason', 'paid', 'status', 'closed') },
  examples: [
    {
      code: 'CLAIM-1',
      locationId: 1_000_004,
      state: 'Jawa Barat',
      city: 'Bandung',
      amount: 150,
      reason: 'Lost',
      paid: true,
      status: 0,
      closed: '2025-02-28',
    },
  ],
});

/** The resource's table, defined by `tableOf` as for any declared resource. */
export const CLAIMS_TABLE = `CREATE TABLE claims (
  country char(2) NOT NULL, version int4 NOT NULL DEFAULT 1, updated_by text NOT NULL DEFAULT '',
  updated_at int8 NOT NULL DEFAULT 0, code text COLLATE "C" NOT NULL, location_id int8 NOT NULL, amount int8 NOT NULL,
  reason text NOT NULL, reason_folded text COLLATE "C" NOT NULL, paid boolean NOT NULL DEFAULT false,
  status int2 NOT NULL, closed text COLLATE "C", PRIMARY KEY (country, code))`;

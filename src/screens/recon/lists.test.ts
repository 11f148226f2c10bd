import { expect, it } from 'vitest';
import type { BillRow } from '../../contract/recon.ts';
import { billList, orderList } from './lists.tsx';
import { moneyText } from './parts.tsx';

const BILL: BillRow = {
  id: 1,
  supplier_id: 100,
  supplier_name: 'Nusantara',
  bill_no: 'B1',
  bill_day: '2026-08-31',
  month: '2026-08',
  layout_name: 'rows',
  state: 'ready',
  message: '',
  submitted_by: 'id.editor@ops.example',
  submitted_at: 1_788_000_000,
  remark: 'first',
  deadline: '2026-09-30',
  lines: 3,
  refused: 0,
  ruined: 0,
  parcels: 1_003,
  billed: '5436000000',
  expected: '5400000000',
  difference: '36000000',
  currency: 'IDR',
  matched: 1,
  discrepant: 1_002,
  failed: 0,
  pending: 0,
  outdated: false,
};
const shown = (bill: BillRow) =>
  Object.fromEntries(
    billList.columns.map(column => [
      column.label,
      'value' in column && typeof column.value === 'function'
        ? (column.value as (row: BillRow) => unknown)(bill)
        : null,
    ]),
  );

it('the list of bills starts with bill, supplier, state and difference, and shows each amount in the bill’s currency', () => {
  expect(billList.columns.map(({ label }) => label)).toEqual([
    'Bill',
    'Supplier',
    'State',
    'Difference',
    'Currency',
    'Parcels',
    'Matched',
    'Discrepant',
    'Failed',
    'Billed',
    'Expected',
    'Not Compared',
    'Bill Day',
    'Dispute Until',
    'Remark',
    'Submitted By',
    'Submitted At',
  ]);
  expect(shown(BILL)).toMatchObject({
    Bill: 'B1',
    Difference: '360',
    Billed: '54,360',
    Expected: '54,000',
    'Not Compared': '0',
    Currency: 'IDR',
    Parcels: '1,003',
    Matched: '1',
    Discrepant: '1,002',
    'Bill Day': '2026-08-31',
    'Dispute Until': '2026-09-30',
  });
  // Billed is the sum of expected, difference and what was billed for parcels that could not be compared.
  expect(shown({ ...BILL, billed: '6136000000' })).toMatchObject({ 'Not Compared': '7,000', Difference: '360' });
});

it('a total across several currencies is not shown as an amount', () => {
  expect(shown({ ...BILL, currency: '' })).toMatchObject({ Billed: 'No single currency', Currency: '' });
  expect(moneyText('0', '')).not.toContain('currency');
  expect(moneyText('100000', 'USD')).toBe('1.00');
});

it('phone cards show the currency of their amounts', () => {
  for (const { card } of [billList, orderList]) expect(card?.fields).toContain('currency');
});

it('the phone card of a bill shows how many parcels failed', () => {
  expect(billList.card?.fields).toEqual(expect.arrayContaining(['discrepant', 'failed']));
});

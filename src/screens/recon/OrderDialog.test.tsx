// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { reactRoot } from '../../../tests/support/reactRoot.ts';
import { noQuoteText, OrderDialog } from './OrderDialog.tsx';

const order = {
  id: 1,
  bill_no: 'B-2',
  tracking: 'AB123',
  reference: '',
  zone: '',
  shipped: '2026-08-03',
  weight: 1000,
  length: null,
  width: null,
  height: null,
  currency: 'MYR',
  billed: '1240000',
  earlier: '10875000',
  expected: '10000000',
  difference: '2240000',
  status: 6,
  reason: 'rate',
  side: 'over',
  shipment: 'AB123',
  remark: '',
};
const earlier = [
  { id: 3, bill_no: 'B-1', billed: '10875000', currency: 'MYR' },
  { id: 2, bill_no: 'B-0', billed: '500000', currency: 'SGD' },
];
vi.mock('../../sync/hooks/useKept.ts', () => ({
  useKept: () => ({
    state: 'ready',
    data: { order, charges: [], quote: [], rate_hash: '', rate_version: null, history: [], dispute: null, earlier },
    problem: null,
    asOf: null,
    reload: () => undefined,
  }),
}));

const page = reactRoot();

it('a parcel on several bills shows its sum, and the currency of each earlier bill', async () => {
  await act(async () =>
    page.root.render(
      <FluentProvider theme={webLightTheme}>
        <OrderDialog filters={{}} item={{ row: order } as never} close={() => undefined} refresh={() => undefined} />
      </FluentProvider>,
    ),
  );
  const rows = [...document.querySelectorAll('table[aria-label="Earlier bills"] tbody tr')];
  expect(rows.map(row => [...row.querySelectorAll('td')].map(({ textContent }) => textContent))).toEqual([
    ['B-1', '108.75', 'MYR'],
    ['B-0', '5.00', 'SGD'],
  ]);
  const terms = [...document.querySelectorAll('dt')];
  const fact = (name: string) => terms.find(({ textContent }) => textContent === name)?.nextElementSibling?.textContent;
  expect([fact('Billed here'), fact('Billed earlier'), fact('Billed in all')]).toEqual([
    '12.40 MYR',
    '108.75 MYR',
    '121.15 MYR',
  ]);
});

it('an order without a quote says whether its shipment or its rate is missing', () => {
  expect(noQuoteText('noOrder')).toContain('no shipment has this tracking number or order reference');
  expect(noQuoteText('rateMissing')).toContain('its rate needs something that the shipment lacks, such as sizes');
});

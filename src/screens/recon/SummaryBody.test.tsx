// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { reactRoot } from '../../../tests/support/reactRoot.ts';
import { SummaryBody } from './SummaryBody.tsx';

const row = (more: object) => ({
  key: '2026-08',
  name: '2026-08',
  currency: 'IDR',
  parcels: 3,
  matched: 1,
  discrepant: 1,
  failed: 1,
  billed: '5136000000',
  expected: '3600000000',
  difference: '836000000',
  ...more,
});
vi.mock('../../sync/hooks/useKept.ts', () => ({
  useKept: (call: { id: string }) => ({
    state: 'ready',
    data: {
      list:
        call.id === 'recon.summaryBy'
          ? [row({}), row({ currency: 'VND', billed: '0', expected: '0', difference: '0' })]
          : [],
    },
    problem: null,
    asOf: null,
    reload: () => undefined,
  }),
}));
vi.mock('../shared/useAddressForm.ts', () => ({ useAddressForm: (first: object) => [first, () => undefined] }));
vi.mock('../shared/PageLink.tsx', () => ({ PageLink: ({ children }: { children: string }) => children }));

const page = reactRoot();

it('the amount of parcels that could not be compared is included in the billed total and has its own column', async () => {
  await act(async () =>
    page.root.render(
      <FluentProvider theme={webLightTheme}>
        <SummaryBody />
      </FluentProvider>,
    ),
  );
  const table = document.querySelector('table[aria-label="Sums by month"]');
  const headings = [...(table?.querySelectorAll('th') ?? [])];
  const at = headings.findIndex(({ textContent }) => textContent === 'Not Compared');
  expect(at).toBe(headings.length - 1);
  // The heading is aligned with the amounts below it.
  expect(headings[at]?.className).toBe(headings[at - 1]?.className);
  const cells = [...(table?.querySelectorAll('tbody tr') ?? [])].map(line =>
    [...line.querySelectorAll('td')].slice(-4).map(({ textContent }) => textContent),
  );
  // Billed 51,360, of which compared parcels account for 44,360: 36,000 expected and 8,360 too much.
  expect(cells).toEqual([
    ['51,360', '36,000', '+8,360', '7,000'],
    ['0', '0', '0', '0'],
  ]);
});

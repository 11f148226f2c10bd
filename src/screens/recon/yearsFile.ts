import type { CallOutput } from '../../contract/call.ts';
import type { yearsReport } from '../../contract/reconYears.ts';
import { isCurrency } from '../../domain/currency.ts';
import { DIGITS_KEPT } from '../../domain/import/parseCell.ts';
import { amountText } from '../../domain/rates/money.ts';
import type { YearGroup } from '../../domain/recon/years.ts';
import type { Cell } from '../../domain/sheet/workbookXml.ts';

/** A multi-year report as the rows of a file. */

export type YearsData = CallOutput<typeof yearsReport>;

export const YEAR_GROUP_LABELS: Readonly<Record<YearGroup, string>> = {
  supplier: 'Supplier',
  channel: 'Channel',
  year: 'Year',
  month: 'Month',
  status: 'Class',
  reason: 'Reason',
  service: 'Service',
  zone: 'Zone',
};

/** An amount as a number, or as text if a spreadsheet would round it. */
export function amountCell(amount: string, currency: string): Cell {
  const text = amountText(BigInt(amount), isCurrency(currency) ? currency : 'BRL', false);
  return text.replaceAll(/\D/g, '').replace(/^0+/, '').length > DIGITS_KEPT ? text : Number(text);
}

/** Headings, rows and totals. */
export function yearsRows({ list, totals }: YearsData, groups: readonly YearGroup[]): Cell[][] {
  const sums = (row: YearsData['totals'][number]): Cell[] => [
    row.parcels,
    row.currency,
    amountCell(row.billed, row.currency),
    amountCell(row.expected, row.currency),
    amountCell(row.difference, row.currency),
  ];
  return [
    [...groups.map(group => YEAR_GROUP_LABELS[group]), 'Parcels', 'Currency', 'Billed', 'Expected', 'Difference'],
    ...list.map(row => [...row.names, ...sums(row)]),
    ...totals.map(row => ['Total', ...groups.slice(1).map(() => ''), ...sums(row)]),
  ];
}

import { chargesTotal } from '../../domain/recon/charges.ts';
import { isBlankRow, type BillCell } from '../../domain/recon/billCells.ts';
import { readLayoutRow, rowsAhead, type Layout } from '../../domain/recon/layout.ts';
import { headingsProblem } from '../../domain/recon/layoutHeadings.ts';
import type { TextForm } from '../../domain/sheet/textForm.ts';
import type { ExcelClient } from '../../sync/excelClient/client.ts';

/** A supplier's file opened by the Excel worker. */
export interface OpenedBill {
  name: string;
  rows: number;
  /** Reads rows with content: their numbers in the spreadsheet, and their cells. */
  slice: (from: number, count: number) => Promise<readonly { number: number; cells: readonly BillCell[] }[]>;
}

/**
 * Opens the first visible sheet of a file in the worker.
 * @param form the encoding and separator of text files in the layout
 * @throws Error with a user-facing message
 */
export async function openBillFile(excel: ExcelClient, file: File, form: TextForm): Promise<OpenedBill> {
  const { encoding, separator } = form;
  const opened = await excel.open(file, { encoding, separator });
  if (!opened.ok) throw new Error(opened.problem.message);
  if (opened.value.encodings)
    throw new Error(
      `"${file.name}" is neither UTF-8 nor UTF-16, and does not say its encoding. Choose the encoding in the layout, or save the file as UTF-8.`,
    );
  const sheet = Math.max(
    0,
    opened.value.sheets.findIndex(({ hidden }) => !hidden),
  );
  const read = await excel.read(opened.value, sheet, () => undefined);
  if (!read.ok) throw new Error(read.problem.message);
  return {
    name: file.name,
    rows: read.value.rows,
    slice: async (from, count) => {
      const rows = await excel.values(opened.value, from, count);
      if (!rows.ok) throw new Error(rows.problem.message);
      return rows.value;
    },
  };
}

/**
 * Opens a file that a layout is to read.
 * @throws Error with a user-facing message, also if the file has other headings than the layout
 */
export async function openLayoutFile(excel: ExcelClient, file: File, layout: Layout): Promise<OpenedBill> {
  const opened = await openBillFile(excel, file, layout);
  const ahead = rowsAhead(layout);
  const row = (await opened.slice(0, ahead)).find(({ number }) => number === ahead);
  const problem = headingsProblem(layout, row?.cells ?? []);
  if (problem !== null) throw new Error(`${file.name}: ${problem}`);
  return opened;
}

/** The result of parsing a file with a layout. */
export interface BillCounts {
  rows: number;
  parcels: number;
  charges: number;
  /** Exact total in units of 1/100000, by currency. */
  sums: readonly [currency: string, amount: bigint][];
  refused: number;
  ruined: number;
  refusals: readonly { number: number; problem: string }[];
  unmapped: readonly [name: string, count: number][];
}

const SLICE = 2_000;
const REFUSALS_SHOWN = 20;

/** Parses a whole file with a layout, slice by slice, and counts the results. */
export async function countBill(
  bill: OpenedBill,
  layout: Layout,
  onProgress: (share: number) => void = () => undefined,
): Promise<BillCounts> {
  const keys = new Set<string>();
  const sums = new Map<string, bigint>();
  const unmapped = new Map<string, number>();
  const refusals: { number: number; problem: string }[] = [];
  let [rows, charges, refused, ruined] = [0, 0, 0, 0];
  for (let from = 0; from < bill.rows; from += SLICE) {
    for (const { number, cells } of await bill.slice(from, SLICE)) {
      if (number <= rowsAhead(layout) || isBlankRow(cells)) continue;
      const read = readLayoutRow(layout, cells, number);
      if ('problem' in read) {
        refused += 1;
        if (read.ruined) ruined += 1;
        if (refusals.length < REFUSALS_SHOWN) refusals.push({ number, problem: read.problem });
        continue;
      }
      rows += 1;
      keys.add(read.key);
      charges += read.charges.length;
      sums.set(read.currency, (sums.get(read.currency) ?? 0n) + chargesTotal(read.charges));
      for (const { kind, name } of read.charges)
        if (kind === 'unmapped') unmapped.set(name, (unmapped.get(name) ?? 0) + 1);
    }
    onProgress(Math.min(1, (from + SLICE) / bill.rows));
  }
  return {
    rows,
    parcels: keys.size,
    charges,
    sums: [...sums],
    refused,
    ruined,
    refusals,
    unmapped: [...unmapped].sort((a, b) => b[1] - a[1]),
  };
}

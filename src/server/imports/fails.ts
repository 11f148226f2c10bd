import type { Country } from '../../domain/country.ts';
import type { ImportReceipt } from '../../contract/imports/calls.ts';
import { exportCells, exportColumns, type Sheet } from '../../contract/resourceSheet.ts';
import type { Checked, CheckedFile, ImportLookup } from '../../domain/import/check.ts';
import { countText } from '../../domain/import/countsText.ts';
import { isOfAddresses } from '../../domain/import/declaration.ts';
import { describeError } from '../../domain/import/describe.ts';
import { RULE_LABELS, ruleName } from '../../domain/import/rules.ts';
import { CELL, cellText, columnLetter } from '../../domain/sheet/columns.ts';
import type { ServerContext } from '../context.ts';
import { DETAIL_SECONDS } from '../files/fileStore.ts';
import { addFile, fileUrl, newFileId, sha256 } from '../files/records.ts';
import type { Cell } from '../../domain/sheet/workbookXml.ts';
import { workbookStream } from '../files/xlsx.ts';
import type { FileFail, MarkedRow } from './reader/api.ts';
import type { ImportRecord } from './records.ts';

type Fail = ImportReceipt['failList'][number];

/** Maximum number of errors that are described individually; for all others, only the broken rule is named. */
const DESCRIBED = 5_000;
/**
 * The maximum number of rows in a file that is returned as a whole. For a larger file, only rows with errors are
 * returned, and at most this many.
 */
const WHOLE = 20_000;

/** Number of rows that are written at a time. */
const SLICE = 200;

interface FileErrors {
  byRow: Map<number, string[]>;
  byRule: Map<string, number>;
  /** The first error as a sentence, including its row and column; empty until an error is found. */
  first: string;
}

function errorsByFile(checked: Checked, lookup: ImportLookup): FileErrors[] {
  const files = checked.files.map(() => ({
    byRow: new Map<number, string[]>(),
    byRule: new Map<string, number>(),
    first: '',
  }));
  const { errors } = checked;
  for (const [place, at] of errors.inOrder().entries()) {
    const file = files[errors.files[at] as number] as FileErrors;
    const rule = ruleName(errors.rules[at] as number);
    file.byRule.set(rule, (file.byRule.get(rule) ?? 0) + 1);
    const row = errors.rows[at] as number;
    let text: string = RULE_LABELS[rule];
    if (place < DESCRIBED) {
      const { column, header, message, suggestion } = describeError(checked, lookup, at);
      const where = column === '' ? header : `${header} (column ${column})`;
      text = `${where}: ${message}${suggestion ? `. Did you mean "${suggestion}"?` : ''}`;
    }
    if (file.first === '')
      file.first = `row ${checked.files[errors.files[at] as number]?.sheet.rowNumbers[row]}, ${text}`;
    const list = file.byRow.get(row);
    if (list) list.push(text);
    else file.byRow.set(row, [text]);
  }
  return files;
}

const RULE_TEXT = (byRule: ReadonlyMap<string, number>): string =>
  [...byRule]
    .sort((a, b) => b[1] - a[1])
    .map(([rule, count]) => `${RULE_LABELS[rule as keyof typeof RULE_LABELS]}: ${count}`)
    .join(', ');

/**
 * The files with errors (UPLOAD-14), each with an additional column for the errors. The message says how often each
 * rule was broken and where the first error is, because callers may never open the file; it is empty if the only
 * problem is missing mandatory data (UPLOAD-16).
 */
export async function describeFails(checked: Checked, lookup: ImportLookup): Promise<FileFail[]> {
  const fails: FileFail[] = [];
  if (checked.errors.total === 0) return fails;
  for (const [number, { byRow, byRule, first }] of errorsByFile(checked, lookup).entries()) {
    if (byRow.size === 0) continue;
    const chunks: Buffer[] = [];
    for await (const chunk of detailStream(checked.files[number] as CheckedFile, byRow)) chunks.push(chunk as Buffer);
    const onlyMissing = byRule.size === 1 && byRule.has('required');
    const message = onlyMissing
      ? ''
      : `${isOfAddresses(checked.declaration) ? 'Invalid address data' : 'Invalid data'}. ${RULE_TEXT(byRule)} (first: ${first})`;
    fails.push({ file: number, message, detail: Buffer.concat(chunks) });
  }
  return fails;
}

/** Returns a file whose rows are invalid in combination, along with the errors by row index. */
export async function describeRows(
  number: number,
  file: CheckedFile,
  byRow: ReadonlyMap<number, readonly string[]>,
): Promise<FileFail> {
  const chunks: Buffer[] = [];
  for await (const chunk of detailStream(file, byRow)) chunks.push(chunk as Buffer);
  const [row, [first = ''] = []] = [...byRow].reduce((one, other) => (other[0] < one[0] ? other : one));
  const more = [...byRow.values()].reduce((sum, texts) => sum + texts.length, 0);
  return {
    file: number,
    message: `Not complete. ${countText(more, 'error')} (first: row ${file.sheet.rowNumbers[row]}, ${first})`,
    detail: Buffer.concat(chunks),
  };
}

/** Maximum number of rows that a message names. */
const NAMED_ROWS = 5;

/** Says which rows of a file a problem is about: "See row 3.", "See rows 3, 7 and 12." */
export function rowsText(numbers: readonly number[]): string {
  const [last] = numbers.slice(-1);
  if (numbers.length === 1) return `See row ${last}.`;
  if (numbers.length <= NAMED_ROWS) return `See rows ${numbers.slice(0, -1).join(', ')} and ${last}.`;
  return `See rows ${numbers.slice(0, NAMED_ROWS).join(', ')} and ${numbers.length - NAMED_ROWS} others.`;
}

/**
 * Returns the files with rows that have a problem, each with an additional column that says so at the row.
 * @param messageOf the problem as sentences, for the numbers of a file's rows
 */
export async function describeMarked(
  { declaration, files }: Checked,
  rows: readonly MarkedRow[],
  messageOf: (numbers: readonly number[]) => string,
): Promise<FileFail[]> {
  const byFile = files.map(() => new Map<number, string[]>());
  for (const { file: number, row, field, text: problem } of rows) {
    const file = files[number];
    if (!file) continue;
    const at = declaration.columns.findIndex(({ key }) => key === field);
    const column = file.match.columns[at] ?? -1;
    const header = declaration.columns[at]?.header;
    const where =
      header === undefined ? '' : column < 0 ? `${header}: ` : `${header} (column ${columnLetter(column)}): `;
    const known = byFile[number]?.get(row) ?? [];
    byFile[number]?.set(row, [...known, `${where}${problem}`]);
  }
  const fails: FileFail[] = [];
  for (const [number, byRow] of byFile.entries()) {
    if (byRow.size === 0) continue;
    const file = files[number] as CheckedFile;
    const chunks: Buffer[] = [];
    for await (const chunk of detailStream(file, byRow)) chunks.push(chunk as Buffer);
    const numbers = [...byRow.keys()].sort((a, b) => a - b).map(row => file.sheet.rowNumbers[row] as number);
    fails.push({ file: number, message: messageOf(numbers), detail: Buffer.concat(chunks) });
  }
  return fails;
}

/** Returns the records that a file lacks, in the form of rows that can be added to it. */
export async function describeMissing(
  sheet: Sheet,
  missing: readonly Readonly<Record<string, unknown>>[],
  { message, country }: { message: string; country: Country },
): Promise<FileFail> {
  const cells = exportCells(sheet, country);
  async function* batches() {
    for (let from = 0; from < missing.length; from += SLICE)
      yield missing.slice(from, from + SLICE).map(row => [...cells(row), message]);
  }
  const columns = [...exportColumns(sheet), { heading: 'Errors', width: 80 }];
  const chunks: Buffer[] = [];
  for await (const chunk of workbookStream({ sheet: 'Missing', columns, rows: batches() }))
    chunks.push(chunk as Buffer);
  return { file: 0, message, detail: Buffer.concat(chunks) };
}

/** Stores the workbooks with errors and returns the entries for the receipt, which link to them. */
export async function keepFails(
  context: ServerContext,
  record: ImportRecord,
  permission: string,
  fails: readonly FileFail[],
): Promise<Fail[]> {
  const kept: Fail[] = [];
  for (const { file, message, detail } of fails) {
    const bytes = Buffer.from(detail.buffer, detail.byteOffset, detail.byteLength);
    const stored = {
      id: newFileId(),
      userId: record.userId,
      entity: record.entity,
      name: `${record.files[file]?.name.replace(/\.\w+$/, '') ?? ''} errors.xlsx`,
      size: bytes.length,
      hash: sha256(bytes),
      permission,
    };
    await context.files.put(stored.id, bytes);
    await addFile(context, stored, DETAIL_SECONDS);
    kept.push({ url: fileUrl(stored), message });
  }
  return kept;
}

/** Yields the rows of the file unchanged, each followed by its row number and its errors. */
function detailStream(file: CheckedFile, byRow: ReadonlyMap<number, readonly string[]>) {
  const { sheet, match } = file;
  const headings = Array.from({ length: sheet.columns.length }, (_, column) => cellText(sheet, column, match.row));
  const whole = sheet.rows <= WHOLE;
  const cell = (column: number, row: number): Cell => {
    const cells = sheet.columns[column];
    return cells?.kinds[row] === CELL.number ? (cells.values[row] as number) : cellText(sheet, column, row);
  };
  async function* batches() {
    let batch: Cell[][] = [];
    let written = 0;
    for (let row = match.row + 1; row < sheet.rows && written < WHOLE; row++) {
      const errors = byRow.get(row);
      if (!errors && !whole) continue;
      written += 1;
      batch.push([
        ...headings.map((_, column) => cell(column, row)),
        sheet.rowNumbers[row] as number,
        errors?.join('\n') ?? '',
      ]);
      if (batch.length < SLICE) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  }
  const columns = [
    ...headings.map(heading => ({ heading, width: Math.max(12, heading.length + 4) })),
    { heading: 'Row', width: 8 },
    { heading: 'Errors', width: 80 },
  ];
  return workbookStream({
    sheet: sheet.name.replace(/[[\]:*?/\\]/g, ' ').slice(0, 28) || 'Errors',
    columns,
    rows: batches(),
  });
}

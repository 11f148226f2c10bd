import type { ImportReceipt } from '../../contract/imports/calls.ts';
import type { Checked, CheckedFile, ImportLookup } from '../../domain/import/check.ts';
import { describeError } from '../../domain/import/describe.ts';
import { RULE_LABELS, ruleName } from '../../domain/import/rules.ts';
import { CELL, cellText } from '../../domain/sheet/columns.ts';
import type { ServerContext } from '../context.ts';
import { DETAIL_SECONDS } from '../files/fileStore.ts';
import { addFile, fileUrl, newFileId, sha256 } from '../files/records.ts';
import type { Cell } from '../../domain/sheet/workbookXml.ts';
import { workbookStream } from '../files/xlsx.ts';
import { breathe } from './breathe.ts';
import type { ImportRecord } from './records.ts';

type Fail = ImportReceipt['failList'][number];

/** Errors that are described one by one; rows with further ones say only which rule they break. */
const DESCRIBED = 5_000;
/** Up to this many rows the file comes back whole; of a larger one only the rows with errors, and at most as many. */
const WHOLE = 20_000;

/** Where the work is long, others are let in after this many steps. */
const SLICE = 200;

interface FileErrors {
  byRow: Map<number, string[]>;
  byRule: Map<string, number>;
}

async function errorsByFile(checked: Checked, lookup: ImportLookup): Promise<FileErrors[]> {
  const files = checked.files.map(() => ({ byRow: new Map<number, string[]>(), byRule: new Map<string, number>() }));
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
      if (place % SLICE === 0) await breathe();
    }
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
 * Fail entries of the files with errors (UPLOAD-14): each leads to the file as it was, with a column of its errors. The message is
 * empty where nothing but mandatory data is missing (UPLOAD-16).
 */
export async function failsOf(
  context: ServerContext,
  record: ImportRecord,
  permission: string,
  checked: Checked,
  lookup: ImportLookup,
): Promise<Fail[]> {
  const fails: Fail[] = [];
  for (const [number, { byRow, byRule }] of (await errorsByFile(checked, lookup)).entries()) {
    const file = checked.files[number] as CheckedFile;
    if (byRow.size === 0) continue;
    const chunks: Buffer[] = [];
    for await (const chunk of detailStream(file, byRow)) chunks.push(chunk as Buffer);
    const bytes = Buffer.concat(chunks);
    const detail = {
      id: newFileId(),
      userId: record.userId,
      entity: record.entity,
      name: `${file.fileName.replace(/\.\w+$/, '')} errors.xlsx`,
      size: bytes.length,
      hash: sha256(bytes),
      permission,
    };
    await context.files.put(detail.id, bytes);
    await addFile(context, detail, DETAIL_SECONDS);
    const onlyMissing = byRule.size === 1 && byRule.has('required');
    fails.push({ url: fileUrl(detail), message: onlyMissing ? '' : `Invalid address data. ${RULE_TEXT(byRule)}` });
  }
  return fails;
}

/** The file's rows as they were, then their row number and errors. */
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

import type { Checked, CheckedFile, ImportLookup } from '../../domain/import/check.ts';
import { describeError } from '../../domain/import/describe.ts';
import { CELL, cellText } from '../../domain/sheet/columns.ts';
import { sheetBlob, type WrittenCell } from './sheetBlob.ts';

const ERRORS_WIDTH = 60;
const PLAIN_WIDTH = 18;

/**
 * A checked file as a workbook: its rows as they are now, the columns that serve under their declared headers.
 *
 * @param explain what errors are told by; they stand in a last column "Errors". Null leaves them out
 */
export function fileWorkbook(checked: Checked, number: number, explain: ImportLookup | null): Promise<Blob> {
  const file = checked.files[number] as CheckedFile;
  const { sheet, match } = file;
  const declared = new Map(match.columns.map((at, column) => [at, checked.declaration.columns[column]]));
  const headings = sheet.columns.map(
    (_, at) => declared.get(at)?.header ?? (match.row < 0 ? '' : cellText(sheet, at, match.row)),
  );
  const widths = headings.map((_, at) => declared.get(at)?.width ?? PLAIN_WIDTH);
  const said = explain ? errorTexts(checked, number, explain) : null;

  function* rows(): Generator<readonly WrittenCell[]> {
    for (let row = match.row + 1; row < sheet.rows; row++) {
      const cells = headings.map((_, at) => cellOf(file, at, row));
      if (said) cells.push(said.get(row) ?? null);
      yield cells;
    }
  }
  return sheetBlob({
    name: sheet.name,
    headings: said ? [...headings, 'Errors'] : headings,
    widths: said ? [...widths, ERRORS_WIDTH] : widths,
    rows: rows(),
  });
}

function cellOf({ sheet }: CheckedFile, column: number, row: number): WrittenCell {
  const cells = sheet.columns[column];
  const kind = cells?.kinds[row] ?? CELL.empty;
  if (kind === CELL.empty || kind === CELL.formula) return null;
  return kind === CELL.number ? (cells?.values[row] as number) : cellText(sheet, column, row);
}

/** What is wrong with each row of a file, by place among its rows. */
function errorTexts(checked: Checked, number: number, lookup: ImportLookup): Map<number, string> {
  const { errors } = checked;
  const texts = new Map<number, string>();
  for (const at of errors.inOrder()) {
    if (errors.files[at] !== number) continue;
    const row = errors.rows[at] as number;
    const { header, message, suggestion } = describeError(checked, lookup, at);
    const said = `${header}: ${message}${suggestion ? ` (meant: ${suggestion}?)` : ''}`;
    const before = texts.get(row);
    texts.set(row, before === undefined ? said : `${before}; ${said}`);
  }
  return texts;
}

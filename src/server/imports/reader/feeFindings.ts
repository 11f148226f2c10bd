import { rowsOfKind, rateFileById } from '../../../contract/rateImports/resources.ts';
import { kindOf } from '../../../contract/fields/all.ts';
import { ROW, type Checked, type CheckedFile } from '../../../domain/import/check.ts';
import { EMPTIED } from '../../../domain/import/parseCell.ts';
import { priceListFindings } from '../../../domain/rates/completeness.ts';
import { rowOfCells, type Cells } from '../../../domain/rates/importRows.ts';
import { KEYS, type FeeRow } from '../../../domain/rates/rows.ts';
import { describeRows } from '../fails.ts';
import type { FileFail } from './api.ts';

/** The fees of a version in a file, each with its row in the file. */
interface VersionFees {
  fees: FeeRow[];
  rows: Map<string, number>;
}

/**
 * Checks whether the fees of each version in the checked files are complete. Gaps and overlaps of weight ranges and
 * empty fees are errors; a decreasing fee is a warning. Each finding is written next to its row in a copy of the file.
 */
export async function feeFindingsOf(checked: Checked): Promise<{ fails: FileFail[]; rows: number; warnings: number }> {
  const file = rateFileById(checked.declaration.id);
  if (!file) throw new Error(`${checked.declaration.id} has no fees`);
  const fails: FileFail[] = [];
  let rows = 0;
  let warnings = 0;
  for (const [number, own] of checked.files.entries()) {
    const errors = new Map<number, string[]>();
    for (const { fees, rows: places } of versionsOf(checked, own, rowsOfKind(file.kind)).values()) {
      rows += fees.length;
      for (const { level, text, row } of priceListFindings(fees)) {
        if (level === 'warning') {
          warnings += 1;
          continue;
        }
        const at = places.get(row.key) ?? own.match.row + 1;
        const said = errors.get(at);
        if (said) said.push(text);
        else errors.set(at, [text]);
      }
    }
    if (errors.size > 0) fails.push(await describeRows(number, own, errors));
  }
  return { fails, rows, warnings };
}

function versionsOf(
  { declaration, texts }: Checked,
  { values, rowKinds, wrong }: CheckedFile,
  kind: Parameters<typeof rowOfCells>[0],
): Map<string, VersionFees> {
  const resource = rateFileById(declaration.id)?.resource;
  const columns = declaration.columns.flatMap(({ key }, at) => {
    const field = resource?.fields[key];
    return field ? [{ key, at, isText: kindOf(field).sql === 'text' }] : [];
  });
  const versions = new Map<string, VersionFees>();
  for (let row = 0; row < rowKinds.length; row++) {
    if (rowKinds[row] !== ROW.write || wrong[row] === 1) continue;
    const cells: Record<string, Cells[string]> = {};
    for (const { key, at, isText } of columns) {
      const value = values[at]?.[row];
      if (value === undefined || Number.isNaN(value) || value === EMPTIED) cells[key] = null;
      else cells[key] = isText ? texts.text(value) : value;
    }
    const name = `${String(cells['channelId'])}/${String(cells['versionNo'])}`;
    const version = versions.get(name) ?? { fees: [], rows: new Map<string, number>() };
    versions.set(name, version);
    const fee = rowOfCells(kind, cells).row as FeeRow;
    version.fees.push(fee);
    version.rows.set(KEYS.fees(fee), row);
  }
  return versions;
}

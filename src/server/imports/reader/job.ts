import { NO_OWNER } from '../../../contract/owner.ts';
import { importedResource } from '../../../contract/rateImports/resources.ts';
import { importById } from '../../../contract/imports/registry.ts';
import type { Resource } from '../../../contract/resource.ts';
import type { Country } from '../../../domain/country.ts';
import { checkImport, ROW, type Checked, type ImportFile } from '../../../domain/import/check.ts';
import { holdsText, type ImportDeclaration } from '../../../domain/import/declaration.ts';
import { describeFails, describeMarked, rowsText } from '../fails.ts';
import { lookupOf } from '../lookup.ts';
import { feeFindingsOf } from './feeFindings.ts';
import { NotImportable, openBillSheet, openImportFile } from '../openFile.ts';
import { isBlankRow, type BillCell } from '../../../domain/recon/billCells.ts';
import { readLayoutRow, rowsAhead, type Layout } from '../../../domain/recon/layout.ts';
import { headingsProblem } from '../../../domain/recon/layoutHeadings.ts';
import { cellValue, type SheetData } from '../../../domain/sheet/columns.ts';
import type { Asked, BillSlice, ReaderCalls } from './api.ts';
import type { PlannedFrom } from './planRecords.ts';
import { planRows } from './planRows.ts';

/** Maximum number of rows for which records are looked up one by one instead of reading whole channels. */
const FEW = 5_000;

/** The steps of an import that need its files but not the database. The files stay in memory until the import ends. */
export function createReaderJob(resources: readonly Resource[]): ReaderCalls {
  let declaration: ImportDeclaration | null = null;
  let files: ImportFile[] = [];
  let checked: Checked | null = null;
  let planned: PlannedFrom = [];
  let country: Country | null = null;
  let bill: SheetData | null = null;

  return {
    open: async (id, fileName, bytes) => {
      declaration = importById(id, resources) ?? null;
      if (!declaration) throw new Error(`the import ${id} is not known`);
      try {
        files.push(await openImportFile(declaration, fileName, bytes, files));
        return null;
      } catch (error) {
        if (error instanceof NotImportable) return error.message;
        throw error;
      }
    },

    openBill: async (fileName, bytes, layout) => {
      const { encoding, separator } = layout;
      try {
        const sheet = await openBillSheet(fileName, bytes, { encoding, separator });
        const problem = headingsProblem(layout, rowOf(sheet, rowsAhead(layout)));
        if (problem === null) bill = sheet;
        return problem && `${fileName}: ${problem}`;
      } catch (error) {
        if (error instanceof NotImportable) return error.message;
        throw error;
      }
    },

    billRows: async (layout, from, count) => {
      if (!bill) throw new Error('no bill is open');
      return sliceOf(bill, layout, from, count);
    },

    check: async references => {
      if (!declaration) throw new Error('no file is open');
      const lookup = lookupOf(references);
      checked = checkImport(declaration, files, lookup);
      country = lookup.country;
      return { fails: await describeFails(checked, lookup), rows: checked.counts.rows, ...askedOf(checked) };
    },

    plan: async (existing, leave) => {
      if (!checked || !country) throw new Error('nothing is checked');
      const resource = importedResource(checked.declaration.id, resources);
      planned = [];
      return planRows(resource, checked, country, existing, new Set(leave), planned);
    },

    explain: async (text, rows) => {
      if (!checked) throw new Error('nothing is checked');
      const marked = rows.flatMap(({ n, ...problem }) => {
        const from = planned[n];
        return from ? [{ ...from, ...problem }] : [];
      });
      return describeMarked(checked, marked, numbers => `${text} ${rowsText(numbers)}`);
    },

    mark: async (text, rows) => {
      if (!checked) throw new Error('nothing is checked');
      return describeMarked(checked, rows, () => text);
    },

    findings: async () => {
      if (!checked) throw new Error('nothing is checked');
      return feeFindingsOf(checked);
    },

    // Loaded on demand, because most readers never render a template.
    checkTemplate: async (texts, known) => (await import('../../notify/template.ts')).templateProblem(texts, known),
    renderTemplate: async (texts, values) => {
      const { renderTemplate } = await import('../../notify/template.ts');
      try {
        return { value: await renderTemplate(texts, values) };
      } catch (error) {
        return { error: (error as Error).message };
      }
    },

    end: async () => {
      declaration = null;
      files = [];
      checked = null;
      planned = [];
      bill = null;
      return process.memoryUsage.rss();
    },
  };
}

/** The cells of the row with a number; empty if the sheet does not have it. */
function rowOf(sheet: SheetData, number: number): BillCell[] {
  const at = sheet.rowNumbers.subarray(0, sheet.rows).indexOf(number);
  return at < 0 ? [] : sheet.columns.map((_, column) => cellValue(sheet, column, at));
}

function sliceOf(sheet: SheetData, layout: Layout, from: number, count: number): BillSlice {
  const next = Math.min(sheet.rows, from + count);
  const rows: BillSlice['rows'][number][] = [];
  const refused: BillSlice['refused'][number][] = [];
  for (let at = from; at < next; at++) {
    const number = sheet.rowNumbers[at] as number;
    if (number <= rowsAhead(layout)) continue;
    const cells = sheet.columns.map((_, column) => cellValue(sheet, column, at));
    if (isBlankRow(cells)) continue;
    const read = readLayoutRow(layout, cells, number);
    if ('problem' in read) refused.push({ number, ...read });
    else rows.push(read);
  }
  return { rows, refused, next, total: sheet.rows };
}

/**
 * Owners (`NO_OWNER` for records of the entity) and keys of the rows without errors. For a replacing import, the keys
 * are null, because the records that it removes are in no row.
 */
export function askedOf({ declaration, files, counts, texts }: Checked): Asked {
  const columns = declaration.key.map(wanted => declaration.columns.findIndex(({ key }) => key === wanted));
  const few = counts.rows <= FEW && declaration.mode === 'merge';
  const ownerAt = declaration.owner === undefined ? undefined : columns[declaration.key.indexOf(declaration.owner)];
  const ids = new Set<number>();
  const keys = columns.map((): number[] => []);
  for (const { values, wrong, rowKinds } of files) {
    const owners = ownerAt === undefined ? undefined : (values[ownerAt] as Float64Array);
    for (let row = 0; row < rowKinds.length; row++) {
      const owner = owners ? (owners[row] as number) : NO_OWNER;
      if ((owners && !(owner > 0)) || wrong[row] === 1 || rowKinds[row] === ROW.skipped) continue;
      ids.add(owner);
      if (few) columns.forEach((at, place) => keys[place]?.push(values[at]?.[row] as number));
    }
  }
  const isText = (at: number): boolean => {
    const column = declaration.columns[at];
    return column !== undefined && holdsText(column.type);
  };
  return {
    channels: Float64Array.from(ids),
    keys: few
      ? keys.map((values, place) =>
          isText(columns[place] as number) ? values.map(value => texts.text(value)) : Float64Array.from(values),
        )
      : null,
  };
}

import type { TextForm } from '../../domain/sheet/textForm.ts';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { refuseDeletions } from '../../domain/import/deletions.ts';
import { findHeaders, HEAD_ROWS, headOf, matchWithin, sheetsText, twiceText } from '../../domain/import/headers.ts';
import { comeTogether } from '../../domain/import/together.ts';
import type { ImportFile } from '../../domain/import/check.ts';
import type { ImportDeclaration } from '../../domain/import/declaration.ts';
import type { SheetData } from '../../domain/sheet/columns.ts';
import { refuseGuessed } from '../../domain/sheet/csv.ts';
import { openWorkbook } from '../../domain/sheet/openWorkbook.ts';
import { fileProblem, SheetFileError } from '../../domain/sheet/problem.ts';
import type { SheetPlatform } from '../../domain/sheet/unpack.ts';

/** What the readers need on the server: the bytes of the file, and Node's inflate. */
export function bufferPlatform(bytes: Uint8Array): SheetPlatform {
  return {
    source: { size: bytes.length, read: async (start, end) => bytes.subarray(start, end) },
    gunzip: (head, start, end, tail) => {
      const gunzip = createGunzip({ chunkSize: 256 * 1024 });
      const source = Readable.from([head, bytes.subarray(start, end), tail], { objectMode: false });
      source.on('error', error => gunzip.destroy(error));
      return source.pipe(gunzip);
    },
    isDeviceError: () => false,
  };
}

/** Thrown for a file that cannot be imported. The message is a sentence that says why. */
export class NotImportable extends Error {}

/**
 * Opens one of the files of an import and finds its sheet by the header row.
 * @param others files of the same import that are already open
 * @throws NotImportable with a sentence for the person
 */
export async function openImportFile(
  declaration: ImportDeclaration,
  fileName: string,
  bytes: Uint8Array,
  others: readonly ImportFile[] = [],
): Promise<ImportFile> {
  try {
    const book = await openWorkbook({
      platform: bufferPlatform(bytes),
      fileName,
      loadGeneral: () => import('xlsx'),
      loadCodePages: () => import('xlsx/dist/cpexcel.full.mjs'),
    });
    const heads = [];
    for (const [at, { hidden }] of book.sheets.entries()) {
      const sheet = await book.readSheet(at, { mostRows: HEAD_ROWS });
      refuseGuessed(sheet);
      heads.push({ hidden, head: headOf(sheet), hiddenColumns: sheet.hiddenColumns ?? [] });
    }
    const { sheet, match, undecided } = findHeaders(declaration, heads);
    if (match.row < 0)
      throw new NotImportable(
        `"${fileName}" contains none of the columns of the template in the first ${HEAD_ROWS} rows of its sheets.`,
      );
    if (match.missing.length > 0) {
      throw new NotImportable(
        `"${fileName}" is missing the ${match.missing.length === 1 ? 'column' : 'columns'} ${match.missing.map(name => `"${name}"`).join(', ')}.`,
      );
    }
    if (undecided.length > 0) {
      throw new NotImportable(
        `"${fileName}" has ${sheetsText(undecided.map(at => book.sheets[at]?.name ?? ''))}. Only a person can decide which of them to import. Keep that sheet, remove or hide the others, and send the file again.`,
      );
    }
    if (match.twice.length > 0) {
      throw new NotImportable(
        `"${fileName}" has ${twiceText(match.twice)}. Only a person can decide which of them to import. Keep that column, remove the other one, and send the file again.`,
      );
    }
    const whole = await book.readSheet(sheet);
    refuseGuessed(whole);
    comeTogether(
      whole,
      others.map(other => other.sheet),
    );
    const within = matchWithin(match, heads[sheet]?.head[match.row]?.number ?? 0, whole);
    refuseDeletions(declaration, whole, within);
    return { fileName, sheet: whole, match: within };
  } catch (error) {
    if (error instanceof SheetFileError) {
      throw new NotImportable(fileProblem(error.kind, fileName, error.found).message);
    }
    throw error;
  }
}

/**
 * Opens the first visible sheet of a supplier's file.
 * @param form the encoding and separator of text files, from the supplier's layout
 * @throws NotImportable with a sentence for the person
 */
export async function openBillSheet(fileName: string, bytes: Uint8Array, form: TextForm): Promise<SheetData> {
  try {
    const book = await openWorkbook({
      ...form,
      platform: bufferPlatform(bytes),
      fileName,
      loadGeneral: () => import('xlsx'),
      loadCodePages: () => import('xlsx/dist/cpexcel.full.mjs'),
    });
    const at = Math.max(
      0,
      book.sheets.findIndex(({ hidden }) => !hidden),
    );
    const sheet = await book.readSheet(at);
    refuseGuessed(sheet);
    return sheet;
  } catch (error) {
    if (error instanceof SheetFileError)
      throw new NotImportable(fileProblem(error.kind, fileName, error.found).message);
    throw error;
  }
}

import {
  findHeaders,
  HEAD_ROWS,
  headOf,
  matchWithin,
  offerHeaders,
  type HeaderMatch,
} from '../../domain/import/headers.ts';
import { refuseDeletions } from '../../domain/import/deletions.ts';
import { comeTogether } from '../../domain/import/together.ts';
import { cellText, cellValue, type SheetData } from '../../domain/sheet/columns.ts';
import { mergedBelow } from '../../domain/sheet/merges.ts';
import { encodingsOf, unsaidEncoding } from '../../domain/sheet/encodings.ts';
import { fileProblem, SheetFileError } from '../../domain/sheet/problem.ts';
import type { SheetPlatform } from '../../domain/sheet/unpack.ts';
import type { Deflate } from '../../domain/sheet/writeWorkbook.ts';
import type { OpenWorkbook } from '../../domain/sheet/xlsx.ts';
import type { Answer, ExcelApi, OnReport, OpenedSheet, TextRow } from '../../sync/excelClient/api.ts';
import type { CodePages, GeneralLibrary } from '../../domain/sheet/general.ts';
import { ImportSession } from './importSession.ts';
import type { ImportMirror } from './mirror.ts';
import { openWorkbook } from '../../domain/sheet/openWorkbook.ts';

export interface ExcelDeps {
  /** Time of a monotonic clock in milliseconds. */
  now: () => number;
  platformOf: (file: Blob) => SheetPlatform;
  loadGeneral: () => Promise<GeneralLibrary>;
  loadCodePages?: () => Promise<CodePages>;
  deflate: Deflate;
  /** Returns a signed-in person's mirror. */
  mirrorOf: (userId: number) => ImportMirror;
}

/** Interval between two progress reports, in milliseconds. */
const REPORT_EVERY = 100;

interface OpenFile {
  fileName: string;
  book: OpenWorkbook;
  sheets: readonly OpenedSheet[];
  sheet: SheetData | null;
  match: HeaderMatch | null;
}

const textRow = (sheet: SheetData, row: number, columns: number): TextRow => ({
  number: sheet.rowNumbers[row] ?? 0,
  cells: Array.from({ length: columns }, (_, column) => cellText(sheet, column, row)),
});

/**
 * The Excel worker's logic: files have ids, and their cells stay in memory until they are closed or the worker ends.
 */
export function createExcelHost(deps: ExcelDeps): ExcelApi {
  const { now, platformOf, deflate, mirrorOf } = deps;
  const files = new Map<number, OpenFile>();
  let lastId = 0;

  async function answer<T>(fileName: string, work: () => Promise<T>): Promise<Answer<T>> {
    try {
      return { ok: true, value: await work() };
    } catch (error) {
      if (!(error instanceof SheetFileError)) throw error;
      return { ok: false, problem: fileProblem(error.kind, fileName, error.found) };
    }
  }

  function opened(fileId: number): OpenFile {
    const file = files.get(fileId);
    if (!file) throw new Error(`file ${fileId} is not open`);
    return file;
  }

  const otherSheets = (file: OpenFile): SheetData[] =>
    [...files.values()].flatMap(other => (other === file ? [] : (other.sheet ?? [])));

  const session = new ImportSession(
    mirrorOf,
    fileId => {
      const { fileName, sheet, match } = opened(fileId);
      if (!sheet || !match) throw new Error(`file ${fileId} is not read and matched`);
      return { fileName, sheet, match };
    },
    deflate,
  );

  return {
    begin: target => session.begin(target),
    check: fileIds => session.check(fileIds),
    refresh: () => session.refresh(),
    errors: (from, count, rule) => session.errors(from, count, rule),
    wrongRows: (from, count, rule) => session.wrongRows(from, count, rule),
    alike: (key, value) => session.alike(key, value),
    edit: edits => session.edit(edits),
    replace: (key, value, by, fileIds) => session.replace(key, value, by, fileIds),
    unclearNumber: () => session.unclearNumber(),
    writeNumbers: (fileId, style) => session.writeNumbers(fileId, style),
    compare: () => session.compare(),
    changes: (change, from, count) => session.changes(change, from, count),
    valuesOf: (key, most) => session.valuesOf(key, most),
    workbook: (fileId, errors) => session.workbook(fileId, errors),

    match: async (fileId, mapping, sheet, choice = {}) => {
      const file = opened(fileId);
      const { declaration } = session;
      const found = findHeaders(declaration, file.sheets, mapping, choice);
      if (sheet !== undefined && sheet !== found.sheet) {
        const former = found.match.row >= 0 && found.match.missing.length === 0 ? [found.sheet] : [];
        found.alike = [...former, ...found.alike].filter(other => other !== sheet);
        const { head = [], hiddenColumns = [] } = file.sheets[sheet] ?? {};
        found.match = findHeaders(declaration, [{ hidden: false, head, hiddenColumns }], mapping, choice).match;
        found.sheet = sheet;
      }
      if (sheet !== undefined) found.undecided = [];
      if (found.match.row < 0) {
        const { head = [] } = file.sheets[found.sheet] ?? {};
        found.match = offerHeaders(declaration, head, mapping) ?? found.match;
      }
      file.match = found.match;
      return found;
    },

    open: (file, form = {}, onLoading) =>
      answer(file.name, async () => {
        const platform = platformOf(file);
        const book = await openWorkbook({
          ...deps,
          platform,
          fileName: file.name,
          ...form,
          loadGeneral: async () => {
            onLoading?.(true);
            try {
              return await deps.loadGeneral();
            } finally {
              onLoading?.(false);
            }
          },
        });
        const encodings =
          book.isText && !form.encoding ? await unsaidEncoding(platform.source, encodingsOf(session.country)) : null;
        if (encodings) return { fileId: 0, fileName: file.name, bytes: file.size, sheets: [], encodings };
        const sheets: OpenedSheet[] = [];
        for (const [index, { name, hidden }] of book.sheets.entries()) {
          const data = await book.readSheet(index, { mostRows: HEAD_ROWS });
          sheets.push({ name, hidden, head: headOf(data), hiddenColumns: data.hiddenColumns ?? [] });
        }
        if (sheets.every(({ head }) => head.length === 0)) throw new SheetFileError('noSheets');
        lastId += 1;
        files.set(lastId, { fileName: file.name, book, sheets, sheet: null, match: null });
        return { fileId: lastId, fileName: file.name, bytes: file.size, sheets };
      }),

    read: (fileId, sheet, onReport: OnReport) => {
      const file = opened(fileId);
      return answer(file.fileName, async () => {
        let reported = now();
        const data = await file.book.readSheet(sheet, {
          onProgress: progress => {
            if (now() - reported < REPORT_EVERY) return;
            reported = now();
            onReport({ fileName: file.fileName, ...progress });
          },
        });
        comeTogether(data, otherSheets(file));
        file.sheet = data;
        const number = file.sheets[sheet]?.head[file.match?.row ?? -1]?.number;
        if (file.match && number !== undefined) file.match = matchWithin(file.match, number, data);
        if (file.match) refuseDeletions(session.declaration, data, file.match);
        return {
          rows: data.rows,
          hiddenRows: data.hiddenRows ?? 0,
          merged: mergedBelow(data, number ?? 0, file.match?.columns.filter(at => at >= 0) ?? []),
          columns: data.columns.length,
        };
      });
    },

    rows: async (fileId, from, count) => {
      const { sheet } = opened(fileId);
      if (!sheet) return [];
      const last = Math.min(sheet.rows, from + count);
      return Array.from({ length: Math.max(0, last - from) }, (_, at) =>
        textRow(sheet, from + at, sheet.columns.length),
      );
    },

    values: async (fileId, from, count) => {
      const { sheet } = opened(fileId);
      if (!sheet) return [];
      const last = Math.min(sheet.rows, from + count);
      return Array.from({ length: Math.max(0, last - from) }, (_, at) => ({
        number: sheet.rowNumbers[from + at] ?? 0,
        cells: sheet.columns.map((_column, column) => cellValue(sheet, column, from + at)),
      }));
    },

    close: async fileId => {
      files.delete(fileId);
    },
  };
}

import type { NumberStyle } from '../../domain/rates/pastedNumbers.ts';

/** A correction of one cell. */
export interface CellEdit {
  fileId: number;
  /** Row number in the spreadsheet. */
  row: number;
  /** Key of the declared column. */
  key: string;
  text: string;
}

/** A sheet of a file in a draft; the file is identified by name, because ids belong to the worker. */
export interface FixedSheet {
  fileName: string;
  sheet: number;
}

/**
 * A correction as stored in a draft. It applies only to the sheets that were open when it was made, not to files or
 * sheets selected later. Corrections in drafts of older builds have no sheet and apply to all sheets.
 */
export type Fix =
  | { kind: 'edit'; fileName: string; sheet?: number; row: number; key: string; text: string }
  | { kind: 'replace'; key: string; value: string; by: string; sheets?: readonly FixedSheet[] }
  | { kind: 'numbers'; style: NumberStyle; sheets: readonly FixedSheet[] };

/** Corrections in the form used by the worker. */
export type FixStep =
  | { kind: 'edit'; edits: readonly CellEdit[] }
  | { kind: 'replace'; key: string; value: string; by: string; fileIds: readonly number[] }
  | { kind: 'numbers'; style: NumberStyle; fileIds: readonly number[] };

/** A file in the worker, with its selected sheet. */
export interface ReadSheet extends FixedSheet {
  fileId: number;
}

const isOf = (sheet: ReadSheet, { fileName, sheet: number }: { fileName: string; sheet?: number }): boolean =>
  sheet.fileName === fileName && (number === undefined || sheet.sheet === number);

/** The corrections for the currently selected sheets, in order; consecutive edits form one step. */
export function stepsOf(fixes: readonly Fix[], read: readonly ReadSheet[]): FixStep[] {
  const steps: FixStep[] = [];
  let edits: CellEdit[] | null = null;
  for (const fix of fixes) {
    const of = (fix.kind === 'edit' ? [fix] : fix.sheets)?.flatMap(named => read.filter(sheet => isOf(sheet, named)));
    const fileIds = (of ?? read).map(({ fileId }) => fileId);
    if (fileIds.length === 0) continue;
    if (fix.kind === 'replace') {
      steps.push({ kind: 'replace', key: fix.key, value: fix.value, by: fix.by, fileIds });
      edits = null;
      continue;
    }
    if (fix.kind === 'numbers') {
      steps.push({ kind: 'numbers', style: fix.style, fileIds });
      edits = null;
      continue;
    }
    if (!edits) steps.push({ kind: 'edit', edits: (edits = []) });
    edits.push(...fileIds.map(fileId => ({ fileId, row: fix.row, key: fix.key, text: fix.text })));
  }
  return steps;
}

/** Total number of corrections in all steps. */
export const countOf = (steps: readonly FixStep[]): number =>
  steps.reduce((sum, step) => sum + (step.kind === 'edit' ? step.edits.length : 1), 0);

/** The files to which the steps apply; only these have to be rewritten. */
export const correctedFiles = (steps: readonly FixStep[]): ReadonlySet<number> =>
  new Set(steps.flatMap(step => (step.kind === 'edit' ? step.edits.map(({ fileId }) => fileId) : step.fileIds)));

/**
 * Returns the corrections without those of a removed file, because a file selected later under the same name is a
 * different one.
 */
export function withoutFile(fixes: readonly Fix[], fileName: string): Fix[] {
  return fixes.flatMap((fix): Fix[] => {
    if (fix.kind === 'edit') return fix.fileName === fileName ? [] : [fix];
    const sheets = fix.sheets?.filter(sheet => sheet.fileName !== fileName);
    return sheets?.length === 0 ? [] : [sheets ? { ...fix, sheets } : fix];
  });
}

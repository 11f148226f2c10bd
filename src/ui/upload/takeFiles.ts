import { FILE_LIMIT, FILE_TOO_LARGE } from '../../contract/files.ts';
import { IMPORT_FILES } from '../../contract/imports/calls.ts';

/** UPLOAD-4: the warning if several files were selected. */
export const SINGLE_ONLY = 'Only support importing single file';

/** The accepted files among the selected or dropped ones, and the messages for the person. */
export interface Taken<F> {
  take: readonly F[];
  /** UPLOAD-4: a warning; the file is accepted nevertheless. */
  warning: string | null;
  /** Why files were rejected (UPLOAD-6); null if none were. */
  error: string | null;
  /** Names of the files rejected with the error. */
  left: readonly string[];
}

/**
 * Determines which of the selected files are accepted (UPLOAD-3 to UPLOAD-6).
 *
 * @param present names of the files added earlier
 * @param multiple whether the import accepts several files (UPLOAD-5, G8)
 */
export function takeFiles<F extends { name: string; size: number }>(
  chosen: readonly F[],
  present: readonly string[],
  multiple: boolean,
): Taken<F> {
  if (!multiple && chosen.length + present.length > 1) return { take: [], warning: SINGLE_ONLY, error: null, left: [] };
  const names = new Set(present);
  const large = chosen.filter(({ size }) => size >= FILE_LIMIT);
  const take: F[] = [];
  const twice: string[] = [];
  for (const file of chosen) {
    if (file.size >= FILE_LIMIT) continue;
    if (names.has(file.name)) twice.push(file.name);
    else take.push(file);
    names.add(file.name);
  }
  const spare = take.splice(Math.max(0, IMPORT_FILES - present.length));
  const error =
    large.length > 0
      ? FILE_TOO_LARGE
      : twice.length > 0
        ? `A file named "${twice[0]}" was already added. Remove it first, or rename one of the two.`
        : spare.length > 0
          ? `You can import at most ${IMPORT_FILES} files at a time. Import the others afterward.`
          : null;
  const left = [...large.map(({ name }) => name), ...twice, ...spare.map(({ name }) => name)];
  return { take, warning: null, error, left };
}

/** E.g. "Refused: a.csv, b.csv and 3 more". */
export function leftText(left: readonly string[]): string {
  const shown = left.slice(0, 5).join(', ');
  return `Refused: ${shown}${left.length > 5 ? ` and ${left.length - 5} more` : ''}`;
}

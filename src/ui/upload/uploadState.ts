import type { Submission, UploadState } from './uploadTypes.ts';

/** Whether Apply has something to act on: there are files, and none is still being read or checked (UPLOAD-7). */
export const canApply = ({ files, check, busy }: UploadState): boolean =>
  files.length > 0 &&
  files.every(({ state }) => state === 'read') &&
  busy !== 'checking' &&
  check !== null &&
  check.rows > 0;

/** Whether Apply changes anything, as far as is known: rows that were not compared count as changes. */
export const changesAny = (compare: UploadState['compare']): boolean =>
  !compare || compare.counts.added + compare.counts.changed + compare.counts.removed + compare.counts.unknown > 0;

/** Label of the button that checks and compares again; null if there is no need to. */
export function againLabel({ failed, files }: UploadState, submission: Submission | null): string | null {
  if (files.length === 0 || submission?.state === 'sending' || submission?.state === 'applying') return null;
  if (failed === 'checking') return 'Try again';
  if (failed === 'comparing' || submission?.state === 'review') return 'Compare again';
  return submission?.state === 'refused' ? 'Check again' : null;
}

/** Why the import cannot be applied; null if it can. Nothing that is known to be wrong is sent. */
export function whyNot({ check, compare }: Pick<UploadState, 'check' | 'compare'>): string | null {
  const wrong = check?.wrongRows ?? 0;
  if (wrong === 0) {
    const refused = compare?.overwrite?.refused ?? null;
    return refused && `${refused} See Removed, and add those records to the file.`;
  }
  return `${wrong === 1 ? '1 row has errors' : `${wrong.toLocaleString('en-US')} rows have errors`}. Correct them or leave them out here, or fix the file and select it again; then apply.`;
}

/**
 * What keeps an import from being checked or applied although no row is wrong, and the next step; null if nothing does.
 */
export function whatHolds({ files, check, busy }: UploadState): string | null {
  const unread = files.filter(({ state }) => state === 'problem');
  if (unread.length > 0 && files.length > 1) {
    const names = unread.map(({ name }) => `"${name}"`).join(', ');
    return `The files are checked and imported together. Remove ${names}, or choose ${unread.length === 1 ? 'it' : 'them'} again once corrected.`;
  }
  if (check?.rows !== 0 || busy === 'checking') return null;
  const [it, file] = files.length === 1 ? ['it', 'the file'] : ['them', 'the files'];
  const example = check.byFile.some(({ skipped }) => skipped > 0) ? ', in place of the example' : '';
  return `There are no rows to import yet. Fill ${file} in below the headers${example}, save ${it}, remove ${it} here and choose ${it} again.`;
}

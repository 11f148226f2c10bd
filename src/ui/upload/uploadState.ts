import { formatCount } from '../../domain/format.ts';
import type { Submission, UploadState } from './uploadTypes.ts';

/**
 * Whether there is anything for Apply to send: files have been added, and none is still being read or validated
 * (UPLOAD-7).
 */
export const canApply = ({ files, check, busy }: UploadState): boolean =>
  files.length > 0 &&
  files.every(({ state }) => state === 'read') &&
  busy !== 'checking' &&
  check !== null &&
  check.rows > 0;

/** Whether Apply would change any data, as far as is known: rows that were not compared count as changes. */
export const changesAny = (compare: UploadState['compare']): boolean =>
  !compare || compare.counts.added + compare.counts.changed + compare.counts.removed + compare.counts.unknown > 0;

/** Label of the button that repeats the validation and comparison; null if that is not needed. */
export function againLabel({ failed, files }: UploadState, submission: Submission | null): string | null {
  if (files.length === 0 || submission?.state === 'sending' || submission?.state === 'applying') return null;
  if (failed === 'checking') return 'Try again';
  if (failed === 'comparing') return 'Compare again';
  if (submission?.state === 'review') return submission.paged && submission.would ? null : 'Compare again';
  return submission?.state === 'refused' ? 'Check again' : null;
}

/** Why the import cannot be applied; null if it can. Rows known to be invalid are never sent. */
export function whyNot({ check, compare }: Pick<UploadState, 'check' | 'compare'>): string | null {
  const wrong = check?.wrongRows ?? 0;
  if (wrong === 0) {
    const fixed = compare?.counts.refused ?? 0;
    if (fixed > 0)
      return `${fixed === 1 ? '1 row changes' : `${formatCount(fixed)} rows change`} a value that stays as it was when the record was added. Open the Not allowed tab to see ${fixed === 1 ? 'it' : 'them'}, fix the file and select it again; then apply.`;
    const refused = compare?.overwrite?.refused ?? null;
    return refused && `${refused} Open the Removed tab and add those records to the file.`;
  }
  return `${wrong === 1 ? '1 row has errors' : `${wrong.toLocaleString('en-US')} rows have errors`}. Correct or skip them here, or fix the file and select it again; then apply.`;
}

/**
 * Why an import cannot be validated or applied although no row is invalid, and the next step; null if there is no
 * problem.
 */
export function whatHolds({ files, check, busy }: UploadState): string | null {
  const unread = files.filter(({ state }) => state === 'problem');
  if (unread.length > 0 && files.length > 1) {
    const names = unread.map(({ name }) => `"${name}"`).join(', ');
    return `The files are checked and imported together. Remove ${names}, or fix ${unread.length === 1 ? 'it' : 'them'} and choose ${unread.length === 1 ? 'it' : 'them'} again.`;
  }
  if (check?.rows !== 0 || busy === 'checking') return null;
  const [it, file] = files.length === 1 ? ['it', 'the file'] : ['them', 'the files'];
  const example = check.byFile.some(({ skipped }) => skipped > 0) ? ' in place of the example' : '';
  return `There are no rows to import yet. Enter rows below the headers of ${file}${example}, save ${it}, then remove ${it} here and choose ${it} again.`;
}

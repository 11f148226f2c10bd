import { countText } from '../../domain/import/countsText.ts';
import { sizeText } from '../../domain/sizeText.ts';
import type { UploadCheck, UploadFile } from './uploadTypes.ts';

const rowsText = (rows: number): string => countText(rows, 'row');

/** A file's state in words, including the number of rows to import once the file has been validated. */
export function stateText(file: UploadFile, check: Pick<UploadCheck, 'byFile'> | null): string {
  const { state, report } = file;
  const size = sizeText(file.file.size);
  if (state === 'read') return `${size}, ${contentText(file, check)}`;
  if (state === 'encoding') return `${size}, choose its text encoding`;
  if (state === 'mapping')
    return `${size}, ${file.matched && file.matched.undecided.length > 0 ? 'choose which sheet to import' : 'match its columns'}`;
  if (state === 'problem') return size;
  if (state === 'waiting') return `${size}, waiting to be read`;
  if (!report || report.totalBytes === 0) return `${size}, reading`;
  const share = Math.min(100, Math.floor((100 * report.bytes) / report.totalBytes));
  return `${size}, reading: ${rowsText(report.rows)}, ${share}%`;
}

/** The counts of a file in the result of the validation. */
export const countedOf = ({ opened }: Pick<UploadFile, 'opened'>, check: Pick<UploadCheck, 'byFile'> | null) =>
  check?.byFile.find(({ fileId }) => fileId === opened?.fileId);

/**
 * Whether a file that has been read can be imported: 'good' if it has rows and all are valid, otherwise 'wrong'; null
 * while unknown.
 */
export function verdictOf(
  file: Pick<UploadFile, 'state' | 'opened'>,
  check: Pick<UploadCheck, 'byFile' | 'wrongFiles'> | null,
): 'good' | 'wrong' | null {
  const counted = countedOf(file, check);
  if (file.state !== 'read' || !check || !counted) return null;
  return counted.rows > 0 && !check.wrongFiles.includes(counted.fileId) ? 'good' : 'wrong';
}

function contentText(file: UploadFile, check: Pick<UploadCheck, 'byFile'> | null): string {
  const { rows, matched } = file;
  const counted = countedOf(file, check);
  // Lines above the headers are not counted as rows.
  if (!counted) return rowsText(Math.max(0, rows - 1 - (matched?.match.row ?? 0)));
  const { rows: toImport, skipped } = counted;
  const passed = skipped === 0 ? '' : `; ${rowsText(skipped)} skipped (blank, or the template’s example)`;
  return `${toImport === 0 ? 'no rows to import' : rowsText(toImport)}${passed}`;
}

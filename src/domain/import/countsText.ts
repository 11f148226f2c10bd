import { formatCount } from '../format.ts';

/** Counts of what an import did or would do. */
export interface ChangeCounts {
  added: number;
  changed: number;
  removed: number;
  left: number;
}

/** Formats a count with its noun: "1 row", "1,234 rows". */
export const countText = (count: number, one: string): string =>
  `${formatCount(count)} ${one}${count === 1 ? '' : 's'}`;

/** The number of records that the import added, changed or removed. */
export const doneCount = (counts: Pick<ChangeCounts, 'added' | 'changed' | 'removed'> | null): number =>
  counts ? counts.added + counts.changed + counts.removed : 0;

/** "3 added, 2 changed, 1 removed"; empty if the counts are unknown. */
export function countsText(counts: ChangeCounts | null | undefined): string {
  if (!counts) return '';
  const parts = [
    counts.added > 0 ? `${formatCount(counts.added)} added` : '',
    counts.changed > 0 ? `${formatCount(counts.changed)} changed` : '',
    counts.removed > 0 ? `${formatCount(counts.removed)} removed` : '',
    counts.left > 0 ? `${formatCount(counts.left)} left unchanged` : '',
  ].filter(part => part !== '');
  return parts.length === 0 ? 'Nothing needed to change' : parts.join(', ');
}

/**
 * Describes what an import did, according to its receipt. If the receipt repeats an earlier import's, this import
 * itself did nothing.
 */
export const receiptText = (receipt: { counts: ChangeCounts | null; repeated: boolean } | null | undefined): string =>
  countsText(receipt?.repeated ? { added: 0, changed: 0, removed: 0, left: 0 } : receipt?.counts);

import type { PreflightFinding, OutboxEntry } from '../types.ts';
import { isPaused } from './entry.ts';

/** Number of writes paused until the person sends them: in total, and by result of the check. */
export type PausedSummary = { waiting: number } & Record<PreflightFinding['verdict'], number>;

const recordOf = ({ collection, entity, recordKey }: OutboxEntry): string => `${collection}/${entity}/${recordKey}`;

/**
 * Counts paused writes; writes queued behind a record's paused write count under its result. Null if no write is
 * paused.
 */
export function pausedSummaryOf(open: readonly OutboxEntry[]): PausedSummary | null {
  const verdicts = new Map<string, PreflightFinding['verdict']>();
  for (const entry of open) if (isPaused(entry) && entry.hold) verdicts.set(recordOf(entry), entry.hold.verdict);
  if (verdicts.size === 0) return null;
  const sum: PausedSummary = { waiting: 0, safe: 0, changed: 0, gone: 0, denied: 0 };
  for (const entry of open) {
    const verdict = verdicts.get(recordOf(entry));
    if (!verdict || entry.state !== 'queued') continue;
    sum.waiting += 1;
    sum[verdict] += 1;
  }
  return sum;
}

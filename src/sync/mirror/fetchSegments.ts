import { getSegment, type SegmentColumns } from '../../contract/feed.ts';
import type { Country } from '../../domain/country.ts';
import type { Transport } from '../network/transport.ts';
import type { Outcome } from '../types.ts';

/**
 * The server has replaced this segment since listing it, e.g. while the machine was suspended; the next call requests
 * the new segments.
 */
export const isReplaced = (outcome: Outcome): boolean => outcome.kind === 'refused' && outcome.status === 404;

/** A load that was interrupted or is no longer needed: whatever is still missing is requested again. */
export const BROKEN_OFF: Outcome = { kind: 'noNetwork', reason: 'unreachable' };

export interface SegmentFetch {
  call: Transport['call'];
  entity: Country;
  /** Ids of all segments. */
  wanted: readonly string[];
  /** Ids of the segments that are already stored. */
  here: readonly string[];
  /** Number of segments to fetch in parallel. */
  parallel: number;
  signal: AbortSignal;
  /**
   * Stores a segment in one transaction; resolves to false if the load is no longer needed. Call `counted` once the
   * segment is stored; it returns the loaded fraction, 0 to 1.
   */
  store: (id: string, columns: SegmentColumns, counted: () => number) => Promise<boolean>;
}

/**
 * Fetches and stores the missing segments; one segment is fetched while another is stored. Stored segments survive an
 * interruption.
 * @returns the outcome that stopped the load, or null if all segments are present
 * @throws any error thrown by the store, once no other segment is in progress
 */
export async function fetchSegments(of: SegmentFetch): Promise<Outcome | null> {
  const { call, entity, wanted, parallel, signal, store } = of;
  const here = new Set(of.here);
  const missing = [...new Set(wanted)].filter(id => !here.has(id));
  let done = wanted.length - missing.length;
  let failed: Outcome | null = null;
  const counted = (): number => {
    done += 1;
    return done / wanted.length;
  };
  const keep = async (id: string, columns: SegmentColumns): Promise<void> => {
    if (!(await store(id, columns, counted))) failed = BROKEN_OFF;
  };
  const worker = async (): Promise<void> => {
    let storing: Promise<void> = Promise.resolve();
    for (let id = missing.shift(); id !== undefined && !failed; id = missing.shift()) {
      const answer = await call(getSegment, { id }, { entity, signal, timeoutMillis: 60_000 });
      if (answer.kind !== 'ok') failed = answer;
      await storing;
      if (answer.kind !== 'ok') break;
      storing = keep(id, answer.data.columns);
      // Errors are thrown where this task is awaited; the other tasks end too.
      storing.catch(() => (failed ??= BROKEN_OFF));
    }
    await storing;
  };
  const ends = await Promise.allSettled(Array.from({ length: parallel }, worker));
  const broken = ends.find(end => end.status === 'rejected');
  if (broken) throw broken.reason;
  return failed ?? (signal.aborted ? BROKEN_OFF : null);
}

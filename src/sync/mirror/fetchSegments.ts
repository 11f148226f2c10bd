import { getSegment, type SegmentColumns } from '../../contract/feed.ts';
import type { Country } from '../../domain/country.ts';
import type { Transport } from '../network/transport.ts';
import type { Outcome } from '../types.ts';

/** The server has cut others since it named this one, such as while the machine slept: the next call asks for those. */
export const isReplaced = (outcome: Outcome): boolean => outcome.kind === 'refused' && outcome.status === 404;

/** A load that was broken off, or lost what it was for meanwhile: what is still wanted of it is requested again. */
export const BROKEN_OFF: Outcome = { kind: 'noNetwork', reason: 'unreachable' };

export interface SegmentFetch {
  call: Transport['call'];
  entity: Country;
  /** Names of all segments. */
  wanted: readonly string[];
  /** Names of those that are stored. */
  here: readonly string[];
  /** Segments fetched at once. */
  parallel: number;
  signal: AbortSignal;
  /**
   * Stores a segment in one transaction; resolves with false if it is not wanted any more. `counted` is called once the segment is
   * put: it answers the share of all that is here then, 0 to 1.
   */
  store: (id: string, columns: SegmentColumns, counted: () => number) => Promise<boolean>;
}

/**
 * Fetches the segments that are not here and has them stored; each fetches its next one while one is stored. What is stored stays when
 * it breaks off.
 *
 * @returns the outcome that stopped it, or null when all are here
 * @throws what the store throws, when no other segment is under way any more
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
      // What it throws is thrown where it is waited for; the others end too.
      storing.catch(() => (failed ??= BROKEN_OFF));
    }
    await storing;
  };
  const ends = await Promise.allSettled(Array.from({ length: parallel }, worker));
  const broken = ends.find(end => end.status === 'rejected');
  if (broken) throw broken.reason;
  return failed ?? (signal.aborted ? BROKEN_OFF : null);
}

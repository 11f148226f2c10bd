import { useEffect, useState } from 'react';
import { ownerInput } from '../../contract/owner.ts';
import { serviceableBefore, type ServiceableBefore } from '../../contract/serviceability.ts';
import type {
  CoverageAsk,
  CoverageGap,
  CoverageNode,
  CoverageReply,
  GapList,
  PostcodeCoverage,
} from '../query/coverage.ts';
import { keepAsking } from './keepAsking.ts';
import { pendingOf, usePending, useCachedState } from './useServiceChecks.ts';
import { useSync } from './useSync.ts';

export type { CoverageGap, CoverageNode, CoverageReply, GapList, PostcodeCoverage };

export interface CoverageQuestion extends Omit<CoverageAsk, 'pending' | 'past'> {
  /** The day (YYYY-MM-DD) at whose end coverage is counted, without pending writes; now by default. */
  day?: string | undefined;
}

export type PastState = 'none' | 'asking' | 'ready' | { problem: string };

/** The records that were different on a given day, from the server's log; requested once per channel or 3PL and day. */
function usePast(question: CoverageQuestion | null, online: boolean): { state: PastState; past?: ServiceableBefore } {
  const { client, entity } = useSync();
  const day = question?.day;
  const owner = question?.owner ?? null;
  const cachedState = useCachedState();
  const key = day === undefined ? null : `${entity}/${owner}/${day}`;
  const [found, setFound] = useState<{ key: string; past?: ServiceableBefore; problem?: string } | null>(null);
  useEffect(() => {
    if (key === null || day === undefined || owner === null) return undefined;
    let current = true;
    void client.transport.call(serviceableBefore, { day, ...ownerInput(owner) }, { entity }).then(outcome => {
      if (!current) return;
      if (outcome.kind === 'ok') setFound({ key, past: outcome.data });
      else setFound({ key, problem: 'message' in outcome ? String(outcome.message) : '' });
    });
    return () => {
      current = false;
    };
    // When the cache changes, so do its differences from that day. A failed request is repeated once the server is
    // reachable again.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `cachedState` and `online` say when to ask again
  }, [client, entity, key, day, owner, cachedState, online]);
  if (key === null) return { state: 'none' };
  if (found?.key !== key) return { state: 'asking' };
  return found.past ? { state: 'ready', past: found.past } : { state: { problem: found.problem ?? '' } };
}

/**
 * The share of the country that a channel or 3PL serves, from the cache with pending writes applied; recounted whenever
 * these change. Null if its lists are not cached; undefined while counting or if nothing is requested.
 */
export function useCoverage(
  question: CoverageQuestion | null,
  online: boolean,
): {
  reply: CoverageReply | null | undefined;
  past: PastState;
} {
  const { client, entity } = useSync();
  const pending = usePending();
  const cachedState = useCachedState();
  const { state, past } = usePast(question, online);
  const waits = state !== 'none' && state !== 'ready';
  const key = question && JSON.stringify([entity, question]);
  const [found, setFound] = useState<{ key: string; reply: CoverageReply | null } | null>(null);
  useEffect(() => {
    if (!question || key === null || waits || pending === undefined || cachedState === undefined) return undefined;
    const { day, ...asked } = question;
    const waiting = day === undefined ? pendingOf(pending, question.owner) : {};
    return keepAsking(client, entity, {
      question: () => client.ops.coverage(entity, { ...asked, pending: waiting, past }),
      onAnswer: reply => setFound({ key, reply }),
    });
    // oxlint-disable-next-line react/exhaustive-deps -- `key` covers the question
  }, [client, entity, key, pending, cachedState, past, waits]);
  return { reply: !waits && found?.key === key ? found.reply : undefined, past: state };
}

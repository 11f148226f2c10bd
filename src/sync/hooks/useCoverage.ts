import { useEffect, useState } from 'react';
import type { CoverageAsk, CoverageGap, CoverageNode, CoverageReply, GapList } from '../query/coverage.ts';
import { pendingOf, usePending, useStanding } from './useServiceChecks.ts';
import { useSync } from './useSync.ts';

export type { CoverageGap, CoverageNode, CoverageReply, GapList };

export type CoverageQuestion = Omit<CoverageAsk, 'pending'>;

/**
 * How much of the country a channel or 3PL serves, from what is cached with the person's waiting writes; counted again whenever
 * these change. Null where its lists are not cached, undefined while it is counted or nothing is asked.
 */
export function useCoverage(question: CoverageQuestion | null): CoverageReply | null | undefined {
  const { client, entity } = useSync();
  const pending = usePending();
  const standing = useStanding();
  const key = question && JSON.stringify([entity, question]);
  const [found, setFound] = useState<{ key: string; reply: CoverageReply | null } | null>(null);
  useEffect(() => {
    if (!question || key === null || pending === undefined || standing === undefined) return undefined;
    let current = true;
    const ask = async () => {
      const answer = await client.places.coverage(entity, { ...question, pending: pendingOf(pending, question.owner) });
      if (current && answer.ready) setFound({ key, reply: answer.value });
    };
    void ask();
    const stop = client.signals.listen(signal => {
      if (signal.t === 'places' && signal.entity === entity) void ask();
    });
    return () => {
      current = false;
      stop();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- `key` stands for the question
  }, [client, entity, key, pending, standing]);
  return found?.key === key ? found.reply : undefined;
}

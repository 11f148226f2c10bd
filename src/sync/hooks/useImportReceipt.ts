import { useCallback, useEffect, useState } from 'react';
import { getImport, type ImportReceipt } from '../../contract/imports/calls.ts';
import { outcomeText } from '../network/outcome.ts';
import { useSync } from './useSync.ts';

export type { ImportReceipt };

interface Asked {
  id: string;
  receipt: ImportReceipt | null;
  problem: string | null;
}

/** The server's current receipt for an import; null until it is loaded. `problem` says why it could not be loaded. */
export function useImportReceipt(id: string): {
  receipt: ImportReceipt | null;
  problem: string | null;
  reload: () => void;
} {
  const { client, entity } = useSync();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    void client.transport.call(getImport, { id }, { entity, signal }).then(outcome => {
      if (signal.aborted) return;
      setAsked(before => {
        if (outcome.kind === 'ok') return { id, receipt: outcome.data, problem: null };
        return { id, receipt: before?.id === id ? before.receipt : null, problem: outcomeText(outcome) };
      });
    });
    return () => ending.abort();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `turn` says when to ask again
  }, [client, entity, id, turn]);
  const reload = useCallback(() => setTurn(at => at + 1), []);
  const current = asked?.id === id ? asked : null;
  return { receipt: current?.receipt ?? null, problem: current?.problem ?? null, reload };
}

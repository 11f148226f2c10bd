import { useEffect, useState } from 'react';
import { getAction, type ActionRow } from '../../contract/reconOwn.ts';
import { administer } from '../../sync/actions/administer.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { errorText } from '../../domain/errorText.ts';

const LOOK_MILLIS = 700;

/** Tracks a bulk change of orders until it finishes or requires a review. */
export function useAction(begun: ActionRow | null): { action: ActionRow | null; problem: string | null } {
  const { client, entity } = useSync();
  const [known, setKnown] = useState<{ action: ActionRow; problem: string | null } | null>(null);
  useEffect(() => {
    if (begun === null) return undefined;
    let over = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async (): Promise<void> => {
      try {
        const action = await administer(client, entity, getAction, { id: begun.id });
        if (over) return;
        setKnown({ action, problem: null });
        if (['done', 'failed', 'review'].includes(action.state)) return;
      } catch (error) {
        if (over) return;
        setKnown(was => ({
          action: was?.action ?? begun,
          problem: errorText(error),
        }));
      }
      timer = setTimeout(() => void look(), LOOK_MILLIS);
    };
    void look();
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [client, entity, begun]);
  const own = begun !== null && known?.action.id === begun.id ? known : null;
  return { action: own?.action ?? begun, problem: own?.problem ?? null };
}

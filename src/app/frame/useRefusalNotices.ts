import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { SyncClient } from '../../sync/client/client.ts';
import { conflictText } from '../../screens/shared/conflictText.ts';
import { useSyncStatus } from '../../sync/hooks/useSyncStatus.ts';
import type { OutboxEntry } from '../../sync/types.ts';
import { notices } from '../notices/noticeStore.ts';

/** If more than this many refusals appear together, a single notice shows their count. */
const ONE_BY_ONE = 3;

const isStuck = ({ state }: OutboxEntry): boolean => state === 'refused' || state === 'conflict';

type Stuck = Pick<OutboxEntry, 'title' | 'state' | 'problem' | 'effect' | 'theirs'>;

/** Shows notices about writes that now need attention, with the server's own message for a refusal (ERR-1). */
export function refusalTexts(entries: readonly Stuck[]): readonly string[] {
  if (entries.length > ONE_BY_ONE) return [`${entries.length} changes need a decision: the server refused them.`];
  return entries.map(entry =>
    entry.state === 'conflict'
      ? `${entry.title}: ${conflictText(entry)}.`
      : `${entry.title}: ${entry.problem?.message || 'refused by the server'}`,
  );
}

/**
 * ERR-1: a notice about a write refused by the server appears on any page and stays until it is closed. Writes that
 * already needed attention when the page opened are left to the pill; a hidden tab announces refusals once it becomes
 * visible.
 */
export function useRefusalNotices(client: SyncClient): void {
  const { needsYou } = useSyncStatus();
  const navigate = useNavigate();
  const onQueue = useLocation({ select: location => location.pathname === '/queue' });
  const known = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    let here = true;
    const look = async (): Promise<void> => {
      if (known.current !== null && needsYou === 0) known.current = new Set();
      if (known.current !== null && (needsYou === 0 || document.visibilityState !== 'visible')) return;
      // Once the mirror is ready, the outbox is open too.
      await client.mirror;
      const stuck = (await client.outbox.open().catch(() => [])).filter(isStuck);
      if (!here) return;
      const before = known.current;
      known.current = new Set(stuck.map(({ id }) => id));
      // The queue page lists these writes itself, and a persistent notice would cover their buttons.
      if (before === null || onQueue) return;
      // A write that was never sent is listed because the person opened it.
      const come = stuck.filter(({ id, state, fence }) => !before.has(id) && (state === 'refused' || fence > 0));
      const action = { label: 'Open queue', run: () => void navigate({ to: '/queue' }) };
      for (const text of refusalTexts(come)) notices.add('error', text, action);
    };
    void look();
    const seen = () => void look();
    document.addEventListener('visibilitychange', seen);
    return () => {
      here = false;
      document.removeEventListener('visibilitychange', seen);
    };
  }, [client, needsYou, navigate, onQueue]);
}

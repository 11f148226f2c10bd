import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { readPaused } from '../../sync/hooks/pausedWrites.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { useSyncStatus } from '../../sync/hooks/useSyncStatus.ts';
import { reportError } from '../monitoring.ts';
import { notices } from '../notices/noticeStore.ts';

const QUEUE = '/queue';

/**
 * Shows a single notice, on every page except the queue, about writes paused after a long time offline. It stays until
 * the person responds or no paused writes are left.
 */
export function PausedNotice(): null {
  const { client } = useSync();
  const hasPaused = useSyncStatus().paused > 0;
  const navigate = useNavigate();
  const onQueue = useLocation({ select: location => location.pathname === QUEUE });
  useEffect(() => {
    if (!hasPaused || onQueue) return undefined;
    let over = false;
    let shown: number | null = null;
    const showNotice = async () => {
      const [summary, { pausedText }] = await Promise.all([
        readPaused(client),
        import('../../screens/queue/queueTexts.ts'),
      ]);
      if (over || !summary) return;
      const text = `${pausedText(summary)}. Nothing is sent until you confirm it.`;
      shown = notices.add('warning', text, { label: 'Review', run: () => void navigate({ to: QUEUE }) });
    };
    showNotice().catch((error: unknown) => reportError('paused', error));
    return () => {
      over = true;
      if (shown !== null) notices.close(shown);
    };
  }, [client, hasPaused, onQueue, navigate]);
  return null;
}

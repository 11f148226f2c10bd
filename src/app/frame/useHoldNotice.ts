import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { readHolds } from '../../sync/hooks/holds.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { useSyncStatus } from '../../sync/hooks/useSyncStatus.ts';
import { reportError } from '../monitoring.ts';
import { notices } from '../notices/noticeStore.ts';

const QUEUE = '/queue';

/**
 * Tells once, on every page but the page of changes, what waits for the person's go after a long time offline. The notice
 * stays until it is answered or nothing waits for a go any more.
 */
export function useHoldNotice(): void {
  const { client } = useSync();
  const held = useSyncStatus().held > 0;
  const navigate = useNavigate();
  const onQueue = useLocation({ select: location => location.pathname === QUEUE });
  useEffect(() => {
    if (!held || onQueue) return undefined;
    let over = false;
    let shown: number | null = null;
    const showNotice = async () => {
      const [holds, { holdText }] = await Promise.all([readHolds(client), import('../../screens/queue/queueTexts.ts')]);
      if (over || !holds) return;
      const text = `${holdText(holds)}. Nothing of it is sent before you say so.`;
      shown = notices.add('warning', text, { label: 'Review', run: () => void navigate({ to: QUEUE }) });
    };
    showNotice().catch((error: unknown) => reportError('hold', error));
    return () => {
      over = true;
      if (shown !== null) notices.close(shown);
    };
  }, [client, held, onQueue, navigate]);
}

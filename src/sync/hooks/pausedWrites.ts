import type { SyncClient } from '../client/client.ts';
import { pausedSummaryOf, type PausedSummary } from '../outbox/pausedSummary.ts';

export { pausedSummaryOf, type PausedSummary };

/** The writes paused after a long time offline; null if there are none. */
export const readPaused = ({ outbox }: SyncClient): Promise<PausedSummary | null> => outbox.pausedSummary();

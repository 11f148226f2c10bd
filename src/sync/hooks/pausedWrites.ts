import type { SyncClient } from '../client/client.ts';
import { pausedSummaryOf, type PausedSummary } from '../outbox/pausedSummary.ts';

export { pausedSummaryOf, type PausedSummary };

/** Writes that are paused after a long time offline; null while there are none. */
export const readPaused = ({ outbox }: SyncClient): Promise<PausedSummary | null> => outbox.pausedSummary();

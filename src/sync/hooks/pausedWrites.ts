import type { SyncClient } from '../client.ts';
import { pausedSummaryOf, type PausedSummary } from '../outbox/pausedSummary.ts';

export { pausedSummaryOf, type PausedSummary };

/** What waits for the person's go after a long time offline; null while nothing does. */
export const readPaused = ({ outbox }: SyncClient): Promise<PausedSummary | null> => outbox.pausedSummary();

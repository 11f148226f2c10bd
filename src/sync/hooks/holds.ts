import type { SyncClient } from '../client.ts';
import { holdSummary, type HoldSummary } from '../outbox/holds.ts';

export { holdSummary, type HoldSummary };

/** What waits for the person's go after a long time offline; null while nothing does. */
export const readHolds = ({ outbox }: SyncClient): Promise<HoldSummary | null> => outbox.holds();

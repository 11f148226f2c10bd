import type { OutboxEntry } from '../types.ts';
import { useOutbox } from './useOutbox.ts';

/** Maximum number of settled entries shown. */
const ENDED = 100;

/** Open entries by seq, then the latest 100 settled entries, newest first; undefined until they have been read. */
export const useQueue = (): readonly OutboxEntry[] | undefined =>
  useOutbox(async outbox => {
    const [open, ended] = await Promise.all([outbox.open(), outbox.ended(ENDED)]);
    return [...open, ...ended];
  });

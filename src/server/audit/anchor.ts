import type { LogEntry } from './chain.ts';

/** The operation of an anchor, as a path that the log has a label for. */
export const RETENTION_PATH = '/v2/ops/audit/retention';
/** What an anchor says; null for any other entry. */
export function isAnchor({ url, after }: Pick<LogEntry, 'url' | 'after'>): { upTo: number; hash: string } | null {
  if (url !== `/api${RETENTION_PATH}` || typeof after !== 'object' || after === null) return null;
  const { upTo, hash } = after as Record<string, unknown>;
  return typeof upTo === 'number' && typeof hash === 'string' ? { upTo, hash } : null;
}

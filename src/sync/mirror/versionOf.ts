import type { Row } from '../types.ts';

/** A record's version; 0 if it has none. */
export const versionOf = (row: Row | undefined): number =>
  typeof row?.['version'] === 'number' ? (row['version'] as number) : 0;

import { BULK_HEAD, type ImportReceipt } from '../../contract/imports/calls.ts';
import type { Country } from '../../domain/country.ts';
import { versionOf } from '../mirror/versionOf.ts';
import { isMoving, type QueuedImport } from './db.ts';

/** The file format of bulk changes, and the pending bulk changes. */

export interface BulkLine {
  key: string;
  /** The version that was displayed, or that the person's own pending changes will produce. */
  version: number;
  /** Whether that version must come from the person's own change. */
  own: boolean;
}

/** The records of a change, in the form that its call expects. */
export function bulkFile(name: string, lines: readonly BulkLine[]): File {
  const texts = lines.map(({ key, version, own }) => `${version},${own ? 1 : 0},${key}`);
  return new File([`${[BULK_HEAD, ...texts].join('\n')}\n`], `${name}.csv`, { type: 'text/csv' });
}

/** Record versions by key, read from a change's file. */
export function readBulkLines(text: string): ReadonlyMap<string, number> {
  const versions = new Map<string, number>();
  for (const line of text.split('\n').slice(1)) {
    const [, version, key] = /^(\d+),[01],(.+)$/.exec(line) ?? [];
    if (key !== undefined) versions.set(key, Number(version));
  }
  return versions;
}

/** Bulk changes of a resource's records that are unfinished or whose effect may not have arrived yet. */
export const isWaitingBulk = (
  { bulk, importId, entity, state }: Pick<QueuedImport, 'bulk' | 'importId' | 'entity' | 'state'>,
  of: { importId: string; entity: Country },
): boolean =>
  bulk !== undefined &&
  importId === of.importId &&
  entity === of.entity &&
  (isMoving({ state }) || state === 'applied');

/**
 * Keys of records returned because an earlier change by the same person, on which this one is based, had no effect, so
 * that the expected version never existed.
 * @param file the change's file, as written by `bulkFile`
 */
export async function behindOwn(file: Blob | null, review: ImportReceipt['review'] | undefined): Promise<string[]> {
  if (!file || !review) return [];
  const expected = readBulkLines(await file.text());
  return review.rows.flatMap(({ key, current }) =>
    current && versionOf(current) < (expected.get(key) ?? 0) ? [key] : [],
  );
}

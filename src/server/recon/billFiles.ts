import { createHash } from 'node:crypto';
import type { FileStore } from '../files/fileStore.ts';
import type { BillFile } from './bills.ts';

/** Files of a bill: which they are together, and their bytes. */

/** A bill that cannot be read, in a sentence for the person who submitted it. */
export class UnreadableBill extends Error {}

/** For all files together, in any order. */
export const billHash = (files: readonly Pick<BillFile, 'hash'>[]): string =>
  createHash('sha256')
    .update(
      files
        .map(({ hash }) => hash)
        .sort()
        .join('\n'),
    )
    .digest('hex');

/**
 * The bytes of a bill's file. A server that was restored without its files folder knows the file and has no bytes of it: that is said to a
 * person, since trying again does not bring them.
 * @throws UnreadableBill
 */
export async function readBillFile(
  files: Pick<FileStore, 'read'>,
  { id, name }: Pick<BillFile, 'id' | 'name'>,
): Promise<Buffer> {
  try {
    return await files.read(id);
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new UnreadableBill(
      `The file "${name}" is no longer on this server. Delete the bill and submit its files again.`,
    );
  }
}

/** Error codes of folders and buckets for a missing file. */
const isMissing = (error: unknown): boolean => {
  const { code, name } = error as { code?: string; name?: string };
  return code === 'ENOENT' || name === 'NoSuchKey' || name === 'NotFound';
};

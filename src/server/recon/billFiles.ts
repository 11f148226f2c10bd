import { createHash } from 'node:crypto';
import type { FileStore } from '../files/fileStore.ts';
import type { BillFile } from './bills.ts';

/** The identity of all files of a bill together, and their bytes. */

/** Thrown if a bill cannot be read. The message is a sentence for the person who submitted it. */
export class UnreadableBill extends Error {}

/** A single hash for all files of a bill, whatever their order. */
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
 * Reads the bytes of a bill's file. A server that was restored without its files folder knows the file but not its
 * bytes. A person is told so, because retrying does not bring the bytes back.
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

/** Whether the file is missing, according to the error codes of folders and buckets. */
const isMissing = (error: unknown): boolean => {
  const { code, name } = error as { code?: string; name?: string };
  return code === 'ENOENT' || name === 'NoSuchKey' || name === 'NotFound';
};

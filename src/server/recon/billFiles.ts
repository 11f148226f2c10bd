import { createHash } from 'node:crypto';
import type { FileStore } from '../files/fileStore.ts';
import type { BillFile } from './bills.ts';

/** The identity of a bill's combined files, and their bytes. */

/** Thrown for a bill that cannot be read. The message is a sentence for the person who submitted it. */
export class UnreadableBill extends Error {}

/** One hash for all of a bill's files, whatever their order. */
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
 * Reads the bytes of a bill's file. A server restored without its files folder knows the file but does not have its
 * bytes. A person sees this as an error, since retrying does not bring them back.
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

/** Whether the file is missing, by the error codes of folders and buckets. */
const isMissing = (error: unknown): boolean => {
  const { code, name } = error as { code?: string; name?: string };
  return code === 'ENOENT' || name === 'NoSuchKey' || name === 'NotFound';
};

import type { FileStore } from './fileStore.ts';
import { folderStore } from './folderStore.ts';
import type { S3Place } from './s3Store.ts';

/** The place where files are stored, which is a folder or a bucket. */
export type FilesPlace = { folder: string } | { s3: S3Place };

/**
 * Opens the file store. Loads the S3 client only if a bucket is used.
 * @throws Error if the store cannot be used
 */
export async function openFileStore(place: FilesPlace): Promise<FileStore> {
  if ('folder' in place) return folderStore(place.folder);
  const { s3Store } = await import('./s3Store.ts');
  return s3Store(place.s3);
}

import type { Readable } from 'node:stream';
import type { DataStore } from '@tus/server';

/** Where the bytes of files lie, by the file's id. What is known of a file next to them is in the table `files`. */
export interface FileStore {
  /** Takes resumable uploads; what it has taken whole is read under the same id. */
  readonly uploads: DataStore;
  /** All bytes of a file. @throws Error if it is missing */
  read: (id: string) => Promise<Buffer>;
  stream: (id: string) => Promise<Readable>;
  put: (id: string, bytes: Buffer | AsyncIterable<Buffer>) => Promise<void>;
  /** Removes a file, or what came of an upload that was never finished; that there is none is not an error. */
  remove: (id: string) => Promise<void>;
  /** Whether there is no room for another file; the library for uploads does not pass on why a write failed. */
  isFull: () => Promise<boolean>;
  close: () => Promise<void>;
}

/** An upload that is not finished within this time starts again. */
export const UPLOAD_SECONDS = 24 * 3600;
/** A file that no import has used is removed after this time. */
export const UNUSED_SECONDS = 7 * 24 * 3600;
/** Files with the errors of an import. */
export const DETAIL_SECONDS = 30 * 24 * 3600;
/** Bytes of files that no import has used yet, one person's together. */
export const UNUSED_LIMIT = 2 * 1024 * 1024 * 1024;
/** Such files, and those of them that are not finished, one person's together. */
export const UNUSED_MOST = 2_000;
export const UNFINISHED_MOST = 50;

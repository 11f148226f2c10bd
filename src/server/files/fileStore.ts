import type { Readable } from 'node:stream';
import type { DataStore } from '@tus/server';

/** Stores the contents of files by file id. Their metadata is in the `files` table. */
export interface FileStore {
  /** Receives resumable uploads. A completed upload can be read under the same id. */
  readonly uploads: DataStore;
  /**
   * Returns a file's entire content.
   * @throws Error if it is missing
   */
  read: (id: string) => Promise<Buffer>;
  stream: (id: string) => Promise<Readable>;
  /**
   * The path of a file on this machine, for programs that read the file themselves; undefined if files are in a bucket.
   */
  pathOf?: (id: string) => string;
  put: (id: string, bytes: Buffer | AsyncIterable<Buffer>) => Promise<void>;
  /** Removes a file, or the parts of an unfinished upload; does nothing if it is missing. */
  remove: (id: string) => Promise<void>;
  /** Whether there is no space for another file. The upload library does not report why a write failed. */
  isFull: () => Promise<boolean>;
  close: () => Promise<void>;
}

/** An upload that is not finished within this many seconds must start over. */
export const UPLOAD_SECONDS = 24 * 3600;
/** A file that no import uses is removed after this many seconds. */
export const UNUSED_SECONDS = 7 * 24 * 3600;
/** The number of seconds for which files with an import's errors are kept. */
export const DETAIL_SECONDS = 30 * 24 * 3600;
/** Maximum total size in bytes of a person's unused files, which are those that no import has used yet. */
export const UNUSED_LIMIT = 2 * 1024 * 1024 * 1024;
/** Maximum number of unused files, and of unfinished uploads, that a person may have. */
export const UNUSED_MOST = 2_000;
export const UNFINISHED_MOST = 50;

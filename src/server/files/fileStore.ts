import type { Readable } from 'node:stream';
import type { DataStore } from '@tus/server';

/** Stores the contents of files by file id. Their metadata is in the table `files`. */
export interface FileStore {
  /** Receives resumable uploads; a complete upload can be read by the same id. */
  readonly uploads: DataStore;
  /**
   * Returns a file's entire content.
   * @throws Error if it is missing
   */
  read: (id: string) => Promise<Buffer>;
  stream: (id: string) => Promise<Readable>;
  /** Path of a file on this machine, for programs that read it themselves; undefined for a bucket. */
  pathOf?: (id: string) => string;
  put: (id: string, bytes: Buffer | AsyncIterable<Buffer>) => Promise<void>;
  /** Removes a file, or the parts of an unfinished upload; does nothing if it is missing. */
  remove: (id: string) => Promise<void>;
  /** Whether there is no room for another file. The upload library does not report why a write failed. */
  isFull: () => Promise<boolean>;
  close: () => Promise<void>;
}

/** An upload not finished within this time must start over. */
export const UPLOAD_SECONDS = 24 * 3600;
/** A file that no import uses is removed after this time. */
export const UNUSED_SECONDS = 7 * 24 * 3600;
/** How long files with an import's errors are kept. */
export const DETAIL_SECONDS = 30 * 24 * 3600;
/** Maximum total size in bytes of one person's unused files, i.e. those that no import has used yet. */
export const UNUSED_LIMIT = 2 * 1024 * 1024 * 1024;
/** Maximum number of one person's unused files, and of their unfinished uploads. */
export const UNUSED_MOST = 2_000;
export const UNFINISHED_MOST = 50;

import type { ImportState } from '../../contract/imports/calls.ts';
import type { JobKind } from './kind.ts';

/** The interface of an API process's imports for the rest of the server (imports/runner). */

/** Progress of an import, as sent to its person's event streams. */
export interface ImportProgress {
  id: string;
  userId: number;
  state: ImportState;
  done: number;
  total: number;
}

/** Input of an import job. `light`: it changes few records and reads no spreadsheet (imports/enqueue). */
export interface ImportJob {
  id: string;
  light: boolean;
}

export interface ImportRunner {
  /** Imports as a kind of background work. */
  kind: JobKind<ImportJob>;
  /** Progress of an import running in this process. */
  progressOf: (id: string) => ImportProgress | undefined;
  listen: (listener: (progress: ImportProgress) => void) => () => void;
  /** Locks a collection's channels for the writes of all except one import; returns an unlock function. */
  lock: (collection: string, channels: readonly number[], importNo: number) => () => void;
  /** Whether another import that cannot be undone is being applied to a collection's channel. */
  isLocked: (collection: string, channelId: number, importNo?: number) => boolean;
  /**
   * Locks the channels of imports that were killed halfway (imports/apply) before anyone can write; their jobs continue
   * them.
   */
  recover: () => Promise<void>;
  /** Resolves when an import has ended, or after a time. */
  ended: (id: string, millis: number) => Promise<void>;
  close: () => void;
}

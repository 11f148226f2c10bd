import type { ImportState } from '../../contract/imports/calls.ts';
import type { JobKind } from './kind.ts';

/** What the rest of the server can do with an API process's imports (imports/runner). */

/** An import's progress, as sent to its person's event streams. */
export interface ImportProgress {
  id: string;
  userId: number;
  state: ImportState;
  done: number;
  total: number;
}

/** Input of an import job. `light`: the import changes few records and reads no spreadsheet (imports/enqueue). */
export interface ImportJob {
  id: string;
  light: boolean;
}

export interface ImportRunner {
  /** Imports as a kind of background work. */
  kind: JobKind<ImportJob>;
  /** Progress of an import that runs in this process. */
  progressOf: (id: string) => ImportProgress | undefined;
  listen: (listener: (progress: ImportProgress) => void) => () => void;
  /** Locks channels of a collection against all writes except those of one import; returns an unlock function. */
  lock: (collection: string, channels: readonly number[], importNo: number) => () => void;
  /** Whether an import other than `importNo` is being applied, in chunks, to a channel of a collection. */
  isLocked: (collection: string, channelId: number, importNo?: number) => boolean;
  /**
   * Locks the channels of imports that were killed halfway (imports/apply) before anyone can write. Their jobs continue
   * the imports.
   */
  recover: () => Promise<void>;
  /** Resolves when an import has ended, or after the given time. */
  ended: (id: string, millis: number) => Promise<void>;
  close: () => void;
}

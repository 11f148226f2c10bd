import type { ImportState } from '../../contract/imports/calls.ts';
import type { Country } from '../../domain/country.ts';
import type { JobKind } from './kind.ts';

/** A list that an import locks; `entity` matters only for records that belong to the entity. */
export interface LockedList {
  collection: string;
  entity: Country;
}

/** What the rest of the server can do with the imports of an API process (imports/runner). */

/** The progress of an import, as sent to the event streams of its person. */
export interface ImportProgress {
  id: string;
  userId: number;
  state: ImportState;
  done: number;
  total: number;
}

/**
 * Input of an import job. `light`: whether the import changes few records and reads no spreadsheet (imports/enqueue).
 */
export interface ImportJob {
  id: string;
  light: boolean;
}

export interface ImportRunner {
  /** Imports, as a kind of background work. */
  kind: JobKind<ImportJob>;
  /** Returns the progress of an import that runs in this process. */
  progressOf: (id: string) => ImportProgress | undefined;
  listen: (listener: (progress: ImportProgress) => void) => () => void;
  /**
   * Locks channels of collections against all writes except those of one import; returns a function that unlocks them.
   */
  lock: (lists: readonly (LockedList & { channels: readonly number[] })[], importNo: number) => () => void;
  /** Whether an import other than `importNo` is being applied in chunks to a channel of a list. */
  isLocked: (list: LockedList, channelId: number, importNo?: number) => boolean;
  /**
   * Locks the channels of imports that were killed in the middle (imports/apply) before anyone can write to them. Their
   * jobs continue the imports.
   */
  recover: () => Promise<void>;
  /** Resolves when an import has ended, or when the given time has passed. */
  ended: (id: string, millis: number) => Promise<void>;
  close: () => void;
}

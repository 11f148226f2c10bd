import type { ImportState } from '../../contract/imports/calls.ts';
import type { JobKind } from './kind.ts';

/** The imports of an API process as the rest of the server sees them (imports/runner). */

/** How far an import is, as its person's event streams receive it. */
export interface ImportProgress {
  id: string;
  userId: number;
  state: ImportState;
  done: number;
  total: number;
}

/** What a job of an import is given. `light`: it changes few records and reads no spreadsheet (imports/enqueue). */
export interface ImportJob {
  id: string;
  light: boolean;
}

export interface ImportRunner {
  /** Imports as a kind of background work. */
  kind: JobKind<ImportJob>;
  /** How far one is that runs in this process. */
  progressOf: (id: string) => ImportProgress | undefined;
  listen: (listener: (progress: ImportProgress) => void) => () => void;
  /** Closes a collection's channels to the writes of all but one import; returns how to open them again. */
  lock: (collection: string, channels: readonly number[], importNo: number) => () => void;
  /** Whether another import that cannot be undone is being applied to a collection's channel. */
  isLocked: (collection: string, channelId: number, importNo?: number) => boolean;
  /** Closes the channels of what was killed half way (imports/apply), before anybody can write; its job carries it on. */
  recover: () => Promise<void>;
  /** Resolves when an import has ended, or after a time. */
  ended: (id: string, millis: number) => Promise<void>;
  close: () => void;
}

import { FILE_TOO_LARGE } from '../../../contract/files.ts';
import type { Country } from '../../../domain/country.ts';
import type { HeaderMapping } from '../../../domain/import/headers.ts';
import type { ExcelClient } from '../../excelClient/client.ts';
import type { ImportDraft } from '../../imports/db.ts';
import type { KeptDraft } from '../../imports/drafts.ts';

/** Stores an import on this device while the person works on it; null if the device cannot store it. */
export interface WorkStore {
  loadDraft(): Promise<ImportDraft | null>;
  /** Reserves a slot for a separate draft, in addition to an existing one. */
  newDraft(): Promise<void>;
  /** Stores the draft, or removes it if null. Returns whether a draft is stored; there may be no free slot. */
  saveDraft(draft: KeptDraft | null): Promise<boolean>;
  loadMapping(): Promise<HeaderMapping>;
  saveMapping(mapping: HeaderMapping): Promise<void>;
  /** Lets another tab continue the draft. */
  release(): void;
}

export interface WorkDeps {
  excel: ExcelClient;
  store: WorkStore;
  importId: string;
  entity: Country;
  userId: number;
  /**
   * Waits until the mirror has caught up with the server; returns false if it could not. If omitted, the cached data is
   * used.
   */
  catchUp?: () => Promise<boolean>;
  /** Loads channels' records so that rows can be compared with them; calls back when they may be available. */
  cacheChannels?: (channelIds: readonly number[], then: () => void) => void;
}

/** Thrown when the server could not be reached to load the current records. */
export class CannotCatchUp extends Error {
  constructor() {
    super('Today’s records could not be loaded: the server cannot be reached. Compare again once it can.');
  }
}

/** Thrown when a file is too large to upload after corrections or header choices (UPLOAD-6). */
export class CorrectedTooLarge extends Error {
  constructor(name: string) {
    super(`${FILE_TOO_LARGE}: "${name}" is larger after your corrections. Import its rows in several smaller files.`);
  }
}

import { FILE_TOO_LARGE } from '../../../contract/files.ts';
import type { Country } from '../../../domain/country.ts';
import type { HeaderMapping } from '../../../domain/import/headers.ts';
import type { ExcelClient } from '../../excelClient/client.ts';
import type { ImportDraft } from '../../imports/db.ts';

/** What is kept of an import on this device while a person works on it; null if nothing can be kept. */
export interface WorkStore {
  loadDraft(): Promise<ImportDraft | null>;
  /** Takes a place for a draft of its own, next to one that is there. */
  newDraft(): Promise<void>;
  /** Whether it is kept: there may be no place for it. Null forgets it. */
  saveDraft(draft: Pick<ImportDraft, 'files' | 'sheets' | 'fixes'> | null): Promise<boolean>;
  loadMapping(): Promise<HeaderMapping>;
  saveMapping(mapping: HeaderMapping): Promise<void>;
  /** Lets another tab take the draft up. */
  release(): void;
}

export interface WorkDeps {
  excel: ExcelClient;
  store: WorkStore;
  importId: string;
  entity: Country;
  userId: number;
  /** Waits until the mirror has caught up with the server once more; false if it could not. Without it, what is here counts. */
  catchUp?: () => Promise<boolean>;
  /** Has the records of channels loaded, so that rows can be compared with them; calls back once they may be there. */
  cacheChannels?: (channelIds: readonly number[], then: () => void) => void;
}

/** The server could not be asked for what is there today. */
export class CannotCatchUp extends Error {
  constructor() {
    super('Today’s records could not be loaded: the server cannot be reached. Compare again once it can.');
  }
}

/** What a file became by corrections or header choices cannot be uploaded (UPLOAD-6). */
export class CorrectedTooLarge extends Error {
  constructor(name: string) {
    super(`${FILE_TOO_LARGE}: "${name}" is larger after your corrections. Import its rows in several smaller files.`);
  }
}

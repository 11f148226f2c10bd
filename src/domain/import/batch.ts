/** Batches: named imports that are kept in a history (shell spec 3, 4; CDT-10 to CDT-13). */

export const BATCH_STATUS = { waiting: 0, inProgress: 1, successful: 2, failed: 3 } as const;
export type BatchStatus = (typeof BATCH_STATUS)[keyof typeof BATCH_STATUS];

/** The status that lists show, which combines two of the import's states. */
export const BATCH_STATUSES = [
  { value: BATCH_STATUS.waiting, label: 'In Progress' },
  { value: BATCH_STATUS.inProgress, label: 'In Progress' },
  { value: BATCH_STATUS.successful, label: 'Successful' },
  { value: BATCH_STATUS.failed, label: 'Failed' },
] as const;

/** The batch status that corresponds to an import's state (contract/imports/calls). */
export function batchStatusOf(state: string): BatchStatus {
  if (state === 'queued') return BATCH_STATUS.waiting;
  if (state === 'applied') return BATCH_STATUS.successful;
  return state === 'checking' || state === 'applying' ? BATCH_STATUS.inProgress : BATCH_STATUS.failed;
}

/** Whether a batch has finished, which is required for downloading it (CDT-13). */
export const hasEnded = (status: BatchStatus): boolean =>
  status === BATCH_STATUS.successful || status === BATCH_STATUS.failed;

/** The maximum length of a batch's name. */
export const BATCH_NAME_MOST = 128;

/** The default name of a batch: its file's name without the extension. */
export const batchNameOf = (fileName: string): string =>
  (fileName.replace(/\.[^.]*$/, '').trim() || fileName).slice(0, BATCH_NAME_MOST);

import { BATCH_STATUS } from '../../domain/import/batch.ts';

/** Statuses that a person can filter by; waiting and in-progress tasks have the same one (G73). */
export const STATUS_CHOICES = [
  { value: BATCH_STATUS.inProgress, label: 'In Progress' },
  { value: BATCH_STATUS.successful, label: 'Successful' },
  { value: BATCH_STATUS.failed, label: 'Failed' },
] as const;

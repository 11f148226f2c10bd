import { BATCH_STATUS } from '../../domain/import/batch.ts';

/** Statuses by which a person can filter; waiting and in-progress tasks share one (G73). */
export const STATUS_CHOICES = [
  { value: BATCH_STATUS.inProgress, label: 'In Progress' },
  { value: BATCH_STATUS.successful, label: 'Successful' },
  { value: BATCH_STATUS.failed, label: 'Failed' },
] as const;

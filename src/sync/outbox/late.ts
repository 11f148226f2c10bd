import { callById } from '../../contract/registry.ts';
import type { StoredEntry } from './entry.ts';

/** What must not take effect hours after it was asked for (CHC-19): an urgent switch that a lost network has kept back. */

const MINUTE = 60_000;

const within = ({ callId }: Pick<StoredEntry, 'callId'>): number => callById(callId)?.write?.within ?? Infinity;

/** Whether a write waited longer than its call allows, since the person asked for it last. */
export const isLate = (entry: Pick<StoredEntry, 'callId' | 'createdAt' | 'askedAt'>, now: number): boolean =>
  now - (entry.askedAt ?? entry.createdAt) > within(entry);

/** Why it is not sent any more. */
export const lateText = (entry: Pick<StoredEntry, 'callId'>): string =>
  `It waited longer than ${within(entry) / MINUTE} minutes for the server and was given up, so that it does not take effect late. Send it again, or discard it`;

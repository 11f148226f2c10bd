import { Dexie } from 'dexie';
import type { SessionInfo } from '../../contract/session.ts';
import { activityName, mirrorName, ownerOf, pinsName } from '../storage/databaseNames.ts';
import { keptDrafts, leaveDrafts } from '../drafts/leaving.ts';
import {
  importDrafts,
  lastImport,
  leaveImports,
  openImports,
  undecidedImports,
  unsentImports,
} from '../imports/leaving.ts';
import { openMirror } from '../mirror/db.ts';
import { pruneForSession } from '../mirror/prune.ts';
import { lastWrite, leaveOutbox, undecidedWrites, unsentWrites } from '../outbox/leaving.ts';
import { type Decided, type PersonsData, type Started } from './personsData.ts';
import { isThere } from '../storage/lockedDb.ts';
import { withTimeout } from '../base/withTimeout.ts';

/** Manages the databases that belong to a person on this device (MR4, SW1). */

/** Number of the person's unfinished writes, including imports: queued, in flight, refused or in conflict. */
export async function unsentOf(userId: number): Promise<number> {
  return (await unsentWrites(userId)) + (await unsentImports(userId));
}

/** Number of those unfinished writes that are not sent until the person decides: refused, in conflict, or failed. */
export async function undecidedOf(userId: number): Promise<number> {
  return (await undecidedWrites(userId)) + (await undecidedImports(userId));
}

/** The forms and imports that the person started but neither applied nor canceled. */
export async function draftsOf(userId: number): Promise<Started> {
  return { forms: await keptDrafts(userId), imports: await importDrafts(userId) };
}

/** The last number in each of the person's queues, to which their decision about unsent writes applies. */
export async function lastOf(userId: number): Promise<Decided> {
  return { writes: await lastWrite(userId), imports: await lastImport(userId) };
}

/**
 * Time in milliseconds to wait for a deletion. If a frozen tab blocks the deletion, it happens when that tab thaws or
 * closes, and nobody waits for it.
 */
const DELETE_MOST = 3000;

/**
 * Removes a person's stored data: always the mirror, pins and activity; the outbox and imports if they contain nothing
 * unsent, the drafts database if it is empty.
 * @param discard what the person discarded (OB6: always their own decision); null for nothing
 */
export async function forgetUser(userId: number, discard: Decided | null, now: number): Promise<void> {
  const deleted = Promise.all([mirrorName, activityName, pinsName].map(name => Dexie.delete(name(userId))));
  await Promise.all([
    leaveOutbox(userId, discard?.writes ?? 0, now),
    leaveImports(userId, discard?.imports ?? null),
    leaveDrafts(userId, discard !== null),
  ]);
  await withTimeout(deleted, DELETE_MOST);
}

/** Removes everyone else's mirrors, however they came to be left behind (MR4). */
export async function forgetOthers(userId: number): Promise<void> {
  const names = await Dexie.getDatabaseNames();
  const others = names
    .map(ownerOf)
    .filter(id => id !== undefined)
    .filter(id => id !== userId);
  for (const id of new Set(others)) await forgetUser(id, null, 0);
}

/** Adapts the mirror to changed permissions (MR4). A mirror that cannot be opened contains nothing to remove. */
export async function pruneUser(info: SessionInfo): Promise<void> {
  if (!(await isThere(mirrorName(info.userId)))) return;
  const db = await openMirror(info.userId, async () => true);
  try {
    await pruneForSession(db, info);
  } finally {
    db.close();
  }
}

export const devicesData: PersonsData = {
  unsentOf,
  undecidedOf,
  importsOf: openImports,
  draftsOf,
  lastOf,
  forgetUser,
  forgetOthers,
  pruneUser,
};

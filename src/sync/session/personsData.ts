import type { SessionInfo } from '../../contract/session.ts';
import type { OpenImports } from '../imports/db.ts';
import { withTimeout } from '../base/withTimeout.ts';
import { ownerOf } from '../storage/databaseNames.ts';

/** The last number in each of a person's queues (0 if empty) at the time when they decided to discard unsent data. */
export interface Decided {
  writes: number;
  imports: number;
}

/** Number of forms and of imports that a person started but neither applied nor canceled. */
export interface Started {
  forms: number;
  imports: number;
}

/** People's data stored on a device, and its removal. */
export interface PersonsData {
  unsentOf(userId: number): Promise<number>;
  /** Number of those unfinished writes that wait for the person's decision. */
  undecidedOf(userId: number): Promise<number>;
  /** How many of the unfinished writes are imports of files, and how many are bulk changes. */
  importsOf(userId: number): Promise<OpenImports>;
  draftsOf(userId: number): Promise<Started>;
  lastOf(userId: number): Promise<Decided>;
  forgetUser(userId: number, discard: Decided | null, now: number): Promise<void>;
  forgetOthers(userId: number): Promise<void>;
  pruneUser(info: SessionInfo): Promise<void>;
}

/** Timeout in milliseconds for the browser to list its databases. */
const LOOK_MOST = 4000;

/** Ids of people with data stored here; undefined if unknown. */
export async function keptHere(): Promise<number[] | undefined> {
  const listing = indexedDB.databases?.();
  const names = listing && (await withTimeout(listing, LOOK_MOST));
  return names?.map(({ name }) => ownerOf(name ?? '')).filter(id => id !== undefined);
}

const load = async (): Promise<PersonsData> => (await import('./userData.ts')).devicesData;

/** The data on this device; the database code is loaded only if there is data to read or remove. */
export const devicesDataLater: PersonsData = {
  unsentOf: async userId => (await load()).unsentOf(userId),
  undecidedOf: async userId => (await load()).undecidedOf(userId),
  importsOf: async userId => (await load()).importsOf(userId),
  draftsOf: async userId => (await load()).draftsOf(userId),
  lastOf: async userId => (await load()).lastOf(userId),
  forgetUser: async (userId, discard, now) => (await load()).forgetUser(userId, discard, now),
  forgetOthers: async userId => {
    const kept = await keptHere();
    if (!kept || kept.some(id => id !== userId)) await (await load()).forgetOthers(userId);
  },
  pruneUser: async info => (await load()).pruneUser(info),
};

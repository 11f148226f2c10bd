import type { MirrorDb } from './db.ts';

/** A counter of the mirror; one that was never written stands at 0. */
export const counterOf = async (db: MirrorDb, id: string): Promise<number> => (await db.counters.get(id))?.value ?? 0;

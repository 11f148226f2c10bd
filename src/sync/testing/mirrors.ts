import type { Declarations } from '../../contract/declarations.ts';
import { openMirror, type MirrorDb } from '../mirror/db.ts';
import { anyone } from './fakeEnv.ts';

/**
 * Opens mirrors for the given person, or for one that no other test in the file uses, and deletes them after each test.
 */
export function mirrors(
  firstUser: number,
  afterEach: (clean: () => Promise<void>) => void,
  declared?: Declarations,
): (user?: number) => Promise<MirrorDb> {
  let last = firstUser;
  const opened: MirrorDb[] = [];
  afterEach(async () => {
    for (const db of opened.splice(0)) await db.delete();
  });
  return async (user = (last += 1)) => {
    const db = await openMirror(user, anyone, declared);
    opened.push(db);
    return db;
  };
}

import { broadcast, systemClock, webLocks } from '../base/browser.ts';
import type { Env } from '../base/env.ts';
import { SessionDb } from './sessionDb.ts';

let session: SessionDb | null = null;

async function owns(userId: number): Promise<boolean> {
  session ??= new SessionDb();
  return (await session.get('session'))?.info.userId === userId;
}

/** The real environment: a window's or worker's globals, and the session on the device. */
export const browserEnv = (): Env => ({
  clock: systemClock,
  random: Math.random,
  locks: webLocks,
  openChannel: broadcast,
  owns,
  uuid: () => crypto.randomUUID(),
});

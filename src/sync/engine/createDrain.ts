import { browserEnv } from '../storage/browserEnv.ts';
import { awaitingImports } from '../imports/awaited.ts';
import { openMirror, type MirrorDb } from '../mirror/db.ts';
import { learnFrom, openForWrites, rightsReader } from '../mirror/learn.ts';
import { mirrorName, outboxName } from '../storage/databaseNames.ts';
import { DexieOutbox } from '../outbox/dexieStore.ts';
import { drainOutbox, type DrainEnd } from './drain.ts';
import { SessionDb } from '../storage/sessionDb.ts';
import { createTransport, platformFetch } from '../network/transport.ts';
import { ifThere, isThere } from '../storage/lockedDb.ts';

/** The drain, using the browser's own databases and network; the service worker runs it at a background sync. */
export async function drainHere(): Promise<{ end: DrainEnd; left: boolean }> {
  const session = new SessionDb();
  const opened: { mirror: Promise<MirrorDb | null> | null } = { mirror: null };
  const env = browserEnv();
  // Opened only when something is sent.
  const mirrorOf = openForWrites((userId: number) => (opened.mirror ??= open(userId).catch(() => null)), env.clock);
  const open = async (userId: number) => ((await isThere(mirrorName(userId))) ? openMirror(userId, env.owns) : null);
  try {
    return await drainOutbox({
      env,
      // No page is open, so there is no project (REQ-6).
      call: createTransport({ fetch: platformFetch, baseUrl: '', project: () => null }).call,
      loadUser: async () => (await session.get('session'))?.info.userId ?? null,
      openOutbox: userId =>
        ifThere<DexieOutbox | null>(outboxName(userId), null, async () => {
          const outbox = new DexieOutbox(userId, 'relaxed');
          await outbox.db.open();
          return outbox;
        }),
      learn: async (userId, answer) => {
        const db = await mirrorOf(userId);
        if (db) await learnFrom(db, [answer]);
      },
      awaiting: (userId, entries) => awaitingImports(userId, env.owns, entries),
      rights: rightsReader(mirrorOf),
    });
  } finally {
    session.close();
    void opened.mirror?.then(db => db?.close());
  }
}

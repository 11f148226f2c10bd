import type { Database } from '../db/open.ts';
import type { EventHub } from './hub.ts';
import { notifyNews } from './listen.ts';

/** Notifies a person's open consoles, here and in other processes, that their notifications have changed. */
export async function announceBell(
  { database, hub }: { database: Pick<Database, 'kind' | 'origin' | 'pool'>; hub: Pick<EventHub, 'announce'> },
  userId: number,
): Promise<void> {
  const news = { kind: 'bell', userIds: [userId] } as const;
  hub.announce(news);
  // The notifications are stored anyway: a console that misses this finds them at its next check.
  await notifyNews(database, database.pool, news).catch(() => undefined);
}

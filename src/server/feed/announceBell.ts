import type { Database } from '../db/open.ts';
import type { EventHub } from './hub.ts';
import { notifyNews } from './listen.ts';

/** Notifies a person's open consoles, in this process and others, that their notifications have changed. */
export async function announceBell(
  { database, hub }: { database: Pick<Database, 'kind' | 'origin' | 'pool'>; hub: Pick<EventHub, 'announce'> },
  userId: number,
): Promise<void> {
  const news = { kind: 'bell', userIds: [userId] } as const;
  hub.announce(news);
  // The notifications are stored in any case. A console that misses this message finds them the next time it checks.
  await notifyNews(database, database.pool, news).catch(() => undefined);
}

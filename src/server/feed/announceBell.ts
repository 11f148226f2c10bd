import type { Database } from '../db/open.ts';
import type { EventHub } from './hub.ts';
import { notifyNews } from './listen.ts';

/** Tells a person's open consoles, here and in other processes, that their notifications are others by now. */
export async function announceBell(
  { database, hub }: { database: Pick<Database, 'kind' | 'origin' | 'pool'>; hub: Pick<EventHub, 'announce'> },
  userId: number,
): Promise<void> {
  const news = { kind: 'bell', userIds: [userId] } as const;
  hub.announce(news);
  // What is in the bell is there all the same: a console that is not told finds it when it is looked at again.
  await notifyNews(database, database.pool, news).catch(() => undefined);
}

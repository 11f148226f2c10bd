import { rateFileById } from '../../contract/rateImports/resources.ts';
import { resourceById } from '../../contract/resources/all.ts';
import type { ServerContext } from '../context.ts';
import { notifyNews } from '../feed/listen.ts';
import type { ImportRecord } from './records.ts';

/**
 * Notifies the open consoles of an entity, in this process and others, that a list of imports has changed, so that
 * people also see what their colleagues import (issue 29: the states of tasks update live). Must be called after the
 * commit. Imports that no list shows, such as bulk changes, are not announced.
 */
export async function announceBatches(
  { database, hub, declared }: Pick<ServerContext, 'database' | 'hub' | 'declared'>,
  { entity, declaration: importId }: Pick<ImportRecord, 'entity' | 'declaration'>,
): Promise<void> {
  if (!rateFileById(importId) && !resourceById(importId, declared.resources)?.batches) return;
  const news = { kind: 'batches', entity, importId } as const;
  hub.announce(news);
  // A console that misses this message finds the change the next time it refreshes the list.
  await notifyNews(database, database.pool, news).catch(() => undefined);
}

import type { Country } from '../../domain/country.ts';
import type { SyncClient } from '../client.ts';
import { askedLater, askLater, takeAsked, type AskedLater } from '../drafts/askedLater.ts';

export type { AskedLater };

/** What the person asked for while the server could not be reached, for one kind of action (drafts/askedLater). */
export const laterOf = (client: Pick<SyncClient, 'userId' | 'env'>, kind: string) => ({
  /** Of an entity's records. */
  all: (entity: Country): Promise<AskedLater[]> => askedLater(client.userId, client.env, kind, `${entity}/`),
  keep: (asked: AskedLater): Promise<void> => askLater(client.userId, client.env, kind, asked),
  /** False where another tab has taken it. */
  take: (key: string): Promise<boolean> => takeAsked(client.userId, client.env, kind, key),
});

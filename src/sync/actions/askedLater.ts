import type { Country } from '../../domain/country.ts';
import type { SyncClient } from '../client/client.ts';
import { askedLater, askLater, takeAsked, type AskedLater } from '../drafts/askedLater.ts';

export type { AskedLater };

/** What the person requested while the server could not be reached, for one kind of action (drafts/askedLater). */
export const laterOf = (client: Pick<SyncClient, 'userId' | 'env' | 'status'>, kind: string) => ({
  /**
   * Requests for an entity's records, including expired ones; the header pill counts only those that have not expired.
   */
  all: async (entity: Country): Promise<AskedLater[]> => {
    const found = await askedLater(client.userId, client.env, kind, `${entity}/`);
    const now = client.env.clock.now();
    client.status.setAsked(found.filter(({ until }) => until > now).length);
    return found;
  },
  keep: (asked: AskedLater): Promise<void> => askLater(client.userId, client.env, kind, asked),
  /** Takes a request; false if another tab has already taken it. */
  take: (key: string): Promise<boolean> => takeAsked(client.userId, client.env, kind, key),
});

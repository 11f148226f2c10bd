import type { Country } from '../../domain/country.ts';
import type { SyncClient } from '../client/client.ts';
import { askedLater, askLater, takeAsked, type AskedLater } from '../drafts/askedLater.ts';

export type { AskedLater };

/** Actions of one kind that the person requested while the server was unreachable (drafts/askedLater). */
export const laterOf = (client: Pick<SyncClient, 'userId' | 'env' | 'status'>, kind: string) => ({
  /** All requests for an entity's records, including expired ones, which the header pill does not count. */
  all: async (entity: Country): Promise<AskedLater[]> => {
    const found = await askedLater(client.userId, client.env, kind, `${entity}/`);
    const now = client.env.clock.now();
    client.status.setAsked(found.filter(({ until }) => until > now).length);
    return found;
  },
  keep: (asked: AskedLater): Promise<void> => askLater(client.userId, client.env, kind, asked),
  /** Claims a request; returns false if another tab has already claimed it. */
  take: async (key: string): Promise<boolean> => (await takeAsked(client.userId, client.env, kind, key)) !== null,
  /**
   * Claims a request and carries it out; returns false if another tab has already claimed it. If that fails, the
   * request is stored again, so that it can be retried.
   */
  carryOut: async (key: string, work: () => Promise<void>): Promise<boolean> => {
    const asked = await takeAsked(client.userId, client.env, kind, key);
    if (!asked) return false;
    try {
      await work();
    } catch (error) {
      await askLater(client.userId, client.env, kind, asked);
      throw error;
    }
    return true;
  },
});

import { useEffect, useState } from 'react';
import { channelFlag } from '../../contract/channels.ts';
import type { Country } from '../../domain/country.ts';
import type { SyncClient } from '../client/client.ts';
import { holdsChannels } from '../mirror/loaded.ts';
import { useSync } from './useSync.ts';

/** Whether a country's channels are on this device; without them, no list works offline. */
export async function isOnDevice({ mirror }: SyncClient, entity: Country): Promise<boolean> {
  const db = await mirror;
  return db !== null && db.transaction('r', [db.channels, db.snapshots], () => holdsChannels(db, entity));
}

/** Looks up a channel's country in the channels on this device or else on the server; null if unknown. */
async function findChannelCountry(client: SyncClient, channelId: number): Promise<Country | null> {
  const db = await client.mirror;
  const cached = await db?.channels.filter(row => row.channelId === channelId).first();
  if (cached) return cached.entity;
  const answer = await client.transport.call(channelFlag, { channelId });
  return answer.kind === 'ok' ? answer.data.country : null;
}

/**
 * The country of a channel outside the current country; null during the lookup, or if the person has no access to it.
 */
export function useChannelCountry(channelId: number | null): Country | null {
  const { client } = useSync();
  const [found, setFound] = useState<{ channelId: number; country: Country | null } | null>(null);
  useEffect(() => {
    if (channelId === null) return undefined;
    let over = false;
    findChannelCountry(client, channelId).then(
      country => over || setFound({ channelId, country }),
      // If the mirror cannot be read, the page only says that this country has no such channel.
      () => undefined,
    );
    return () => {
      over = true;
    };
  }, [client, channelId]);
  return found !== null && found.channelId === channelId ? found.country : null;
}

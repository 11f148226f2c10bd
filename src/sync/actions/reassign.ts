import { channelLocationKey, listChannelLocations, type ChannelLocationRow } from '../../contract/channelLocation.ts';
import { channelLocation } from '../../contract/resources/channelLocation.ts';
import type { LocationRow } from '../../contract/locations.ts';
import { SUPPORT_KEYS, type ApplicableType, type SupportFlags } from '../../domain/serviceable.ts';
import type { SyncClient } from '../client/client.ts';
import type { NewWrite, OutboxEntry } from '../types.ts';
import { creation, edit } from '../resources/writes.ts';

/** Whether a stuck write can be redirected to another location because its own location or record no longer exists. */
export const canReassign = ({ collection, effect, state, theirs }: OutboxEntry): boolean =>
  collection === 'channelLocations' &&
  effect !== 'delete' &&
  (state === 'refused' || (state === 'conflict' && theirs?.row === null));

/** Time in milliseconds to wait for the server to say whether the channel already has the other location. */
const LOOK_MOST = 4000;

/** Returns the channel's record for another location, from the server or else the cache; null if neither has one. */
export async function recordAt(
  client: SyncClient,
  entry: OutboxEntry,
  locationId: number,
): Promise<ChannelLocationRow | null> {
  const { channelId, type } = keysOf(entry);
  const { entity } = entry;
  const answer = await client.transport.call(
    listChannelLocations,
    { channelId, type, locationId, offset: 0, size: 1 },
    { entity, timeoutMillis: LOOK_MOST },
  );
  if (answer.kind === 'ok') return answer.data.list[0] ?? null;
  const db = await client.mirror;
  const key = channelLocationKey({ channelId, type, locationId });
  const cached = await db?.rows.get([entity, 'channelLocations', key]);
  return (cached?.row as ChannelLocationRow | null | undefined) ?? null;
}

export const keysOf = ({ input }: OutboxEntry): { channelId: number; type: ApplicableType } => ({
  channelId: Number(input['channelId']),
  type: input['type'] === 1 ? 1 : 0,
});

/** The flags as the person set them. */
const flagsOf = ({ input }: OutboxEntry): SupportFlags =>
  Object.fromEntries(SUPPORT_KEYS.map(key => [key, input[key] === true])) as unknown as SupportFlags;

/**
 * Returns the stuck write redirected to another location of its channel: an edit if the channel has that location,
 * otherwise a creation.
 */
export function reassigned(
  entry: OutboxEntry,
  path: readonly LocationRow[],
  there: ChannelLocationRow | null,
): NewWrite {
  if (there) {
    // An edit carries over only the changed fields; a creation carries over all flags.
    const wanted = entry.effect === 'update' ? { ...there, ...entry.changes } : { ...there, ...flagsOf(entry) };
    return edit(channelLocation, entry.entity, there, wanted);
  }
  const name = (level: number) => path.find(place => place.level === level)?.name ?? '';
  const { channelId, type } = keysOf(entry);
  const locationId = path.at(-1)?.locationId ?? 0;
  const input = { channelId, type, locationId, ...flagsOf(entry) };
  const known = (entry.optimistic ?? entry.base ?? {}) as Partial<ChannelLocationRow>;
  return creation(channelLocation, entry.entity, {
    ...input,
    channelName: known.channelName ?? '',
    country: entry.entity,
    state: name(0),
    city: name(1),
    district: name(2),
    street: name(3),
    version: 1,
    updatedBy: '',
    updatedAt: 0,
  });
}

/**
 * Redirects a stuck write to another location of the same channel. The new write has its own key; the old one is
 * discarded with the reason and a link (OB3, OB6).
 * @returns null if the old write's state has changed
 * @throws OutboxUnavailable
 */
export function reassignEntry(
  client: SyncClient,
  entry: OutboxEntry,
  path: readonly LocationRow[],
  there: ChannelLocationRow | null,
): Promise<OutboxEntry | null> {
  const place = path.at(-1);
  return client.replace(
    entry.id,
    reassigned(entry, path, there),
    `Reassigned to location ${place?.locationId} (${place?.name})`,
  );
}

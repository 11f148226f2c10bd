import { collectionsOf } from '../../contract/call.ts';
import { scopeOfOwner } from '../../contract/owner.ts';
import { sizeText } from '../../domain/sizeText.ts';
import type { CachedSet, StorageRoom } from '../../sync/hooks/useCachedData.ts';

/** The state of a channel's or 3PL's rows in words. */
export function stateText({ state, progress, problem }: Pick<CachedSet, 'state' | 'progress' | 'problem'>): string {
  if (problem !== undefined && (state === 'loading' || state === 'waiting')) return `Not loaded yet: ${problem}`;
  switch (state) {
    case 'ready':
      return 'Ready offline';
    case 'loading':
      return `Loading, ${Math.round(progress * 100)} %`;
    case 'stale':
      return 'Will be reloaded';
    case 'noRoom':
      return 'No room: the storage is 60 % full';
    case 'waiting':
      return 'Waiting for the network';
  }
}

/** Whether a collection is the first one of its channel or 3PL, which represents all of them. */
export const isFirst = ({ collection, owner }: Pick<CachedSet, 'collection' | 'owner'>): boolean =>
  collection === collectionsOf(scopeOfOwner(owner))[0];

/** Even an empty collection of a channel or 3PL is cached, but it needs no row. */
export const isShown = (set: Pick<CachedSet, 'collection' | 'owner' | 'state' | 'rows'>): boolean =>
  isFirst(set) || set.state !== 'ready' || set.rows > 0;

/** Describes the browser's storage report. */
export function roomText(room: StorageRoom | null): string {
  if (!room || room.quota === 0) return 'This browser does not report how much it stores.';
  const share = Math.round((room.usage / room.quota) * 100);
  return `${sizeText(room.usage)} of ${sizeText(room.quota)} used (${share} %).`;
}

export const persistenceText = (persistent: boolean): string =>
  persistent
    ? 'The browser keeps this data until you remove it.'
    : 'The browser may delete this data when the disk is nearly full. Unsent changes would be lost too.';

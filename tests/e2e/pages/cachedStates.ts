import type { Page } from 'playwright/test';
import { OF_ENTITY } from '../../../src/contract/owner.ts';
import { browserStore } from '../../support/browserStore.ts';

/** States of the cached channels, from the browser's own database: ready where all that is cached with the channel is. */
export async function cachedStates(page: Page): Promise<Record<string, string>> {
  const sets = await browserStore<{ channelId: number; state: string }>(page, 'mirror', 'sets');
  const states: Record<string, string> = {};
  for (const { channelId, state } of sets) {
    if (channelId === OF_ENTITY) continue;
    if ((states[channelId] ?? 'ready') === 'ready') states[channelId] = state;
  }
  return states;
}

/** States of the collections that are cached with the entity, by their names. */
export async function entityStates(page: Page): Promise<Record<string, string>> {
  const sets = await browserStore<{ channelId: number; collection: string; state: string }>(page, 'mirror', 'sets');
  const own = sets.filter(({ channelId }) => channelId === OF_ENTITY);
  return Object.fromEntries(own.map(({ collection, state }) => [collection, state]));
}

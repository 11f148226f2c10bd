import type { Page } from 'playwright/test';
import { OF_ENTITY, type CachedOwner } from '../../../src/contract/owner.ts';
import { browserStore } from '../../support/browserStore.ts';

/**
 * States of the cached channels and 3PLs by key, read from the browser's own database: ready if all collections of the
 * owner are ready.
 */
export async function cachedStates(page: Page): Promise<Record<string, string>> {
  const sets = await browserStore<{ owner: CachedOwner; state: string }>(page, 'mirror', 'sets');
  const states: Record<string, string> = {};
  for (const { owner, state } of sets) {
    if (owner === OF_ENTITY) continue;
    if ((states[owner] ?? 'ready') === 'ready') states[owner] = state;
  }
  return states;
}

/** States of the collections that are cached with the entity, by name. */
export async function entityStates(page: Page): Promise<Record<string, string>> {
  const sets = await browserStore<{ owner: CachedOwner; collection: string; state: string }>(page, 'mirror', 'sets');
  const own = sets.filter(({ owner }) => owner === OF_ENTITY);
  return Object.fromEntries(own.map(({ collection, state }) => [collection, state]));
}

/** The names of the calls whose responses are cached on this device. */
export async function keptCalls(page: Page): Promise<string[]> {
  const kept = await browserStore<{ id: string }>(page, 'mirror', 'kept');
  return kept.map(({ id }) => id.split(' ')[1] ?? '');
}

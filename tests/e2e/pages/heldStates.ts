import type { Page } from 'playwright/test';
import { browserStore } from '../../support/browserStore.ts';

/** States of the held channels, from the browser's own database: ready where all that is held with the channel is. */
export async function heldStates(page: Page): Promise<Record<string, string>> {
  const sets = await browserStore<{ channelId: number; state: string }>(page, 'mirror', 'held');
  const states: Record<string, string> = {};
  for (const { channelId, state } of sets) if ((states[channelId] ?? 'ready') === 'ready') states[channelId] = state;
  return states;
}

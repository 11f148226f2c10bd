import { browserEnv } from '../sync/browserEnv.ts';
import type { Drafts } from '../sync/drafts/drafts.ts';
import type { DraftStore } from '../ui/UiContext.ts';

/** A person's drafts for the forms; the database and its code are opened when the first form is. */
export function draftStore(userId: number): DraftStore {
  let opened: Promise<Drafts> | null = null;
  const load = (): Promise<Drafts> => {
    opened ??= import('../sync/drafts/drafts.ts').then(module => new module.Drafts(userId, browserEnv()));
    return opened;
  };
  return { open: async (...args) => (await load()).open(...args) };
}

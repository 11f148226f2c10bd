import type { Drafts } from '../sync/drafts/drafts.ts';
import { isSignedIn } from '../sync/session.ts';
import type { DraftStore } from '../ui/UiContext.ts';

/** A person's drafts for the forms; the database and its code are opened when the first form is. */
export function draftStore(userId: number): DraftStore {
  let opened: Promise<Drafts> | null = null;
  const open = (): Promise<Drafts> => {
    opened ??= import('../sync/drafts/drafts.ts').then(module => new module.Drafts(userId, isSignedIn));
    return opened;
  };
  return {
    load: async key => (await open()).load(key),
    save: async (key, changes) => (await open()).save(key, changes),
    remove: async key => (await open()).remove(key),
  };
}

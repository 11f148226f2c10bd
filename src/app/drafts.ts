import { browserEnv } from '../sync/storage/browserEnv.ts';
import type { Drafts } from '../sync/drafts/drafts.ts';
import type { DraftStore } from '../ui/UiContext.ts';

/** Delay in milliseconds after the first page is painted. */
const SOON = 1500;

/**
 * A person's form drafts. The code is loaded right after the first paint instead of when a form is opened, because a
 * deployment may have removed it by then, and typed text would be lost (PB10).
 */
export function draftStore(userId: number): DraftStore {
  let opened: Promise<Drafts> | null = null;
  const load = (): Promise<Drafts> => {
    const loading = (opened ??= import('../sync/drafts/drafts.ts').then(
      module => new module.Drafts(userId, browserEnv()),
    ));
    // The next form that is opened requests the code again.
    loading.catch(() => {
      if (opened === loading) opened = null;
    });
    return loading;
  };
  setTimeout(() => void load().catch(() => undefined), SOON);
  return { open: async (...args) => (await load()).open(...args) };
}

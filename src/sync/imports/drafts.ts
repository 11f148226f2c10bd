import type { Table } from 'dexie';
import type { Env } from '../env.ts';
import type { ImportDraft } from './db.ts';

export interface Drafts {
  /** The draft to take up again, if there is one that no other tab works on. */
  load(): Promise<ImportDraft | null>;
  /** Takes a place without a draft, if one is free. */
  claim(): Promise<void>;
  /** Keeps it, or forgets it for null. */
  save(draft: Pick<ImportDraft, 'files' | 'sheets' | 'fixes'> | null): Promise<void>;
  /** Lets another tab take it up. */
  release(): void;
}

/** Tabs that work on imports of one kind at once, each with a draft of its own; what further ones do is not kept. */
const PLACES = 5;

/**
 * The drafts of one kind of import. Each tab holds a lock on the one that it works on, so that a second tab begins anew instead
 * of showing, and with Cancel deleting, what the first is still at; a tab that is reloaded or killed gives its lock back.
 *
 * @param key country and id of the declaration
 */
export function createDrafts(
  { env, userId, drafts }: { env: Pick<Env, 'locks' | 'clock'>; userId: number; drafts: Table<ImportDraft, string> },
  key: string,
): Drafts {
  const places = Array.from({ length: PLACES }, (_, at) => (at === 0 ? key : `${key}#${at}`));
  let mine: string | null = null;
  let letGo: () => void = () => undefined;

  const hold = (place: string): Promise<boolean> =>
    new Promise((resolve, reject) => {
      env.locks
        .request(`ops-import-draft-${userId}-${place}`, { ifAvailable: true }, async held => {
          const until = new Promise<void>(done => {
            if (held) letGo = done;
          });
          resolve(held);
          if (held) await until;
        })
        .catch(reject);
    });

  const take = async (from: readonly string[]): Promise<void> => {
    for (const place of from) {
      if (mine !== null || !(await hold(place))) continue;
      mine = place;
    }
  };
  const kept = async (): Promise<Set<string>> => new Set(await drafts.where('key').anyOf(places).primaryKeys());

  return {
    load: async () => {
      if (mine === null) {
        const known = await kept();
        await take([...places.filter(place => known.has(place)), ...places.filter(place => !known.has(place))]);
      }
      return mine === null ? null : ((await drafts.get(mine)) ?? null);
    },
    claim: async () => {
      const known = await kept();
      await take(places.filter(place => !known.has(place)));
    },
    save: async draft => {
      if (mine === null) return;
      if (!draft) await drafts.delete(mine);
      else await drafts.put({ ...draft, fixes: [...draft.fixes], key: mine, at: env.clock.now() });
    },
    release: () => letGo(),
  };
}

import type { Table } from 'dexie';
import type { Env } from '../base/env.ts';
import { SINCE, type ImportDraft } from './db.ts';

export type KeptDraft = Omit<ImportDraft, 'key' | 'at' | 'of'>;

export interface Drafts {
  /** Returns the draft to continue, if there is one that no other tab is using. */
  load(): Promise<ImportDraft | null>;
  /** Reserves a slot without a draft, if one is free. */
  claim(): Promise<void>;
  /** Stores the draft, or removes it if null; returns false if no slot is free. */
  save(draft: KeptDraft | null): Promise<boolean>;
  /** Lets another tab continue the draft. */
  release(): void;
}

/** Key of the person's work after a draft's files were stored. */
const sinceOf = (place: string): string => `${place}${SINCE}`;

/**
 * Maximum number of tabs that can work on imports of one kind, each with its own draft; the drafts of further tabs are
 * not stored.
 */
const PLACES = 5;

/**
 * The drafts of one kind of import. Each tab holds a lock on its draft, so that a second tab starts a new draft instead
 * of showing the first tab's (and deleting it on Cancel); a reloaded or killed tab releases its lock. Files are stored
 * only once, because a file saved to disk again meanwhile can no longer be stored, and all later corrections would be
 * lost.
 *
 * @param key country and id of the declaration
 */
export function createDrafts(
  { env, userId, drafts }: { env: Pick<Env, 'locks' | 'clock'>; userId: number; drafts: Table<ImportDraft, string> },
  key: string,
): Drafts {
  const places = Array.from({ length: PLACES }, (_, at) => (at === 0 ? key : `${key}#${at}`));
  let mine: string | null = null;
  /** The stored files, as selected, and the draft stored with them. */
  let stored: { files: readonly File[]; at: number } | null = null;
  /** Saves run one at a time. */
  let saving: Promise<boolean> = Promise.resolve(false);
  let releaseDraft: () => void = () => undefined;

  const hold = (place: string): Promise<boolean> =>
    new Promise((resolve, reject) => {
      env.locks
        .request(`ops-import-draft-${userId}-${place}`, { ifAvailable: true }, async held => {
          const until = new Promise<void>(done => {
            if (held) releaseDraft = done;
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

  const read = async (place: string): Promise<ImportDraft | null> => {
    const [draft, since] = await drafts.bulkGet([place, sinceOf(place)]);
    if (!draft) return null;
    stored = { files: draft.files, at: draft.at };
    const { key, files, at } = draft;
    return since?.of === at ? { ...draft, ...since, key, files, at } : draft;
  };
  const write = async (place: string, draft: KeptDraft): Promise<void> => {
    const at = env.clock.now();
    const before = stored;
    if (
      before &&
      before.files.length === draft.files.length &&
      draft.files.every(file => before.files.includes(file))
    ) {
      await drafts.put({ ...draft, key: sinceOf(place), files: [], at, of: before.at });
      return;
    }
    const copies = before ? ((await drafts.get(place))?.files ?? []) : [];
    const files = draft.files.map(file => copies[before?.files.indexOf(file) ?? -1] ?? file);
    await drafts.put({ ...draft, key: place, files, at });
    stored = { files: draft.files, at };
    await drafts.delete(sinceOf(place));
  };

  return {
    load: async () => {
      if (mine === null) {
        const known = await kept();
        await take([...places.filter(place => known.has(place)), ...places.filter(place => !known.has(place))]);
      }
      return mine === null ? null : read(mine);
    },
    claim: async () => {
      const known = await kept();
      await take(places.filter(place => !known.has(place)));
    },
    save: draft => {
      const place = mine;
      // The state at the time of the call, because the person may make more corrections before this save runs.
      const kept = draft && { ...draft, fixes: [...draft.fixes] };
      saving = saving
        .catch(() => false)
        .then(async () => {
          if (place === null) return false;
          if (kept) await write(place, kept);
          else {
            stored = null;
            await drafts.bulkDelete([place, sinceOf(place)]);
          }
          return true;
        });
      return saving;
    },
    release: () => releaseDraft(),
  };
}

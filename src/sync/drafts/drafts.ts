import type { Env } from '../base/env.ts';
import type { Row } from '../types.ts';
import { DraftsDb, type Draft } from './db.ts';

/** Maximum number of stored drafts; beyond that, the oldest are dropped. */
const MOST = 50;

/**
 * Time in milliseconds to wait for a form that seems to be open elsewhere, because after a reload the previous page
 * takes a moment to close.
 */
const GOING_MOST = 300;

/** The draft of one open form. */
export interface FormDraft {
  /** Input left in a form of the same record by a closed tab; null if there is none. */
  kept: Row | null;
  /** The values of its fields before they were changed; null if they are unknown. */
  base: Row | null;
  save(changes: Row, base?: Row): Promise<void>;
  remove(): Promise<void>;
  /** Called when the form is closed: the next form may take over its draft. */
  release(): void;
}

export type DraftsEnv = Pick<Env, 'owns' | 'locks' | 'clock' | 'uuid'>;

/**
 * A person's unsent forms on this device, so that a reload or crash does not lose typed input. Each open form has its
 * own draft, protected by a Web Lock: forms of the same record in other tabs do not touch it, and once the tab is
 * closed, the next form opened takes it over.
 */
export class Drafts {
  private readonly db: DraftsDb;
  private readonly userId: number;
  private readonly env: DraftsEnv;

  constructor(userId: number, env: DraftsEnv) {
    this.db = new DraftsDb(userId, env.owns, env);
    this.userId = userId;
    this.env = env;
  }

  /**
   * Opens a form's draft.
   *
   * @param form country, screen and record
   * @param onElsewhere called whenever another tab's form of the same record opens or closes
   * @param former name of the form before its record had a number (`Resource.numbered`); null if it had none
   */
  async open(
    form: string,
    onElsewhere: (open: boolean) => void,
    former: () => Promise<string | null> = async () => null,
  ): Promise<FormDraft> {
    const leave = await this.announce(form, onElsewhere);
    const { draft, release } = await this.take(form, former);
    const { drafts } = this.db;
    return {
      kept: draft.at === 0 ? null : draft.changes,
      base: draft.base ?? null,
      save: async (changes, base) => {
        await drafts.put({ key: draft.key, changes, ...(base ? { base } : {}), at: this.env.clock.now() });
        const over = (await drafts.count()) - MOST;
        if (over > 0) await drafts.orderBy('at').limit(over).delete();
      },
      remove: () => drafts.delete(draft.key),
      release: () => {
        release();
        leave();
      },
    };
  }

  close(): void {
    this.db.close();
  }

  /** Returns the form's newest draft that no open form is using, or else a new empty one. */
  private async take(
    form: string,
    former: () => Promise<string | null>,
  ): Promise<{ draft: Draft; release: () => void }> {
    const { drafts } = this.db;
    const keptOf = (name: string) => drafts.where('key').equals(name).or('key').startsWith(`${name}#`).toArray();
    const own = await keptOf(form);
    const before = own.length > 0 ? null : await former().catch(() => null);
    const kept = before === null ? own : await keptOf(before);
    for (const { key } of kept.sort((a, b) => b.at - a.at)) {
      const release = await this.hold(key);
      if (!release) continue;
      // The draft's previous owner has applied or canceled it.
      const draft = await drafts.get(key);
      if (draft) return { draft, release };
      release();
    }
    const key = `${form}#${this.env.uuid()}`;
    return { draft: { key, changes: {}, at: 0 }, release: (await this.hold(key)) ?? (() => undefined) };
  }

  /**
   * Acquires a draft's lock; returns null if an open form holds it. In a browser without locks, only this tab's forms
   * are known.
   */
  private hold(key: string): Promise<(() => void) | null> {
    return new Promise(resolve => {
      this.env.locks
        .request(`ops-draft-${this.userId}-${key}`, { ifAvailable: true }, async held => {
          if (!held) return resolve(null);
          await new Promise<void>(release => resolve(release));
        })
        .catch(() => resolve(() => undefined));
    });
  }

  /** Queues for the lock behind the record's already open forms; returns a function that leaves the queue. */
  private announce(form: string, onElsewhere: (open: boolean) => void): Promise<() => void> {
    const { locks, clock } = this.env;
    const waiting = new AbortController();
    return new Promise(resolve => {
      let leave = (): void => waiting.abort();
      const over = new Promise<void>(done => {
        leave = () => {
          done();
          waiting.abort();
        };
      });
      let notified = false;
      const cancel = clock.after(GOING_MOST, () => {
        notified = true;
        onElsewhere(true);
        resolve(leave);
      });
      locks
        .request(`ops-form-${this.userId}-${form}`, { signal: waiting.signal }, async () => {
          cancel();
          if (notified) onElsewhere(false);
          resolve(leave);
          await over;
        })
        .catch(() => {
          cancel();
          resolve(leave);
        });
    });
  }
}

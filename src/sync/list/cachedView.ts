import { OF_ENTITY } from '../../contract/owner.ts';
import type { Country } from '../../domain/country.ts';
import { withTimeout } from '../base/withTimeout.ts';
import type { SyncClient } from '../client/client.ts';
import type { MirrorDb } from '../mirror/db.ts';
import { noteOpened, noteStillOpen } from '../mirror/opened.ts';
import { readCacheStatus, readTreeStatus, type CacheStatus } from '../mirror/cacheStatus.ts';
import type { CachedKnown } from './cachedKnown.ts';
import type { StoredEntry } from '../outbox/entry.ts';
import type { CachedAnswer, CachedQuestion, TreeQuestion } from '../query/cachedQuestion.ts';

type Client = Pick<SyncClient, 'env' | 'outbox' | 'board' | 'ops'>;

/** The mirror checks the server at least every 20 s; after this long without a check it may be outdated. */
const FRESH = 45_000;
/**
 * How long to wait for `ops`, longer if it must start first; after that the network is used. Offline there is no
 * alternative.
 */
const ANSWER_MOST = 1000;
const ANSWER_MOST_STARTING = 3000;
const ANSWER_MOST_OFFLINE = 4000;

/** A page from `ops`, and the outbox's order of endings when it was requested. */
export interface CachedPageAnswer extends CachedAnswer {
  settledAt: number;
}

/** The cached part of a list page: whether its channel, or the location tree, is cached, and the answers of `ops`. */
export class CachedView {
  answer: CachedPageAnswer | null = null;
  private readonly client: Client;
  private readonly entity: Country;
  private readonly question: CachedQuestion | TreeQuestion;
  private noted = false;

  constructor(client: Client, entity: Country, question: CachedQuestion | TreeQuestion) {
    this.client = client;
    this.entity = entity;
    this.question = question;
  }

  cacheStatus(db: MirrorDb): Promise<CacheStatus> {
    const { collection, channelId } = this.question;
    return collection === 'locations'
      ? readTreeStatus(db, this.entity)
      : readCacheStatus(db, [this.entity, collection, channelId]);
  }

  /** Whether the mirror is as good as a request: it has just caught up, or there is no network. */
  fresh({ checkedAt }: Pick<CacheStatus, 'checkedAt'>): boolean {
    const { env, board } = this.client;
    return board.now.network === 'offline' || Math.abs(env.clock.now() - checkedAt) < FRESH;
  }

  /** Name under which lists about the same set share their data. */
  get name(): string {
    return `${this.entity}/${this.question.collection}/${this.question.channelId}`;
  }

  /** Whether the engine can be called without waiting for its start. */
  get joined(): boolean {
    return this.client.ops.joined();
  }

  /**
   * Calls `ops`, and reads the queue at the same time. The answer includes everything in the mirror when the queue was
   * read, and so all earlier endings (a row enters the mirror before its entry ends). @param queue reads the open
   * entries and those that ended after a position in the order of endings @param known data of a list about the same
   * channel; then nothing is read @param late called with an answer that arrives too late
   */
  async ask(
    db: MirrorDb,
    queue: (settledAt: number) => Promise<StoredEntry[]>,
    known: CachedKnown | null,
    late: (answer: CachedPageAnswer) => void,
  ): Promise<{ outcome: 'none' | 'late' } | { outcome: 'fresh' | 'old'; entries: StoredEntry[] }> {
    const { outbox, board } = this.client;
    const online = this.joined ? ANSWER_MOST : ANSWER_MOST_STARTING;
    const most = board.now.network === 'offline' ? ANSWER_MOST_OFFLINE : online;
    if (known?.cacheStatus.ready) {
      const { settledAt, entries, cacheStatus } = known;
      const value = await withTimeout(this.list(cacheStatus.rev), most, this.client.env.clock);
      if (value) {
        this.answer = { ...value, settledAt };
        return { outcome: this.fresh(cacheStatus) ? 'fresh' : 'old', entries };
      }
    }
    // Called immediately; whether this was right is checked meanwhile.
    let asked = this.list(0);
    const settledAt = await outbox.counter('settled').catch(() => 0);
    const entries = await queue(settledAt);
    const cacheStatus = await this.cacheStatus(db);
    if (!cacheStatus.ready) {
      this.answer = null;
      return { outcome: 'none' };
    }
    let value = await withTimeout(asked, most, this.client.env.clock);
    if (value && value.rev < cacheStatus.rev) {
      asked = this.list(cacheStatus.rev);
      value = await withTimeout(asked, most, this.client.env.clock);
    }
    if (!value) {
      void asked.then(answer => answer && late({ ...answer, settledAt }));
      return { outcome: 'late' };
    }
    this.answer = { ...value, settledAt };
    return { outcome: this.fresh(cacheStatus) ? 'fresh' : 'old', entries };
  }

  /**
   * The person is viewing the channel: it is cached from the first time on, and kept as long as it is open. The tree is
   * always cached.
   */
  opened(db: MirrorDb): void {
    // What is cached with the entity is cached without being opened.
    if (this.question.channelId === OF_ENTITY) return;
    const note = this.noted ? noteStillOpen : noteOpened;
    this.noted = true;
    void note(db, [this.entity, this.question.channelId], this.client.env.clock.now()).catch(() => undefined);
  }

  private async list(least: number): Promise<CachedAnswer | null> {
    const question = least === 0 ? this.question : { ...this.question, least };
    return (await this.client.ops.list(this.entity, question).catch(() => null))?.value ?? null;
  }
}

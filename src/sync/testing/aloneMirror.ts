import type { Collection } from '../../contract/call.ts';
import { keyOf, type Resource } from '../../contract/resource.ts';
import type { Change } from '../../contract/feed.ts';
import { applyChanges } from '../mirror/apply.ts';
import { askMark, type AskMark } from '../mirror/counts.ts';
import type { MirrorDb } from '../mirror/db.ts';
import type { CachedPage, Row } from '../types.ts';
import { learnFrom, type Learned } from '../mirror/learn.ts';
import { readPage, storePage } from '../mirror/pages.ts';
import type { PageRows } from '../query/overlay.ts';

/** Stores a tab's responses, feed and list pages. */
export interface AlonePages {
  learn(answer: Learned): Promise<void>;
  feed(changes: readonly Change[]): Promise<void>;
  mark(): Promise<AskMark | null>;
  /** Stores the response to a tab's list request. */
  store(tab: number, page: PageRows, mark: AskMark | null): Promise<void>;
  /** The page on which the tab shows its writes. */
  read(tab: number): Promise<PageRows>;
}

/** Tabs without a mirror: each keeps the last page it received, which nothing changes. */
export class LoosePages implements AlonePages {
  private readonly pages = new Map<number, PageRows>();
  async learn(): Promise<void> {}
  async feed(): Promise<void> {}
  async mark(): Promise<null> {
    return null;
  }
  async store(tab: number, page: PageRows): Promise<void> {
    this.pages.set(tab, page);
  }
  async read(tab: number): Promise<PageRows> {
    return this.pages.get(tab) ?? { rows: [], total: 0, page: 1, settledAt: 0 };
  }
}

const ID = 'list';

/** The real mirror: one cached page for all tabs, patched in place by responses and the feed. */
export class MirrorPages implements AlonePages {
  private readonly db: MirrorDb;
  private readonly resource: Resource;

  constructor(db: MirrorDb, resource: Resource) {
    this.db = db;
    this.resource = resource;
  }

  learn(answer: Learned): Promise<void> {
    return learnFrom(this.db, [answer]);
  }

  async feed(changes: readonly Change[]): Promise<void> {
    await applyChanges(this.db, 'ID', changes);
  }

  private get collection(): Collection {
    return this.resource.collection as Collection;
  }

  mark(): Promise<AskMark> {
    return askMark(this.db, 'ID', this.collection);
  }

  store(_tab: number, page: PageRows, mark: AskMark | null): Promise<void> {
    const cached: CachedPage = {
      id: ID,
      sourceId: ID,
      callId: `${this.resource.id}.list`,
      entity: 'ID',
      collection: this.collection,
      input: {},
      count: 10,
      keys: [],
      asOf: 0,
      freshAt: 0,
      arrivedAt: 0,
      ...page,
      rows: [...page.rows],
      ...mark,
    };
    return storePage(this.db, cached, (row: Row) => keyOf(this.resource, row));
  }

  async read(): Promise<PageRows> {
    return (await readPage(this.db, ID))?.cached ?? { rows: [], total: 0, page: 1, settledAt: 0 };
  }
}

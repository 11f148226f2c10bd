import { liveQuery } from 'dexie';
import type { ImportReceipt } from '../../../contract/imports/calls.ts';
import type { HeaderMapping } from '../../../domain/import/headers.ts';
import { fileProblem } from '../../../domain/sheet/problem.ts';
import type { Country } from '../../../domain/country.ts';
import type { SyncClient } from '../client.ts';
import { toUnavailable } from '../../outbox/errors.ts';
import { ImportsDb, isMoving, isUndecided, OPEN_STATES, type QueuedBulk, type QueuedImport } from '../../imports/db.ts';
import { broughtTo, type Brought } from '../../imports/brought.ts';
import { decide, type ImportDecision } from '../../imports/decide.ts';
import { createDrafts } from '../../imports/drafts.ts';
import { isReadable } from '../../imports/readable.ts';
import type { WorkStore } from './workDeps.ts';

/** An import as submitted by Apply. */
export interface NewImport {
  entity: Country;
  importId: string;
  callId: string;
  title: string;
  files: readonly File[];
  since: string | null;
  /** Name of the batch, for kinds of import that have one; the file's name by default. */
  batchName?: string;
  /** What it brings to a list that other records refer to; null or missing if that is unknown (imports/brought). */
  brings?: readonly (number | string)[] | null;
  bulk?: QueuedBulk;
}

/** Maximum number of finished imports listed. */
const KEEP_ENDED = 50;

/** A selected file that can no longer be read. */
export class FileGone extends Error {
  constructor(name: string) {
    super(fileProblem('unreadable', name).message);
  }
}

/** A person's imports in one tab: drafts, and the queue that the leader engine sends. */
export class Imports {
  readonly db: ImportsDb;
  private readonly client: SyncClient;

  constructor(client: SyncClient) {
    this.client = client;
    this.db = new ImportsDb(client.userId, client.env.owns, undefined, client.env.clock);
    const counting = liveQuery(() => this.open()).subscribe({
      next: open => {
        const moving = open.filter(isMoving);
        const bulks = moving.filter(({ bulk }) => bulk !== undefined).length;
        client.status.setImports({ imports: moving.length, bulks, importsNeedYou: open.length - moving.length });
      },
      error: () => undefined,
    });
    client.ended.addEventListener('abort', () => {
      counting.unsubscribe();
      this.db.close();
    });
  }

  /** Unfinished imports, in queue order. */
  open(): Promise<QueuedImport[]> {
    return this.db.queue
      .where('state')
      .anyOf([...OPEN_STATES])
      .sortBy('seq');
  }

  /** What the imports bring to a list that other records refer to. */
  brought(entity: Country, collection: string): Promise<Brought> {
    return broughtTo(this.db.queue, entity, collection);
  }

  /** The latest imports, newest first, whether finished or not. */
  async latest(count: number): Promise<QueuedImport[]> {
    return this.db.queue.orderBy('seq').reverse().limit(count).toArray();
  }

  byId(id: string): Promise<QueuedImport | undefined> {
    return this.db.queue.where('id').equals(id).first();
  }

  /**
   * Queues an import; resolves once the import and its files are durable, and copied if the browser supports it (OB1).
   * @returns its id
   * @throws FileGone if a file was changed, moved or locked since it was selected; OutboxUnavailable if this device
   * could not store it
   */
  async add(added: NewImport): Promise<string> {
    return (await this.addAfter(added, async () => true)) as string;
  }

  /**
   * Queues the import that replaces records returned from a bulk change and records the decision, in one transaction:
   * a second click, or another tab, queues nothing.
   * @returns its id; null if the person has already decided
   * @throws as `add`
   */
  addInstead(id: string, added: NewImport): Promise<string | null> {
    return this.addAfter(added, () => this.settle(id));
  }

  /**
   * Queues a corrected import and discards the refused one that it replaces, in one transaction: another tab in which
   * the same import was corrected queues nothing.
   * @returns its id; null if the person has already replaced, resent or discarded the refused import
   * @throws as `add`
   */
  async addReplacing(former: string, added: NewImport): Promise<string | null> {
    const id = await this.addAfter(added, async () => {
      const row = await this.byId(former);
      if (!row || !isUndecided(row)) return false;
      await this.db.queue.put(this.discarded(row));
      return true;
    });
    if (id !== null) await this.db.copies.drop([former]);
    return id;
  }

  /** @param first runs in the transaction that queues the import; if it resolves to false, nothing is queued */
  private async addAfter({ files, ...rest }: NewImport, first: () => Promise<boolean>): Promise<string | null> {
    const { env } = this.client;
    // A private window would store such a file, but could never send it.
    for (const file of files) if (!(await isReadable(file))) throw new FileGone(file.name);
    const id = env.uuid();
    const row = {
      ...rest,
      id,
      callKey: env.uuid(),
      files: files.map(file => ({ name: file.name, size: file.size, blob: file, url: null, sent: 0, complete: false })),
      leave: [],
      state: 'waiting',
      problem: '',
      receipt: null,
      createdAt: env.clock.now(),
      endedAt: null,
    } as unknown as QueuedImport;
    let seq: number | null;
    try {
      seq = await this.db.transaction('rw', this.db.queue, async () =>
        (await first()) ? await this.db.queue.add(row) : null,
      );
    } catch (error) {
      throw toUnavailable(error);
    }
    if (seq === null) return null;
    // The import is already queued, so an error here would make the person apply it again.
    await this.copy({ ...row, seq }).catch(() => undefined);
    await this.forgetEnded().catch(() => undefined);
    this.publish();
    return id;
  }

  /**
   * Writes the second copy. If this fails or times out, the reason is recorded for the person, and the import is sent
   * anyway.
   */
  private async copy(row: QueuedImport): Promise<void> {
    const kept = await this.db.copies.keep(row);
    if (kept === 'kept' || kept === 'none') return;
    await this.db.queue
      .where('seq')
      .equals(row.seq)
      .modify(now => {
        now.uncopied = kept;
      });
  }

  /**
   * Resends a refused import, either overwriting colleagues' changes (`since` of the review) or skipping the records
   * they changed (`leave`).
   */
  async again(id: string, decision: ImportDecision): Promise<void> {
    await this.db.queue
      .where('id')
      .equals(id)
      .modify(row => decide(row, decision, this.client.env.uuid()));
    const row = await this.byId(id);
    if (row) await this.db.copies.note(row);
    this.publish();
  }

  /**
   * Discards what has not reached the server of an import; if the server already has it, processing continues there.
   */
  async discard(id: string): Promise<void> {
    await this.db.queue
      .where('id')
      .equals(id)
      .modify(row => {
        if (row.state !== 'applied' && row.state !== 'applying') Object.assign(row, this.discarded(row));
      });
    if ((await this.byId(id))?.state === 'discarded') await this.db.copies.drop([id]);
    this.publish();
  }

  private discarded(row: QueuedImport): QueuedImport {
    const files = row.files.map(file => ({ ...file, blob: null }));
    return { ...row, state: 'discarded', files, endedAt: this.client.env.clock.now() };
  }

  /**
   * Records that the person has decided about the records returned from a bulk change; resolves to whether this is the
   * first decision.
   */
  async settle(id: string): Promise<boolean> {
    const settled = await this.db.queue
      .where('id')
      .equals(id)
      .filter(({ bulk }) => bulk !== undefined && bulk.settled !== true)
      .modify(row => {
        if (row.bulk) row.bulk = { ...row.bulk, settled: true };
      });
    return settled > 0;
  }

  /** Records that an import from this device was undone. Both ids are the server's. */
  async takenBack(receiptId: string, by: string): Promise<void> {
    await this.db.queue
      .filter(({ receipt }) => receipt?.id === receiptId)
      .modify(row => {
        if (row.receipt) row.receipt = { ...row.receipt, revertedBy: by };
      });
  }

  /**
   * Records that an import from this device is in effect again because its undo was undone.
   * @param revertId server id of the undo
   * @param by receipt of the operation that undid it, which can be undone instead
   */
  async inEffectAgain(revertId: string, by: ImportReceipt): Promise<void> {
    await this.db.queue
      .filter(({ receipt }) => receipt?.revertedBy === revertId)
      .modify(row => {
        // The person still has to decide about the returned records.
        if (row.receipt) row.receipt = { ...by, review: row.receipt.review };
      });
  }

  /** Stored data of the import that the person is working on. */
  workStore(entity: Country, importId: string): WorkStore {
    const { mappings, drafts: table } = this.db;
    const { env, userId } = this.client;
    const drafts = createDrafts({ env, userId, drafts: table }, `${entity}/${importId}`);
    return {
      loadDraft: drafts.load,
      newDraft: drafts.claim,
      saveDraft: drafts.save,
      release: drafts.release,
      loadMapping: async (): Promise<HeaderMapping> => (await mappings.get(importId))?.mapping ?? {},
      saveMapping: async mapping => {
        await mappings.put({ importId, mapping });
      },
    };
  }

  /** Notifies the leader engine, which sends the import, and the other tabs, which display it. */
  private publish(): void {
    const { engine, signals, ops } = this.client;
    engine.now();
    signals.post({ t: 'imports' });
    ops.check();
  }

  private async forgetEnded(): Promise<void> {
    const ended = await this.db.queue.where('state').anyOf(['applied', 'discarded']).sortBy('seq');
    await this.db.queue.bulkDelete(ended.slice(0, Math.max(0, ended.length - KEEP_ENDED)).map(({ seq }) => seq));
  }
}

const all = new WeakMap<SyncClient, Imports>();

/** The imports of the person signed in to a tab. */
export function importsOf(client: SyncClient): Imports {
  let imports = all.get(client);
  if (!imports) all.set(client, (imports = new Imports(client)));
  return imports;
}

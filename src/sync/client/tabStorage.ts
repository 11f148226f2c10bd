import type { SyncClient } from './client.ts';
import type { Declarations } from '../../contract/declarations.ts';
import { mirrorInTime } from './mirrorInTime.ts';
import { ImportCopies } from '../imports/copies.ts';
import { importsName } from '../storage/databaseNames.ts';
import { openMirror, type MirrorDb } from '../mirror/db.ts';
import { DexieOutbox } from '../outbox/dexieStore.ts';
import type { EntryEvent } from '../outbox/reducer.ts';
import { applyEvent, applyEvents, enqueue, replaceStuck, type Applied } from '../outbox/store.ts';
import type { Env } from '../base/env.ts';
import { pacedLive } from '../storage/pacedLive.ts';
import type { NewWrite, OutboxEntry } from '../types.ts';
import { isThere } from '../storage/lockedDb.ts';

/**
 * A person's databases in one tab, and live queries on them. Kept in a separate file because on a first visit nothing
 * is stored, and the first list is shown without this code.
 */
export class TabStorage {
  readonly outbox: DexieOutbox;
  /** Null if the browser does not store data or does not open the mirror in time; lists then only use the network. */
  readonly mirror: Promise<MirrorDb | null>;
  /** The number of times the outbox had been emptied when this tab opened it, before it showed any of its entries. */
  private readonly cleared: Promise<number>;

  /** @param onSlow called if the mirror is slow to open */
  constructor(
    userId: number,
    { owns, clock }: Pick<Env, 'owns' | 'clock'>,
    onSlow: () => void,
    declared?: Declarations,
  ) {
    this.outbox = new DexieOutbox(userId, 'strict', undefined, declared);
    this.cleared = this.outbox.counter('cleared').catch(() => 0);
    this.mirror = mirrorInTime(
      openMirror(userId, owns, declared).catch(() => null),
      clock,
      onSlow,
    );
  }

  async enqueue(write: NewWrite, made: { id: string; at: number }): Promise<OutboxEntry> {
    return enqueue(this.outbox, write, { ...made, cleared: await this.cleared });
  }

  applyEvent(id: string, event: EntryEvent): Promise<Applied | null> {
    return applyEvent(this.outbox, id, event);
  }

  applyEvents(acts: readonly { id: string; event: EntryEvent }[]): Promise<boolean[]> {
    return applyEvents(this.outbox, acts);
  }

  replaceStuck(
    id: string,
    write: NewWrite,
    made: { id: string; at: number; reason: string },
  ): Promise<OutboxEntry | null> {
    return replaceStuck(this.outbox, id, write, made);
  }

  /**
   * Runs a query now and whenever its data changes (see pacedLive); returns an unsubscribe function. Errors are
   * reported as undefined.
   */
  live<T>(query: () => Promise<T>, next: (value: T | undefined) => void): () => void {
    return pacedLive(query, { next, error: () => next(undefined) });
  }

  /** Counts unfinished imports from an earlier visit or another tab. */
  async showImports(client: SyncClient): Promise<void> {
    const { userId } = client;
    const any = (await isThere(importsName(userId))) || (await new ImportCopies(userId).any());
    if (!any || client.ended.aborted) return;
    (await import('./imports/imports.ts')).importsOf(client);
  }

  close(): void {
    this.outbox.close();
    void this.mirror.then(db => db?.close());
  }
}

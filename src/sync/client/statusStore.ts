import type { Country } from '../../domain/country.ts';
import type { SyncClient } from './client.ts';
import type { SyncStatus } from '../types.ts';

type Source = Pick<SyncClient, 'board' | 'outbox' | 'mirror' | 'live'>;

const FIRST: SyncStatus = {
  network: 'unknown',
  ready: true,
  signedOut: false,
  counted: false,
  waiting: 0,
  paused: 0,
  needsYou: 0,
  mirror: 'empty',
  mirrorProgress: 0,
};

/**
 * The state shown by the header pill: the network state shared by all tabs, the queue's counts, and the current
 * entity's mirror.
 */
export class StatusStore {
  private readonly source: Source;
  private readonly listeners = new Set<() => void>();
  private readonly stops: (() => void)[] = [];
  private stopMirror: () => void = () => undefined;
  private status: SyncStatus = FIRST;
  private entity: Country | null = null;
  private closed = false;

  constructor(source: Source, entity: Country) {
    this.source = source;
    this.stops.push(
      source.board.listen(({ network, ready, signedOut }) => this.set({ network, ready, signedOut })),
      source.live(
        () => source.outbox.counts(),
        counts => counts && this.set({ ...counts, counted: true }),
      ),
    );
    this.setEntity(entity);
  }

  /**
   * Called after this tab stores a write. The queue is counted slightly later; until then the pill must not say "all
   * saved".
   */
  accepted(): void {
    if (!this.closed) this.set({ waiting: Math.max(1, this.status.waiting) });
  }

  /** Called when the import sender reports its counts. */
  setImports(counts: Required<Pick<SyncStatus, 'imports' | 'bulks' | 'importsNeedYou'>>): void {
    if (!this.closed) this.set(counts);
  }

  /** Sets the number of requests that await the person's confirmation (drafts/askedLater). */
  setAsked(asked: number): void {
    if (!this.closed) this.set({ asked });
  }

  setEntity(entity: Country): void {
    if (entity === this.entity) return;
    this.entity = entity;
    void this.watchMirror(entity);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly getSnapshot = (): SyncStatus => this.status;

  close(): void {
    this.closed = true;
    this.stopMirror();
    for (const stop of this.stops) stop();
    this.listeners.clear();
  }

  private async watchMirror(entity: Country): Promise<void> {
    const db = await this.source.mirror;
    if (!db || this.closed || entity !== this.entity) return;
    this.stopMirror();
    this.stopMirror = this.source.live(
      async () => (await db.snapshots.get(entity)) ?? null,
      snapshot => {
        const mirror = !snapshot ? 'empty' : snapshot.cursor === null ? 'loading' : 'ready';
        this.set({ mirror, mirrorProgress: snapshot?.progress ?? 0 });
      },
    );
  }

  private set(part: Partial<SyncStatus>): void {
    const next = { ...this.status, ...part };
    if ((Object.keys(part) as (keyof SyncStatus)[]).every(key => next[key] === this.status[key])) return;
    this.status = next;
    for (const listener of this.listeners) listener();
  }
}

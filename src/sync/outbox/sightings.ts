import type { Collection } from '../../contract/call.ts';
import type { Change } from '../../contract/feed.ts';
import { getChanges, getSegments } from '../../contract/feed.ts';
import { keyOf } from '../../contract/resource.ts';
import type { Declarations } from '../../contract/declarations.ts';
import type { Country } from '../../domain/country.ts';
import type { Clock } from '../base/env.ts';
import type { Transport } from '../network/transport.ts';
import type { Outcome, Row } from '../types.ts';
import { idOfKey, isSeen, recordName, revisionOf, type StoredEntry } from './entry.ts';
import { noteSeen, type OutboxStore } from './store.ts';

export interface SightingsDeps {
  store: OutboxStore;
  clock: Clock;
  /** Fencing number of the sender (OB2). */
  fence: number;
  /** Reads the latest settled entries. */
  ended: (limit: number) => Promise<StoredEntry[]>;
}

/** Whether a creation's input leaves the number to the server. */
const lacksNumber = (collection: Collection, input: Row, declared: Declarations): boolean => {
  const { numbered } = declared.resourceOf(collection) ?? {};
  return numbered !== undefined && input[numbered] === undefined;
};

/** Number of settled writes whose last receipt is still expected after a restart. */
const LOOK_BACK = 200;

/**
 * Records a write's last receipt: the change feed has delivered its version, so every reader of the feed has it.
 * Observes the calls of sender and feed. The receipt is stored before the feed's cursor advances, so that none is lost
 * in a crash.
 */
export class Sightings {
  private readonly deps: SightingsDeps;
  /** Ids of entries in flight or not yet seen, by record. */
  private readonly watched = new Map<string, Set<string>>();
  /**
   * Number of in-flight creations that the server numbers, and the versions that the feed delivered meanwhile, by
   * record.
   */
  private numberings = 0;
  private readonly early = new Map<string, number>();

  constructor(deps: SightingsDeps) {
    this.deps = deps;
  }

  async start(): Promise<void> {
    const entries = [...(await this.deps.store.open()), ...(await this.deps.ended(LOOK_BACK))];
    for (const entry of entries) if (entry.fence > 0 && !isSeen(entry)) this.watch(entry.record, entry.id);
  }

  /**
   * Wraps the sender's call: a write is tracked before it is sent, because the feed may be faster than its response.
   */
  sending(call: Transport['call']): Transport['call'] {
    return async (definition, input, options) => {
      const { write } = definition;
      const { entity, idempotencyKey } = options ?? {};
      if (!write || !entity || !idempotencyKey) return call(definition, input, options);
      const id = idOfKey(idempotencyKey);
      if (write.kind === 'create' && lacksNumber(write.collection, input as Row, this.deps.store.declared))
        return this.numbering(write.collection, entity, id, () => call(definition, input, options));
      this.watch(recordName(write.collection, entity, write.key(input as never, entity)), id);
      return call(definition, input, options);
    };
  }

  /**
   * A creation that the server numbers: its record is known only from the response, and the feed may have delivered it
   * by then.
   */
  private async numbering<T extends Outcome>(
    collection: Collection,
    entity: Country,
    id: string,
    send: () => Promise<T>,
  ): Promise<T> {
    this.numberings += 1;
    try {
      const outcome = await send();
      const resource = this.deps.store.declared.resourceOf(collection);
      if (outcome.kind === 'ok' && outcome.data && resource) {
        const record = recordName(collection, entity, keyOf(resource, outcome.data as Row));
        this.watch(record, id);
        const version = this.early.get(record);
        if (version !== undefined) await this.note([{ id, version }]).catch(() => undefined);
      }
      return outcome;
    } finally {
      this.numberings -= 1;
      if (this.numberings === 0) this.early.clear();
    }
  }

  /** Wraps the feed's call. */
  noting(call: Transport['call']): Transport['call'] {
    return async (definition, input, options) => {
      const outcome: Outcome = await call(definition, input, options);
      if (outcome.kind === 'ok' && options?.entity && (this.watched.size > 0 || this.numberings > 0)) {
        // A receipt that cannot be stored must not stop the feed.
        if (definition.id === getChanges.id) {
          await this.delivered(options.entity, (outcome.data as { changes: Change[] }).changes).catch(() => undefined);
        }
        if (definition.id === getSegments.id) await this.restarted(options.entity).catch(() => undefined);
      }
      return outcome as never;
    };
  }

  /** A server row contained in a conflict counts as delivered, because the mirror has it. */
  async conflictingRow(entry: StoredEntry, version: number | null): Promise<void> {
    if (version !== null) await this.note([{ id: entry.id, version }]).catch(() => undefined);
  }

  private async delivered(entity: Country, changes: readonly Change[]): Promise<void> {
    const newest = new Map<string, number>();
    for (const { collection, key, version } of changes) {
      if (this.numberings > 0) this.early.set(recordName(collection, entity, key), version);
      for (const id of this.watched.get(recordName(collection, entity, key)) ?? []) {
        newest.set(id, Math.max(version, newest.get(id) ?? 0));
      }
    }
    await this.note([...newest].map(([id, version]) => ({ id, version })));
  }

  /** A fresh snapshot includes everything that had settled when it was created; the feed continues from there. */
  private async restarted(entity: Country): Promise<void> {
    const ended = (await this.deps.ended(LOOK_BACK)).filter(entry => entry.entity === entity && !isSeen(entry));
    await this.note(
      ended.map(entry => ({ id: entry.id, version: revisionOf(entry) ?? 0 })).filter(({ version }) => version > 0),
    );
  }

  private async note(sightings: readonly { id: string; version: number }[]): Promise<void> {
    if (sightings.length === 0) return;
    const { store, clock, fence } = this.deps;
    for (const entry of await noteSeen(store, sightings, clock.now(), fence)) {
      if (!isSeen(entry)) continue;
      const ids = this.watched.get(entry.record);
      ids?.delete(entry.id);
      if (ids?.size === 0) this.watched.delete(entry.record);
    }
  }

  private watch(record: string, id: string): void {
    const ids = this.watched.get(record);
    if (ids) ids.add(id);
    else this.watched.set(record, new Set([id]));
  }
}

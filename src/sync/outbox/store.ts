import type { EntryEvent } from './reducer.ts';
import { reduceEntry, reduceRecord } from './reducer.ts';
import { onOwnSince } from './ownWrites.ts';
import { ownFields, rebaseOnOwnWrites } from './rebase.ts';
import { BEGINNING, isPaused, isOpen, NEVER_STORED, NO_ROWS_VERSION, recordName, type StoredEntry } from './entry.ts';
import { isUnnumbered, NEVER_CREATED, numbered } from './provisional.ts';
import { CONTRACT_VERSION, type Collection } from '../../contract/call.ts';
import type { Declarations } from '../../contract/declarations.ts';
import type { Country } from '../../domain/country.ts';
import type { NewWrite } from '../types.ts';

/**
 * Counters stored next to the entries: the current sender's fencing number (OB2), the settlement order, the number of
 * paused entries, the run time without the server in milliseconds, whether this outbox has restored what the browser
 * lost with an earlier one, and how often it was emptied.
 */
export type Counter = 'fence' | 'settled' | 'held' | 'unreachable' | 'restored' | 'cleared';

/** One transaction on the outbox. */
export interface OutboxTx {
  /** The resources whose records are written. */
  readonly declared: Declarations;
  byId(id: string): Promise<StoredEntry | undefined>;
  /** A record's entries, open and settled, by seq. */
  allOf(record: string): Promise<StoredEntry[]>;
  /** A record's open entries, by seq. */
  openOf(record: string): Promise<StoredEntry[]>;
  /** The entry of a record that once had the provisional key and now has its number; undefined if none is stored. */
  numberedFrom(collection: Collection, entity: Country, provisional: string): Promise<StoredEntry | undefined>;
  /** Stores a new entry and returns it with its seq (OB5). */
  add(entry: Omit<StoredEntry, 'seq'>): Promise<StoredEntry>;
  put(entries: readonly StoredEntry[]): Promise<void>;
  /** Number of open entries of all records. */
  openCount(): Promise<number>;
  /** Removes all entries; counters, and the numbering of later entries, continue. */
  clear(): Promise<void>;
  counter(name: Counter): Promise<number>;
  setCounter(name: Counter, value: number): Promise<void>;
}

/** Storage for entries. `transact` is all or nothing, and its result is as durable as the store. */
export interface OutboxStore {
  /** The resources whose records are written. */
  readonly declared: Declarations;
  transact<T>(work: (tx: OutboxTx) => Promise<T>): Promise<T>;
  /** Open entries of all records, by seq. */
  open(): Promise<StoredEntry[]>;
  counter(name: Counter): Promise<number>;
}

/**
 * Queues a write (OB1, OB4) behind the record's open entries, based on the row on which it was made.
 * @returns the stored write; if it undoes a write that is already being undone, the entry that does so
 */
export function enqueue(store: OutboxStore, write: NewWrite, made: Made): Promise<StoredEntry> {
  return store.transact(tx => addTo(tx, write, made));
}

interface Made {
  id: string;
  at: number;
  /** Defaults to CONTRACT_VERSION. */
  contract?: number;
  /**
   * How often the outbox had been emptied when the page that made the write started to show rows; the current count by
   * default.
   */
  cleared?: number;
}

/**
 * Handles a write with a record's provisional key, e.g. from a dialog or another tab opened before the server numbered
 * the record: redirects it to the record's number. If the creation is no longer known, the write is refused.
 */
async function byNumber(tx: OutboxTx, write: NewWrite): Promise<{ write: NewWrite; stop: Partial<StoredEntry> }> {
  if (!isUnnumbered(write) || write.effect === 'create') return { write, stop: {} };
  const { collection, entity, recordKey } = write;
  if ((await tx.openOf(recordName(collection, entity, recordKey))).length > 0) return { write, stop: {} };
  const there = await tx.numberedFrom(collection, entity, recordKey);
  if (there) return { write: numbered(write, there.recordKey, tx.declared), stop: {} };
  return { write: { ...write, baseVersion: NO_ROWS_VERSION }, stop: NEVER_CREATED };
}

/**
 * Whether a write may be based on a row that includes writes unknown to the outbox: a creation, or any write pruned
 * since. The row's version is then meaningless: the server's row decides what the write changes (OB8).
 */
async function drawnFromForgotten(
  tx: OutboxTx,
  { effect, baseVersion }: Pick<NewWrite, 'effect' | 'baseVersion'>,
  { cleared }: Made,
): Promise<boolean> {
  if (effect === 'create' || baseVersion === null) return false;
  if (baseVersion === NEVER_STORED) return true;
  return cleared !== undefined && cleared !== (await tx.counter('cleared'));
}

const isUndoing =
  (id: string) =>
  ({ undoes, state }: StoredEntry): boolean =>
    undoes === id && state !== 'discarded';

async function addTo(tx: OutboxTx, given: NewWrite, made: Made): Promise<StoredEntry> {
  const { write, stop } = await byNumber(tx, given);
  const record = recordName(write.collection, write.entity, write.recordKey);
  const all = await tx.allOf(record);
  // A second click, or another tab, does not undo a write twice.
  const undoing = given.undoes === undefined ? undefined : all.find(isUndoing(given.undoes));
  if (undoing) return undoing;
  const group = all.filter(isOpen);
  const tail = group.at(-1);
  const entry = {
    ...write,
    id: made.id,
    record,
    contract: made.contract ?? CONTRACT_VERSION,
    after: null,
    ...BEGINNING,
    ...stop,
    createdAt: made.at,
  };
  const since = onOwnSince(entry, all);
  if (!tail)
    return tx.add((await drawnFromForgotten(tx, since, made)) ? { ...since, baseVersion: NO_ROWS_VERSION } : since);
  const own = group.flatMap(before => ownFields(before));
  return tx.add(rebaseOnOwnWrites({ ...since, baseVersion: null, after: tail.id }, tail, own));
}

/**
 * Replaces a stuck write with one for another record, atomically: the new one has its own key (OB3), and the stuck one
 * is discarded with a reason and the link (OB6).
 * @returns null, without queuing anything, if the old write is no longer stuck
 */
export function replaceStuck(
  store: OutboxStore,
  id: string,
  write: NewWrite,
  made: { id: string; at: number; reason: string },
): Promise<StoredEntry | null> {
  return store.transact(async tx => {
    const old = await tx.byId(id);
    if (!old || (old.state !== 'refused' && old.state !== 'conflict')) return null;
    const group = await tx.openOf(old.record);
    const reduced = reduceRecord(group, id, { type: 'discarded', reason: made.reason, at: made.at }, tx.declared);
    await writeChanges(
      tx,
      group,
      reduced.map(entry => (entry.id === id ? { ...entry, reassignedTo: made.id } : entry)),
    );
    return addTo(tx, { ...write, reassignedFrom: id }, made);
  });
}

export interface Applied {
  /** Changed entries, the target first. */
  changed: StoredEntry[];
  /** The record's open entries afterward, by seq. */
  open: StoredEntry[];
}

/**
 * Applies an event to an entry and its followers in one transaction.
 *
 * @param fence passed by a sender: nothing happens unless it is still the current sender and owns the entry (OB2)
 * @returns null if the event did not apply
 */
export function applyEvent(store: OutboxStore, id: string, event: EntryEvent, fence?: number): Promise<Applied | null> {
  return store.transact(async tx => {
    if (fence !== undefined && (await tx.counter('fence')) !== fence) return null;
    return applyIn(tx, id, event, fence);
  });
}

/** Identifies an entry by its id; also giving its record saves a read. */
interface Named {
  id: string;
  record?: string;
}

/** An entry, and its record's open entries by seq. */
async function findEntry(
  tx: OutboxTx,
  { id, record }: Named,
): Promise<{ target: StoredEntry | undefined; group: StoredEntry[] }> {
  const group = record === undefined ? [] : await tx.openOf(record);
  const known = group.find(entry => entry.id === id);
  if (known) return { target: known, group };
  const target = await tx.byId(id);
  return { target, group: target ? await tx.openOf(target.record) : [] };
}

async function applyIn(tx: OutboxTx, id: string, event: EntryEvent, fence?: number): Promise<Applied | null> {
  const { target, group } = await findEntry(tx, { id });
  const reduced = reducedBy(target, group, event, tx.declared, fence);
  if (!reduced) return null;
  const joined = await joinRecord(tx, group, reduced);
  return writeChanges(tx, joined.group, joined.reduced);
}

/**
 * Merges the entries of a record that has just been numbered with those already stored under that number, because the
 * change feed may be faster than the response. From then on, they form one queue (OB4).
 */
async function joinRecord(
  tx: OutboxTx,
  group: StoredEntry[],
  reduced: StoredEntry[],
): Promise<{ group: StoredEntry[]; reduced: StoredEntry[] }> {
  const [target] = reduced;
  if (!target || target.record === group[0]?.record) return { group, reduced };
  const there = await tx.openOf(target.record);
  if (there.length === 0) return { group, reduced };
  const changed = new Map(reduced.map(entry => [entry.seq, entry]));
  const own: string[] = [];
  let before: StoredEntry | undefined;
  for (const entry of [...there, ...reduced].filter(isOpen).sort((a, b) => a.seq - b.seq)) {
    // An in-flight entry was based on the server's row, so its response decides about conflicts.
    const behind = before && entry.after !== before.id && entry.state !== 'sending';
    const now =
      before && behind ? rebaseOnOwnWrites({ ...entry, baseVersion: null, after: before.id }, before, own) : entry;
    if (now !== entry) changed.set(now.seq, now);
    own.push(...ownFields(now));
    before = now;
  }
  return { group: [...group, ...there], reduced: [...changed.values()] };
}

/** The effect of an event on an entry and its followers; null if it does not apply. */
function reducedBy(
  target: StoredEntry | undefined,
  group: StoredEntry[],
  event: EntryEvent,
  declared: Declarations,
  fence?: number,
): StoredEntry[] | null {
  if (!target || (fence !== undefined && event.type === 'answered' && target.fence !== fence)) return null;
  if (event.type === 'taken' && group[0]?.id !== target.id) return null;
  return reduceRecord(group, target.id, event, declared);
}

/**
 * Like `applyEvent`, for several entries of one sender in one transaction, about different records (OB4); returns the
 * result for each. All entries are read at once and then written at once; otherwise they would wait for each other's
 * reads.
 */
export function applyAll(
  store: OutboxStore,
  acts: readonly (Named & { event: EntryEvent })[],
  fence: number,
): Promise<(Applied | null)[]> {
  return store.transact(async tx => {
    if ((await tx.counter('fence')) !== fence) return acts.map(() => null);
    const found = await Promise.all(acts.map(act => findEntry(tx, act)));
    const records = found.flatMap(({ target }) => target?.record ?? []);
    const applied: (Applied | null)[] = [];
    const oneByOne = async () => {
      for (const { id, event } of acts) applied.push(await applyIn(tx, id, event, fence));
      return applied;
    };
    if (new Set(records).size < records.length) return oneByOne();
    const reductions = found.map(({ target, group }, at) => {
      const event = acts[at]?.event;
      return event ? reducedBy(target, group, event, tx.declared, fence) : null;
    });
    // A record that has just been numbered joins one about which another event is.
    const joins = reductions.some((reduced, at) => {
      const record = reduced?.[0]?.record;
      return record !== undefined && record !== found[at]?.target?.record && records.includes(record);
    });
    if (joins) return oneByOne();
    const counters = await readCounters(tx);
    const written: StoredEntry[] = [];
    for (const [at, reduced] of reductions.entries()) {
      const { group = [] } = found[at] ?? {};
      const joined = reduced && (await joinRecord(tx, group, reduced));
      const changes = joined && numberChanges(counters, joined.group, joined.reduced);
      if (changes) written.push(...changes.changed);
      applied.push(changes);
    }
    await writeCounters(tx, counters);
    await tx.put(written);
    return applied;
  });
}

/**
 * Applies events to several entries in one transaction.
 *
 * @returns for each event, whether it applied; none applies if the fence has changed
 */
export function applyEvents(
  store: OutboxStore,
  acts: readonly { id: string; event: EntryEvent }[],
  fence?: number,
): Promise<boolean[]> {
  return store.transact(async tx => {
    if (fence !== undefined && (await tx.counter('fence')) !== fence) return acts.map(() => false);
    const took: boolean[] = [];
    for (const { id, event } of acts) took.push((await applyIn(tx, id, event, fence)) !== null);
    return took;
  });
}

/** Records versions delivered by the change feed on open and settled entries (a receipt, not a transition). */
export function noteSeen(
  store: OutboxStore,
  sightings: readonly { id: string; version: number }[],
  at: number,
  fence: number,
): Promise<StoredEntry[]> {
  return store.transact(async tx => {
    if ((await tx.counter('fence')) !== fence) return [];
    const entries = await Promise.all(sightings.map(({ id }) => tx.byId(id)));
    const noted = entries.flatMap((entry, place) =>
      entry ? [reduceEntry(entry, { type: 'seen', version: sightings[place]?.version ?? 0, at })] : [],
    );
    await tx.put(noted);
    return noted;
  });
}

/** Counters that a change of entries may increment: the values read, and the new values. */
interface Counters {
  was: { settled: number; held: number };
  settled: number;
  held: number;
}

async function readCounters(tx: OutboxTx): Promise<Counters> {
  const [settled, held] = await Promise.all([tx.counter('settled'), tx.counter('held')]);
  return { was: { settled, held }, settled, held };
}

async function writeCounters(tx: OutboxTx, { was, settled, held }: Counters): Promise<void> {
  if (settled !== was.settled) await tx.setCounter('settled', settled);
  if (held !== was.held) await tx.setCounter('held', held);
}

/** Numbers settled entries in settlement order, and counts paused entries. */
function numberChanges(counters: Counters, group: StoredEntry[], reduced: StoredEntry[]): Applied | null {
  if (reduced.length === 0) return null;
  const changed = reduced.map(entry => (isOpen(entry) ? entry : { ...entry, settledSeq: ++counters.settled }));
  const ids = new Set(changed.map(({ id }) => id));
  counters.held += changed.filter(isPaused).length - group.filter(entry => ids.has(entry.id) && isPaused(entry)).length;
  const bySeq = new Map([...group, ...changed].map(entry => [entry.seq, entry]));
  return { changed, open: [...bySeq.values()].filter(isOpen).sort((a, b) => a.seq - b.seq) };
}

async function writeChanges(tx: OutboxTx, group: StoredEntry[], reduced: StoredEntry[]): Promise<Applied | null> {
  if (reduced.length === 0) return null;
  const counters = await readCounters(tx);
  const changes = numberChanges(counters, group, reduced);
  await writeCounters(tx, counters);
  if (changes) await tx.put(changes.changed);
  return changes;
}

/** Claims several entries at once, each only if it is the first of its record and still queued. */
export function takeEntries(
  store: OutboxStore,
  entries: readonly Named[],
  fence: number,
  at?: number,
): Promise<StoredEntry[]> {
  return store.transact(async tx => {
    if ((await tx.counter('fence')) !== fence) return [];
    const taken: StoredEntry[] = [];
    const event = { type: 'taken' as const, fence, ...(at === undefined ? {} : { at }) };
    const found = await Promise.all(entries.map(entry => findEntry(tx, entry)));
    found.forEach(({ target, group }) => {
      if (target?.state !== 'queued' || group[0]?.id !== target.id) return;
      taken.push(...reduceRecord([target], target.id, event, tx.declared));
    });
    await tx.put(taken);
    return taken;
  });
}

/** Acquires the next fencing number (OB2), which invalidates marks under the previous one. */
export const takeFence = (store: OutboxStore): Promise<number> =>
  store.transact(async tx => {
    const fence = (await tx.counter('fence')) + 1;
    await tx.setCounter('fence', fence);
    return fence;
  });

/**
 * Discards unsent writes up to the number about which the person decided (OB6); later ones are kept. A sender that is
 * still running loses its fence.
 */
export async function giveUp(store: OutboxStore, upTo: number, made: { reason: string; at: number }): Promise<void> {
  await recover(store, await takeFence(store));
  for (const { id, seq } of await store.open())
    if (seq <= upTo) await applyEvent(store, id, { type: 'discarded', ...made });
}

/**
 * Removes the history of settled writes, or nothing if a write is open. Uses one transaction, so that a write queued
 * meanwhile by another tab is either seen or queued afterward (OB6). The fence keeps counting, because a frozen sender
 * may thaw (OB2).
 *
 * @returns whether the outbox is now empty
 */
export const emptyEnded = (store: Pick<OutboxStore, 'transact'>): Promise<boolean> =>
  store.transact(async tx => {
    if ((await tx.openCount()) > 0) return false;
    await tx.clear();
    await tx.setCounter('unreachable', 0);
    // A page that still shows pruned rows notices this counter when it makes a write.
    await tx.setCounter('cleared', (await tx.counter('cleared')) + 1);
    return true;
  });

/** Returns entries left in flight by a lost sender to the queue; resending is safe thanks to the same key (OB3). */
export async function recover(
  store: OutboxStore,
  fence: number,
  except: ReadonlySet<string> = new Set(),
): Promise<void> {
  const stuck = (await store.open()).filter(entry => entry.state === 'sending' && !except.has(entry.id));
  if (stuck.length === 0) return;
  await store.transact(async tx => {
    if ((await tx.counter('fence')) !== fence) return;
    for (const { id } of stuck) {
      const now = await tx.byId(id);
      if (now) await tx.put(reduceRecord([now], id, { type: 'recovered' }, tx.declared));
    }
  });
}

import { idOfKey, isOpen, keyOf, type StoredEntry } from '../../src/sync/outbox/entry.ts';
import { updateBy, type Resource } from '../../src/contract/resource.ts';
import { NEVER_CREATED } from '../../src/sync/outbox/provisional.ts';
import { KEY_TAKEN, type ModelServer } from '../../src/sync/testing/modelServer.ts';
import type { ShapeRow } from '../../src/sync/testing/shape.ts';
import type { NewWrite } from '../../src/sync/types.ts';

/** What a history records about a write. */
export interface Known {
  userId: number;
  /** Whether the person was told that the write is safe. */
  acknowledged: boolean;
  /** The entry as last stored. */
  entry: StoredEntry | null;
  /**
   * The highest number of used keys observed so far: a loss may remove the record of a key's use, but not its effect.
   */
  spent: number;
  /** Fields that the person has changed at any time; for a record they created, all fields. */
  touched: Set<string> | 'all';
  /** Whether it had settled before the device lost data. */
  ended: boolean;
  /** Whether the person discarded unsent writes by signing out. */
  forgotten: boolean;
  /**
   * The creations whose number from the server the device did not yet know when this write was made: the write may be
   * about such a record without the device knowing it, because the record was also listed.
   */
  unnumbered: ReadonlySet<string>;
}

/** The record of a write that the person is just making. */
export const newlyKnown = (userId: number, { effect, changes }: Pick<NewWrite, 'effect' | 'changes'>): Known => ({
  userId,
  acknowledged: false,
  entry: null,
  spent: 0,
  touched: effect === 'create' ? 'all' : new Set(Object.keys(changes)),
  ended: false,
  forgotten: false,
  unnumbered: new Set(),
});

/** The creations whose number the device does not know at the moment. */
export const unnumberedOf = (entries: readonly StoredEntry[]): ReadonlySet<string> =>
  new Set(
    entries.flatMap(entry =>
      entry.effect === 'create' && isOpen(entry) && entry.provisional !== undefined ? [entry.provisional] : [],
    ),
  );

/**
 * Checks one person's writes at any moment: OB1 (none of them disappears), OB3 (each takes effect at most once), OB6
 * (settled writes stay settled).
 */
export function lifeFaults(
  known: Map<string, Known>,
  entries: readonly StoredEntry[],
  server: ModelServer<ShapeRow>,
): string[] {
  const found: string[] = [];
  const now = new Map(entries.map(entry => [entry.id, entry]));
  const effects = new Map<string, string[]>();
  for (const { key } of server.effects) {
    if (key !== '') effects.set(idOfKey(key), [...(effects.get(idOfKey(key)) ?? []), key]);
  }
  for (const [id, write] of known) {
    const entry = now.get(id);
    const before = write.entry;
    const keys = effects.get(id) ?? [];
    // An additional key is allowed for an edit made after the write took effect under the first key.
    if (new Set(keys).size < keys.length || keys.length > 1 + write.spent)
      found.push(`OB3: ${id} took effect ${keys.length} times`);
    if (!entry) {
      // Settled writes may be forgotten, and so may writes that the person discarded by signing out.
      const gone = write.acknowledged && !write.forgotten && (before === null || isOpen(before));
      if (gone) found.push(`OB1: ${id} was acknowledged and is gone, it was ${before?.state ?? 'never seen'}`);
      continue;
    }
    found.push(...endFaults(entry, keys, server));
  }
  return found;
}

/** Checks that an entry's final state agrees with the server. */
function endFaults(entry: StoredEntry, keys: readonly string[], server: ModelServer<ShapeRow>): string[] {
  const { id, state, effect, reason, problem } = entry;
  const found: string[] = [];
  const own = keys.includes(keyOf(entry));
  if (state === 'discarded' && reason === '') found.push(`OB6: ${id} was discarded by nobody`);
  if (problem?.kind === 'signedOut' && state !== 'queued' && state !== 'sending' && state !== 'discarded')
    found.push(`OB7: ${id} is ${state} because the session ended`);
  if (problem?.kind === 'retry' && (state === 'refused' || state === 'conflict'))
    found.push(`OB7: ${id} is ${state} for want of a network`);
  if (problem?.message === KEY_TAKEN) found.push(`OB3: ${id} is held up by its own key`);
  if (state === 'applied' && !own) found.push(`OB3: ${id} counts as applied without an effect`);
  if (state === 'discarded' && reason === 'Undone' && keys.length > 0)
    found.push(`OB6: ${id} was undone and took effect`);
  if (!own || (state !== 'applied' && state !== 'merged')) return found;
  const made = server.effects.find(({ key }) => key === keyOf(entry))?.row;
  const wanted = effect === 'create' ? entry.input : effect === 'update' ? entry.changes : null;
  if (wanted === null) {
    if (made !== null) found.push(`OB6: the deletion ${id} left a row`);
    return found;
  }
  for (const [field, value] of Object.entries(wanted)) {
    if (made?.[field as keyof typeof made] !== value)
      found.push(`OB6: ${id} set ${field} to ${String(value)}, the server took ${String(made?.[field as never])}`);
  }
  return found;
}

/**
 * OB4: effects on a record occur in the order in which its writes were made, as far as the device knew that they were
 * about the same record.
 */
export function orderFaults(
  entries: readonly StoredEntry[],
  known: ReadonlyMap<string, Known>,
  server: ModelServer<ShapeRow>,
): string[] {
  const found: string[] = [];
  const byId = new Map(entries.map(entry => [entry.id, entry]));
  const earlier = new Map<string, StoredEntry[]>();
  for (const { key, record } of server.effects) {
    const entry = byId.get(idOfKey(key));
    if (!entry) continue;
    const before = earlier.get(record) ?? [];
    const overtook = before.some(
      ({ id, seq, provisional }) =>
        seq > entry.seq &&
        !(provisional === undefined && known.get(id)?.unnumbered.has(entry.provisional ?? '') === true),
    );
    if (overtook) found.push(`OB4: ${key} took effect after a later write on ${record}`);
    earlier.set(record, [...before, entry]);
  }
  return found;
}

/**
 * OB4 for records that the server numbers: no device sends its own number, and writes that follow a creation reach the
 * created record.
 */
export function numberFaults(
  { numbered }: Resource,
  entries: readonly StoredEntry[],
  server: ModelServer<ShapeRow>,
): string[] {
  if (numbered === undefined) return [];
  const sent = server.requests.filter(({ input }) => Number(input[numbered] ?? 0) < 0);
  const found = sent.map(({ key }) => `OB4: ${key} was sent with a number that the server has not given`);
  const byId = new Map(entries.map(entry => [entry.id, entry]));
  for (const { id, provisional, problem } of entries) {
    const created = entries.find(entry => entry.effect === 'create' && entry.provisional === provisional);
    if (provisional !== undefined && problem?.message === NEVER_CREATED.problem.message && created?.state === 'applied')
      found.push(`OB4: ${id} was refused although ${created.id} created its record`);
  }
  const recordOf = new Map<string, string>();
  for (const { key, record, callId } of server.effects) {
    const { provisional } = byId.get(idOfKey(key)) ?? {};
    if (provisional === undefined) continue;
    const created = recordOf.get(provisional);
    // The creation comes first; a creation resent after a deletion has a new number.
    if (created === undefined || callId.endsWith('.add')) recordOf.set(provisional, record);
    else if (created !== record) found.push(`OB4: ${key} follows the creation of ${created} and changed ${record}`);
  }
  return found;
}

const STAMPS = ['version', 'updatedBy', 'updatedAt'];

/** OB8: an edit changes only the fields that its person changed, whatever others did meanwhile. */
export function overwriteFaults(
  resource: Resource,
  known: ReadonlyMap<string, Known>,
  server: ModelServer<ShapeRow>,
): string[] {
  const found: string[] = [];
  const last = new Map<string, Readonly<Record<string, unknown>>>();
  for (const { key, record, callId, row } of server.effects) {
    const before = last.get(record);
    const touched = updateBy(resource, callId) ? known.get(idOfKey(key))?.touched : undefined;
    for (const [field, value] of before && touched instanceof Set ? Object.entries(row ?? {}) : []) {
      if (!STAMPS.includes(field) && before?.[field] !== value && !(touched as Set<string>).has(field))
        found.push(`OB8: ${key} made ${field} ${String(value)}, which nobody asked for`);
    }
    if (row) last.set(record, { ...row });
    else last.delete(record);
  }
  return found;
}

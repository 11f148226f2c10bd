import { refers, referencesOf, type ReferringField } from '../../contract/references.ts';
import type { Declarations } from '../../contract/declarations.ts';
import type { Row } from '../types.ts';
import type { StoredEntry } from './entry.ts';

interface References {
  /** The fields of each list that refer to records of others. */
  referring: ReadonlyMap<string, readonly ReferringField[]>;
  /** The field of each list by which others refer to its records. */
  referred: ReadonlyMap<string, string>;
}

const known = new WeakMap<Declarations, References>();

/** The references between lists, read once from the declarations, because each round of sending needs them. */
function referencesBetween(declarations: Declarations): References {
  const before = known.get(declarations);
  if (before) return before;
  const referring = new Map(declarations.resources.map(resource => [resource.collection, referencesOf(resource)]));
  const referred = new Map([...referring.values()].flat().map(({ names }) => [names.collection, names.field]));
  const found = { referring, referred };
  known.set(declarations, found);
  return found;
}

/**
 * Finds writes that the server would refuse if they overtook an earlier one of another record: a record is created
 * before others refer to it, and is deleted after they no longer do. Only an earlier write is ever waited for (OB5), so records that
 * refer to each other cannot wait for each other.
 */
export class ReferredFirst {
  private readonly between: References;
  private readonly created = new Map<string, StoredEntry[]>();
  private readonly referring = new Map<string, StoredEntry[]>();
  /** Ids of the writes that are sent without a person's decision. */
  private readonly moving = new Set<string>();

  /**
   * @param open open writes, by seq
   * @param isMoving whether a record's first write is sent without a person's decision. Nothing waits for any other: it
   *   might stay for days, and the server names the record that does not exist (OB4)
   */
  constructor(
    declarations: Declarations,
    open: readonly StoredEntry[] = [],
    isMoving: (record: string) => boolean = () => true,
  ) {
    this.between = referencesBetween(declarations);
    for (const entry of open) {
      if (!isMoving(entry.record)) continue;
      const own = this.ownName(entry);
      if (entry.effect === 'create' && own !== null) this.note(this.created, own, entry);
      for (const name of new Set([...this.namesIn(entry, entry.base), ...this.namesIn(entry, entry.optimistic)]))
        this.note(this.referring, name, entry);
    }
  }

  /** Whether an earlier write of another record must settle first. */
  waits(entry: StoredEntry): boolean {
    const isBefore = (other: StoredEntry): boolean =>
      other.seq < entry.seq && other.record !== entry.record && this.moving.has(other.id);
    if (entry.effect !== 'delete')
      return this.namesIn(entry, entry.optimistic).some(name => this.created.get(name)?.some(isBefore) ?? false);
    const own = this.ownName(entry);
    return own !== null && (this.referring.get(own)?.some(isBefore) ?? false);
  }

  /** Called when a write has ended, so that others no longer wait for it. */
  ended(id: string): void {
    this.moving.delete(id);
  }

  private note(map: Map<string, StoredEntry[]>, name: string, entry: StoredEntry): void {
    this.moving.add(entry.id);
    const list = map.get(name);
    if (list) list.push(entry);
    else map.set(name, [entry]);
  }

  /** The name of the entry's record, if others may refer to it. */
  private ownName({ collection, entity, base, optimistic, input }: StoredEntry): string | null {
    const field = this.between.referred.get(collection);
    const value = field === undefined ? undefined : (optimistic ?? base ?? input)[field];
    return value === undefined || value === null ? null : nameOf(collection, entity, value);
  }

  /** The names of the records to which a row refers. */
  private namesIn({ collection, entity }: StoredEntry, row: Row | null): string[] {
    if (row === null) return [];
    return (this.between.referring.get(collection) ?? []).flatMap(({ name, names }) =>
      refers(names, row[name]) ? [nameOf(names.collection, entity, row[name])] : [],
    );
  }
}

const nameOf = (collection: string, entity: string, value: unknown): string =>
  JSON.stringify([collection, entity, value]);

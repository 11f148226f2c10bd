import { deletionInput, isProvisional, keyOf, ownerKey, type Resource } from '../../contract/resource.ts';
import type { Declarations } from '../../contract/declarations.ts';
import type { NewWrite, Row } from '../types.ts';
import { recordName, type StoredEntry } from './entry.ts';

/**
 * Handles records that the server numbers. A device never generates such a number: in the outbox, a new record has a
 * provisional key, which is never sent. The transaction that settles the creation moves the record's other writes to
 * its number (OB4).
 */

type Keyed = Pick<StoredEntry, 'collection' | 'recordKey' | 'provisional'>;

/** Whether the server has not numbered the record yet. */
export const isUnnumbered = ({ recordKey, provisional }: Pick<Keyed, 'recordKey' | 'provisional'>): boolean =>
  provisional !== undefined && provisional === recordKey;

/** Whether a write can never be sent, because the creation of its record is no longer in the outbox. */
export const isOrphan = (entry: Pick<StoredEntry, 'recordKey' | 'provisional' | 'effect' | 'after'>): boolean =>
  isUnnumbered(entry) && entry.effect !== 'create' && entry.after === null;

/** The resource of an entry whose record has no number yet. */
const numberedResource = (
  { collection }: Pick<Keyed, 'collection'>,
  declared: Declarations,
): (Resource & { numbered: string }) | null => {
  const resource = declared.resourceOf(collection);
  return resource?.numbered === undefined ? null : { ...resource, numbered: resource.numbered };
};

/** Key of the server's row for an entry's record, with the number in place of the provisional key. */
export function keyInRow(entry: Keyed, row: Row, declared: Declarations): string {
  const resource = isUnnumbered(entry) ? numberedResource(entry, declared) : null;
  return resource && row[resource.numbered] !== undefined && !isProvisional(resource, row)
    ? keyOf(resource, row)
    : entry.recordKey;
}

/** The record's key after its creation has settled; null until the server has numbered it. */
export function numberedKey(entry: StoredEntry, declared: Declarations): string | null {
  const row = isUnnumbered(entry) ? (entry.accepted ?? (entry.effect === 'create' ? null : entry.base)) : null;
  const key = row && keyInRow(entry, row, declared);
  return key === entry.recordKey ? null : key;
}

/**
 * A write after its record got a number, which replaces the provisional key in the write's key, input, rows and title.
 */
export function numbered<E extends Omit<NewWrite, 'baseVersion'> & Partial<Pick<StoredEntry, 'record'>>>(
  entry: E,
  recordKey: string,
  declared: Declarations,
): E {
  const resource = numberedResource(entry, declared);
  if (!resource) return entry;
  const field = resource.numbered;
  const numberIn = (key: string) => Number(key.split('/')[ownerKey(resource).length + resource.key.indexOf(field)]);
  const value = numberIn(recordKey);
  const withNumber = <R extends Row | null>(row: R): R => (row && field in row ? { ...row, [field]: value } : row);
  const { base, optimistic, input, effect, collection, entity } = entry;
  const names = effect === 'delete' ? Object.entries(deletionInput(resource)) : [[field, field] as const];
  const named = names.filter(([name, own]) => own === field && name in input).map(([name]) => [name, value]);
  const known = base ?? optimistic ?? {};
  const titleOf = (number: number) => resource.title({ ...known, [field]: number });
  return {
    ...entry,
    recordKey,
    input: { ...input, ...Object.fromEntries(named) },
    base: withNumber(base),
    optimistic: withNumber(optimistic),
    title: entry.title.replace(titleOf(numberIn(entry.recordKey)), () => titleOf(value)),
    ...(entry.record === undefined ? {} : { record: recordName(collection, entity, recordKey) }),
  };
}

/**
 * Stops a write whose record was never created. If the write is resent with `NO_ROWS_VERSION`, it conflicts with a
 * newer row (OB8).
 */
export const NEVER_CREATED = {
  state: 'refused',
  problem: {
    kind: 'refused',
    status: 0,
    message: 'The record was never created because its creation was discarded. Discard this change too.',
  },
} as const satisfies Partial<StoredEntry>;

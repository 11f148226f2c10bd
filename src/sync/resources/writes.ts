import type { Collection } from '../../contract/call.ts';
import { OWNERS } from '../../contract/owner.ts';
import {
  canDelete,
  deletionInput,
  inputFields,
  isOfEntity,
  isProvisional,
  keyOf,
  ownerField,
  ownerInput,
  updateBy,
  updateFields,
  withMade,
  type Resource,
} from '../../contract/resource.ts';
import { DECLARATIONS, type Declarations } from '../../contract/declarations.ts';
import type { Country } from '../../domain/country.ts';
import { withEmptied, withFollowing } from '../../domain/follows.ts';
import { changedFields } from '../../domain/merge.ts';
import { completed, isPartial } from '../outbox/cells.ts';
import { isOpen, NEVER_STORED, type StoredEntry } from '../outbox/entry.ts';
import type { NewWrite, Row } from '../types.ts';
import { cellsTakenBack } from './cellWrites.ts';
import { renaming } from './locationWrites.ts';

/** A record's writes for the outbox, derived from the resource's declaration. */

const pick = (row: Row, fields: readonly string[]): Row => Object.fromEntries(fields.map(field => [field, row[field]]));

const common = (resource: Resource, entity: Country, row: Row) => {
  const recordKey = keyOf(resource, row);
  return {
    entity,
    collection: resource.collection as Collection,
    recordKey,
    ...(isProvisional(resource, row) ? { provisional: recordKey } : {}),
  };
};

/** Names the owner, e.g. " to channel 10021"; empty for a record that belongs to the entity. */
const ofOwner = (resource: Resource, preposition: string, row: Row): string =>
  isOfEntity(resource) ? '' : ` ${preposition} ${OWNERS[resource.scope].word} ${String(row[ownerField(resource)])}`;

/**
 * Creates a record. `row` is the record as lists show it until the server's row arrives; a provisional number in it is
 * not sent.
 */
export function creation(resource: Resource, entity: Country, row: Row): NewWrite {
  const shown = withMade(resource, row);
  const given = inputFields(resource).filter(name => name !== resource.numbered || !isProvisional(resource, shown));
  return {
    ...common(resource, entity, shown),
    callId: `${resource.id}.add`,
    effect: 'create',
    input: pick(shown, [...ownerInput(resource), ...given]),
    changes: {},
    base: null,
    baseVersion: null,
    optimistic: { ...shown, version: NEVER_STORED },
    title: `Add ${resource.title(shown)}${ofOwner(resource, 'to', row)}`,
  };
}

/**
 * Changes fields of a record, and those that follow from them; fields that are not given, or that the call cannot
 * change, keep their values.
 * @param callId id of the update, or of an action
 * @param follows none if the values are restored exactly
 * @throws Error if the call does not change records of the resource
 */
export function edit(
  resource: Resource,
  entity: Country,
  row: Row,
  values: Row,
  callId = `${resource.id}.update`,
  follows = resource.follows,
): NewWrite {
  const update = updateBy(resource, callId);
  if (!update) throw new Error(`Records of ${resource.collection} cannot be edited by ${callId}.`);
  const given = update.fields.filter(field => field in values);
  const changes = changedFields(row, withFollowing(follows, row, pick(values, given)));
  return {
    ...common(resource, entity, row),
    callId,
    effect: 'update',
    input: pick({ ...row, ...changes }, [...ownerInput(resource), ...updateFields(resource, update), ...update.says]),
    changes,
    base: { ...row },
    baseVersion: row['version'] as number,
    optimistic: { ...row, ...changes },
    title: `${update.label} ${resource.title(row)}${ofOwner(resource, 'in', row)}`,
  };
}

/**
 * Deletes a record.
 * @throws Error if the resource's records cannot be deleted
 */
export function deletion(resource: Resource, entity: Country, row: Row): NewWrite {
  if (!canDelete(resource)) throw new Error(`Records of ${resource.collection} cannot be deleted.`);
  return {
    ...common(resource, entity, row),
    callId: `${resource.id}.delete`,
    effect: 'delete',
    input: Object.fromEntries(Object.entries(deletionInput(resource)).map(([name, field]) => [name, row[field]])),
    changes: {},
    base: { ...row },
    baseVersion: row['version'] as number,
    optimistic: null,
    title: `Delete ${resource.title(row)}${ofOwner(resource, 'from', row)}`,
  };
}

/** Whether another write can undo this one: always, except for the creation of a record that cannot be deleted. */
export function isTakenBackByWrite(
  { collection, effect }: Pick<StoredEntry, 'collection' | 'effect'>,
  declared: Declarations = DECLARATIONS,
): boolean {
  if (collection === 'locations') return true;
  if (collection === 'views') return false;
  if (isPartial({ collection })) return true;
  const resource = declared.resourceOf(collection);
  return resource !== undefined && (effect !== 'create' || canDelete(resource));
}

/**
 * The write that undoes another one: a deletion for a creation, a creation for a deletion, and for an edit, an edit of
 * exactly the same fields with the same call. Null if the other write changed nothing because a colleague had made the
 * same change, or if it cannot be undone.
 */
export function compensation(entry: StoredEntry, declared: Declarations = DECLARATIONS): NewWrite | null {
  if (entry.state === 'merged' && !entry.rebased) return null;
  const { entity, collection, effect, changes } = entry;
  if (collection === 'locations') return renamingBack(entry);
  if (isPartial(entry)) {
    const row = rowAfter(entry);
    return row && cellsTakenBack(entry, completed(entry, row));
  }
  const resource = declared.resourceOf(collection);
  if (!resource || !isTakenBackByWrite(entry, declared)) return null;
  const base = entry.base && withEmptied(resource.follows, entry.base);
  if (effect === 'delete') return base && creation(resource, entity, base);
  const after = rowAfter(entry);
  if (!after) return null;
  const row = withEmptied(resource.follows, after);
  if (effect === 'create') return deletion(resource, entity, row);
  const before = Object.fromEntries(Object.keys(changes).map(field => [field, base?.[field]]));
  if (!updateBy(resource, entry.callId)) return null;
  const write = edit(resource, entity, row, { ...row, ...before }, entry.callId, []);
  return Object.keys(write.changes).length === 0 ? null : write;
}

/** The write that restores a place's previous name; null if the place already has it. */
function renamingBack(entry: StoredEntry): NewWrite | null {
  const row = rowAfter(entry);
  const former = entry.base?.['name'];
  if (!row || typeof former !== 'string') return null;
  const write = renaming(entry.entity, row, former);
  return Object.keys(write.changes).length === 0 ? null : write;
}

/** The row after a write: the server's row or, until that is known, the displayed row. */
function rowAfter(entry: StoredEntry): Row | null {
  const after = (isOpen(entry) ? null : entry.accepted) ?? entry.optimistic;
  return after && { ...after, version: entry.acceptedVersion ?? after['version'] };
}

import type { Collection } from '../../contract/call.ts';
import type { RecordChange } from '../../contract/history.ts';
import { canDelete, updatesOf, type RecordUpdate, type Resource } from '../../contract/resource.ts';
import type { Country } from '../../domain/country.ts';
import { isPartial } from '../outbox/cells.ts';
import { cellsReverted } from '../resources/cellWrites.ts';
import { renaming } from '../resources/locationWrites.ts';
import { creation, deletion, edit } from '../resources/writes.ts';
import type { NewWrite, Row } from '../types.ts';

/**
 * Reverts one write in a record's history. The reverting write is based on the version that the original produced: if
 * the record has changed since then, the server reports it, and fields changed on both sides conflict (OB8).
 */

/** The update made by a logged call; for an import, the record's own update. */
const updateOf = (resource: Resource, url: string): RecordUpdate | undefined => {
  const updates = updatesOf(resource);
  const path = url.replace(/\/$/, '');
  return updates.find(update => `/api${update.path}`.replace(/\/$/, '') === path) ?? updates[0];
};

/**
 * Returns the write that reverts a change; null if there is no such write or it would change nothing.
 *
 * @param resource undefined for a place
 * @param known the record as shown on this device; null if unknown @param collection of an undeclared record
 */
export function reverting(
  resource: Resource | undefined,
  entity: Country,
  change: RecordChange,
  known: Row | null,
  collection = '',
): NewWrite | null {
  const { before, after, version, url } = change;
  if (isPartial({ collection: collection as Collection })) return cellsReverted(collection, entity, change);
  if (!resource) {
    if (!before || !after || typeof before['name'] !== 'string') return null;
    const write = renaming(entity, { ...known, ...after, version }, before['name']);
    return Object.keys(write.changes).length === 0 ? null : write;
  }
  if (before === null) {
    if (!canDelete(resource) || after === null) return null;
    return deletion(resource, entity, { country: entity, ...known, ...after, version });
  }
  // The values for recreating the record: the logged row, which has no names if an import logged it.
  if (after === null) return creation(resource, entity, { country: entity, ...known, ...before });
  const update = updateOf(resource, url);
  if (!update) return null;
  const row: Row = { country: entity, ...known, ...after, version };
  const values = Object.fromEntries(
    update.fields.filter(field => field in before).map(field => [field, before[field]]),
  );
  const write = edit(resource, entity, row, values, update.callId);
  return Object.keys(write.changes).length === 0 ? null : write;
}

/** The permission required to revert a change. */
export function revertPermission(resource: Resource, { before, after, url }: RecordChange): string {
  const isEdit = before !== null && after !== null;
  return (isEdit ? updateOf(resource, url)?.permission : undefined) ?? `${resource.feature}.write`;
}

import type { Collection } from '../../contract/call.ts';
import type { RecordChange } from '../../contract/history.ts';
import { canDelete, updatesOf, type RecordUpdate, type Resource } from '../../contract/resource.ts';
import type { Country } from '../../domain/country.ts';
import { withEmptied } from '../../domain/follows.ts';
import { changedFields } from '../../domain/merge.ts';
import { isPartial } from '../outbox/cells.ts';
import { cellsReverted } from '../resources/cellWrites.ts';
import { renaming } from '../resources/locationWrites.ts';
import { creation, deletion, edit } from '../resources/writes.ts';
import type { NewWrite, Row } from '../types.ts';

/**
 * Reverts one write in a record's history. The reverting write is based on the version that the original produced: if
 * the record has changed since then, the server reports it, and fields changed on both sides conflict (OB8).
 */

/**
 * The updates that together restore the given fields, each with its part of them. The update that made the logged call
 * comes first. The entry of an import, a bulk change or a call that changes several groups of settings does not say
 * which updates it needs.
 */
function updatesFor(resource: Resource, url: string, changed: readonly string[]): [RecordUpdate, string[]][] {
  const updates = updatesOf(resource);
  const path = url.replace(/\/$/, '');
  const own = updates.find(update => `/api${update.path}`.replace(/\/$/, '') === path);
  const rest = new Set(changed);
  return [...(own ? [own] : []), ...updates].flatMap((update): [RecordUpdate, string[]][] => {
    const part = update.fields.filter(field => rest.delete(field));
    return part.length > 0 ? [[update, part]] : [];
  });
}

/**
 * Returns the writes that revert a change; empty if it cannot be reverted, or if reverting it would change nothing. There
 * are several if no single call may change all fields that the change wrote.
 *
 * @param resource undefined for a place
 * @param known the record as shown on this device; null if unknown
 * @param collection of an undeclared record
 */
export function reverting(
  resource: Resource | undefined,
  entity: Country,
  change: RecordChange,
  known: Row | null,
  collection = '',
): NewWrite[] {
  if (isPartial({ collection: collection as Collection })) {
    const write = cellsReverted(collection, entity, change);
    return write ? [write] : [];
  }
  const { version, url } = change;
  if (!resource) {
    const { before, after } = change;
    if (!before || !after || typeof before['name'] !== 'string') return [];
    const write = renaming(entity, { ...known, ...after, version }, before['name']);
    return Object.keys(write.changes).length === 0 ? [] : [write];
  }
  const [before, after] = [change.before, change.after].map(row => row && withEmptied(resource.follows, row)) as [
    Row | null,
    Row | null,
  ];
  if (before === null) {
    if (!canDelete(resource) || after === null) return [];
    return [deletion(resource, entity, { country: entity, ...known, ...after, version })];
  }
  // The values for recreating the record: the logged row, which has no names if an import logged it.
  if (after === null) return [creation(resource, entity, { country: entity, ...known, ...before })];
  let row: Row = { country: entity, ...known, ...after, version };
  return updatesFor(resource, url, Object.keys(changedFields(row, before))).map(([{ callId }, fields]) => {
    const values = Object.fromEntries(fields.map(field => [field, before[field]]));
    const write = edit(resource, entity, row, values, callId, []);
    row = { ...row, ...write.changes };
    return write;
  });
}

/** The permissions required to revert a change. */
export function revertPermissions(resource: Resource, { before, after, url }: RecordChange): string[] {
  const updates = before && after ? updatesFor(resource, url, Object.keys(changedFields(after, before))) : [];
  const needed = updates.map(([{ permission }]) => permission);
  return needed.length > 0 ? [...new Set(needed)] : [`${resource.feature}.write`];
}

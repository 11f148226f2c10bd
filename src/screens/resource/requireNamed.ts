import type { Country } from '../../domain/country.ts';
import { PLACES, type Reference } from '../../contract/fields/base.ts';
import { missingRecordText, referencesOf, refers, waitingRecordText } from '../../contract/references.ts';
import { keyOf, type Resource } from '../../contract/resource.ts';
import { DECLARATIONS } from '../../contract/declarations.ts';
import { isMissingOnDevice, isPlaceMissingOnDevice } from '../../sync/hooks/findOnDevice.ts';
import { broughtHere } from '../../sync/hooks/broughtHere.ts';
import type { useSync } from '../../sync/hooks/useSync.ts';
import type { AwaitedRecord, Row } from '../../sync/types.ts';
import type { Notify } from '../../ui/UiContext.ts';
import { sourceOf } from './source.ts';

/** A record in an import on this device, and a sentence that says so; null if the import may not contain it. */
interface WaitingRecord extends AwaitedRecord {
  text: string | null;
}

/** Tells the person which of the records wait in an import. */
export function tellWaiting(notify: Notify, waiting: readonly WaitingRecord[]): void {
  for (const { text } of waiting) if (text !== null) notify.warning(text);
}

type SyncClient = ReturnType<typeof useSync>['client'];

/** Whether this device has the whole list to which a value refers, but not the record. */
async function isMissing(client: SyncClient, entity: Country, names: Reference, value: number | string, id: string) {
  const { collection, field } = names;
  if (collection === PLACES) return isPlaceMissingOnDevice(client, entity, Number(value));
  const list = DECLARATIONS.resourceOf(collection);
  if (!list) return false;
  const named = { country: entity, [field]: value };
  return isMissingOnDevice(client, entity, sourceOf(list, id), { [field]: value }, keyOf(list, named));
}

/**
 * Rejects a record that refers to a record known to be missing, so that the form, the cell or the bulk change reports
 * this instead of the queue. For lists that are not completely cached, the server decides. A record in an import that
 * waits on this device counts as existing.
 *
 * @returns the records to which this one refers and that wait in an import, or may do so
 * @throws Error that names the field and the missing record
 */
export async function requireNamed(
  client: SyncClient,
  entity: Country,
  resource: Resource,
  record: Row,
): Promise<WaitingRecord[]> {
  const waiting: WaitingRecord[] = [];
  for (const { name, field, names } of referencesOf(resource)) {
    const value = record[name];
    if (!refers(names, value)) continue;
    if (!(await isMissing(client, entity, names, value, `${resource.id}.${name}`).catch(() => false))) continue;
    const { values, isWhole } = await broughtHere(client, entity, names.collection);
    const { collection } = names;
    if (values.has(value)) waiting.push({ collection, value, text: waitingRecordText(names, value) });
    else if (!isWhole) waiting.push({ collection, value, text: null });
    else throw new Error(`${field.label}: ${missingRecordText(names, [value], entity)}.`);
  }
  return waiting;
}

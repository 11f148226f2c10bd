import type { Country } from '../../domain/country.ts';
import { PLACES, type Reference } from '../../contract/fields/base.ts';
import { missingRecordText, referencesOf, refers } from '../../contract/references.ts';
import { keyOf, type Resource } from '../../contract/resource.ts';
import { DECLARATIONS } from '../../contract/declarations.ts';
import { isMissingOnDevice, isPlaceMissingOnDevice, type FindingClient } from '../../sync/hooks/findOnDevice.ts';
import type { Row } from '../../sync/types.ts';
import { sourceOf } from './source.ts';

/** Whether this device has the whole list to which a value refers, but not the record. */
async function isMissing(client: FindingClient, entity: Country, names: Reference, value: number | string, id: string) {
  const { collection, field } = names;
  if (collection === PLACES) return isPlaceMissingOnDevice(client, entity, Number(value));
  const list = DECLARATIONS.resourceOf(collection);
  if (!list) return false;
  const named = { country: entity, [field]: value };
  return isMissingOnDevice(client, entity, sourceOf(list, id), { [field]: value }, keyOf(list, named));
}

/**
 * Rejects a record that refers to a record known to be missing, so that the form, the cell or the bulk change reports
 * this instead of the queue. For lists that are not completely cached, the server decides.
 *
 * @throws Error that names the field and the missing record
 */
export async function requireNamed(
  client: FindingClient,
  entity: Country,
  resource: Resource,
  record: Row,
): Promise<void> {
  for (const { name, field, names } of referencesOf(resource)) {
    const value = record[name];
    if (!refers(names, value)) continue;
    if (await isMissing(client, entity, names, value, `${resource.id}.${name}`).catch(() => false))
      throw new Error(`${field.label}: ${missingRecordText(names, [value], entity)}.`);
  }
}

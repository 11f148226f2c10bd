import type { Country } from '../../domain/country.ts';
import { COUNTRIES } from '../../domain/country.ts';
import { keyOf, type Resource } from '../../contract/resource.ts';
import { DECLARATIONS } from '../../contract/declarations.ts';
import { isMissingOnDevice } from '../../sync/hooks/findOnDevice.ts';
import type { Row } from '../../sync/types.ts';
import { sourceOf } from './source.ts';

type Client = Parameters<typeof isMissingOnDevice>[0];

/**
 * Rejects a record that refers to a record known to be missing, so that the form, the cell or the bulk change reports
 * this instead of the queue. For lists that are not completely cached, the server decides.
 *
 * @throws Error that names the field and the missing record
 */
export async function requireNamed(client: Client, entity: Country, resource: Resource, record: Row): Promise<void> {
  for (const [name, field] of Object.entries(resource.fields)) {
    const value = record[name];
    if (field.kind !== 'text' || field.names === undefined || typeof value !== 'string' || value === '') continue;
    const { collection, field: key } = field.names;
    const list = DECLARATIONS.resourceOf(collection);
    if (!list) continue;
    const named = { country: entity, [key]: value };
    const missing = await isMissingOnDevice(
      client,
      entity,
      sourceOf(list, `${resource.id}.${name}`),
      { [key]: value },
      keyOf(list, named),
    ).catch(() => false);
    if (missing)
      throw new Error(
        `${field.label}: there is no ${list.label.one.toLowerCase()} "${value}" in ${COUNTRIES[entity].name}; create it first.`,
      );
  }
}

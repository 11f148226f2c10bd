import { locationKey, updateLocation } from '../../contract/locations.ts';
import type { Country } from '../../domain/country.ts';
import type { NewWrite, Row } from '../types.ts';

/** Renames a place, as an outbox write (LOC-4). `row` is the place as shown in its list. */
export function renaming(entity: Country, row: Row, name: string): NewWrite {
  const locationId = Number(row['locationId']);
  return {
    entity,
    collection: 'locations',
    recordKey: locationKey(locationId),
    callId: updateLocation.id,
    effect: 'update',
    input: { locationId, name },
    changes: row['name'] === name ? {} : { name },
    base: { ...row },
    baseVersion: row['version'] as number,
    optimistic: { ...row, name },
    title: `Rename location ${locationId} (${String(row['name'])}) to ${name}`,
  };
}

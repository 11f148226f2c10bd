import { channelLocationKey } from '../../../contract/channelLocation.ts';
import type { Resource } from '../../../contract/resource.ts';
import { channelLocation } from '../../../contract/resources/channelLocation.ts';
import type { Country } from '../../../domain/country.ts';
import type { Checked } from '../../../domain/import/check.ts';
import { CHANGE, diffImport } from '../../../domain/import/diff.ts';
import type { ExistingRows, LocationPlan, Plan } from './api.ts';
import { planRecords, type PlannedFrom } from './planRecords.ts';

/**
 * Compares a checked import with the current records, row by row.
 *
 * @param resource the resource that the import changes
 * @param country the entity of the import
 * @param leave keys of records to leave unchanged
 * @param planned gets the place of each planned change, except those of locations, which need none
 */
export function planRows(
  resource: Resource | undefined,
  checked: Checked,
  country: Country,
  existing: ExistingRows,
  leave: ReadonlySet<string>,
  planned: PlannedFrom = [],
): Plan {
  if (!resource) throw new Error(`no resource is imported by ${checked.declaration.id}`);
  return resource === channelLocation
    ? planLocations(checked, existing, leave)
    : planRecords(resource, country, checked, existing, leave, planned);
}

/** Handles only numbers with packed flags, because there may be half a million locations. */
function planLocations(checked: Checked, existing: ExistingRows, leave: ReadonlySet<string>): LocationPlan {
  const existingFlags = existing.columns['flags'] as Uint8Array;
  const values = [0, 1, 2, 3].map(bit => existingFlags.map(flags => (flags >> bit) & 1));
  const keys = checked.declaration.key.map(key => existing.columns[key] as Float64Array);
  const diff = diffImport(checked, { count: existing.count, keys, values });
  const { added, changed, removed, unchanged, absent } = diff.counts;
  const most = added + changed + removed;
  const counts = { added: 0, changed: 0, removed: 0, unchanged, absent, left: 0 };
  const channels = new Float64Array(most);
  const types = new Float64Array(most);
  const locations = new Float64Array(most);
  const before = new Int8Array(most);
  const after = new Int8Array(most);
  const versions = new Int32Array(most);
  const columnOf = (wanted: string): number => checked.declaration.columns.findIndex(({ key }) => key === wanted);
  const [channelAt, typeAt, locationAt] = ['channelId', 'type', 'locationId'].map(columnOf);
  const flagColumns = diff.columns.map(column => checked.declaration.columns.indexOf(column));
  let count = 0;
  for (const [number, { changes, existing: records }] of diff.files.entries()) {
    const { values: read } = checked.files[number] as Checked['files'][number];
    for (let row = 0; row < changes.length; row++) {
      const change = changes[row];
      if (change !== CHANGE.added && change !== CHANGE.changed && change !== CHANGE.removed) continue;
      const channelId = read[channelAt as number]?.[row] as number;
      const type = read[typeAt as number]?.[row] as number;
      const locationId = read[locationAt as number]?.[row] as number;
      if (leave.size > 0 && leave.has(channelLocationKey({ channelId, type, locationId }))) {
        counts.left += 1;
        continue;
      }
      const record = records[row] as number;
      const old = record < 0 ? 0 : (existingFlags[record] as number);
      let flags = 0;
      for (const [bit, column] of flagColumns.entries()) {
        const value = read[column]?.[row] as number;
        // A blank cell leaves the flag unchanged.
        flags |= value === value ? value << bit : old & (1 << bit);
      }
      channels[count] = channelId;
      types[count] = type;
      locations[count] = locationId;
      before[count] = record < 0 ? -1 : old;
      after[count] = change === CHANGE.removed ? -1 : flags;
      versions[count] = record < 0 ? 0 : (existing.versions[record] as number);
      counts[change === CHANGE.added ? 'added' : change === CHANGE.changed ? 'changed' : 'removed'] += 1;
      count += 1;
    }
  }
  // Records that the files do not contain, if the import replaces all records.
  for (const record of diff.removedRecords) {
    const [channelId, type, locationId] = ['channelId', 'type', 'locationId'].map(
      name => (existing.columns[name] as Float64Array)[record],
    ) as [number, number, number];
    if (leave.has(channelLocationKey({ channelId, type, locationId }))) {
      counts.left += 1;
      continue;
    }
    channels[count] = channelId;
    types[count] = type;
    locations[count] = locationId;
    before[count] = existingFlags[record] as number;
    after[count] = -1;
    versions[count] = existing.versions[record] as number;
    counts.removed += 1;
    count += 1;
  }
  return { count, channels, types, locations, before, after, versions, counts };
}

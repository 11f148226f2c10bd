import { channelLocationKey } from '../../../contract/channelLocation.ts';
import type { Checked } from '../../../domain/import/check.ts';
import { CHANGE, diffImport } from '../../../domain/import/diff.ts';
import type { HeldRows, Plan } from './api.ts';

/**
 * Compares a checked import with the records of now, row by row.
 *
 * @param leave keys of records that stay as they are
 */
export function planRows(checked: Checked, held: HeldRows, leave: ReadonlySet<string>): Plan {
  const values = [0, 1, 2, 3].map(bit => held.flags.map(flags => (flags >> bit) & 1));
  const keyOf: Readonly<Record<string, Float64Array>> = {
    channelId: held.channels,
    type: held.types,
    locationId: held.locations,
  };
  const keys = checked.declaration.key.map(key => keyOf[key] as Float64Array);
  const diff = diffImport(checked, { count: held.count, keys, values });
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
  for (const [number, { changes, held: records }] of diff.files.entries()) {
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
      const old = record < 0 ? 0 : (held.flags[record] as number);
      let flags = 0;
      for (const [bit, column] of flagColumns.entries()) {
        const value = read[column]?.[row] as number;
        // A blank leaves what is there.
        flags |= value === value ? value << bit : old & (1 << bit);
      }
      channels[count] = channelId;
      types[count] = type;
      locations[count] = locationId;
      before[count] = record < 0 ? -1 : old;
      after[count] = change === CHANGE.removed ? -1 : flags;
      versions[count] = record < 0 ? 0 : (held.versions[record] as number);
      counts[change === CHANGE.added ? 'added' : change === CHANGE.changed ? 'changed' : 'removed'] += 1;
      count += 1;
    }
  }
  return { count, channels, types, locations, before, after, versions, counts };
}

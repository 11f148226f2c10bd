import type { RecordChange } from '../../contract/history.ts';
import { loggedChange } from '../../domain/rates/loggedCells.ts';
import { APPLY_CALLS, CELLS_MOST, VERSIONS } from '../../contract/rateTable/apply.ts';
import { FAMILIES, type Family, type RateVersionRow } from '../../contract/rateTable/versions.ts';
import type { Country } from '../../domain/country.ts';
import {
  cellText,
  cellVersionField,
  fieldOf,
  HEADER_FIELDS,
  headerFields,
  readCellField,
  type CellChange,
} from '../../domain/rates/cells.ts';
import { keyOfPart, type Part, type PartRow } from '../../domain/rates/rows.ts';
import { changedFields } from '../../domain/merge.ts';
import type { StoredEntry } from '../outbox/entry.ts';
import type { NewWrite, Row } from '../types.ts';

/**
 * Writes to a rate table's draft, as stored in the outbox: the draft is the record, and its cells are fields
 * (domain/rates/cells).
 */

/** Maximum size of one write in bytes, which leaves room in the request for everything else. */
const BYTES_MOST = 700_000;

export const draftKey = ({ channelId, versionNo }: Pick<RateVersionRow, 'channelId' | 'versionNo'>): string =>
  `${channelId}/${versionNo}`;

export type DraftVersion = Pick<
  RateVersionRow,
  'id' | 'channelId' | 'versionNo' | 'name' | 'remark' | 'settings' | 'version' | 'updatedBy' | 'updatedAt'
>;

/** Describes what a write changes in a draft: "3 rows", "3 rows and base info". */
export function changedWords(changes: Row): string {
  const cells = Object.keys(changes).filter(field => readCellField(field)).length;
  const parts = [
    ...(cells === 0 ? [] : [cells === 1 ? '1 row' : `${cells} rows`]),
    ...(HEADER_FIELDS.some(field => field in changes) ? ['base info'] : []),
  ];
  return parts.join(' and ');
}

interface DraftOf {
  family: Family;
  entity: Country;
  id: number;
  channelId: number;
  versionNo: number;
}

function writeOf({ family, entity, id, channelId, versionNo }: DraftOf, base: Row, changes: Row): NewWrite {
  return {
    callId: APPLY_CALLS[family].id,
    entity,
    collection: VERSIONS[family],
    recordKey: draftKey({ channelId, versionNo }),
    effect: 'update',
    input: { id, channelId, versionNo, ...changes },
    changes,
    base,
    baseVersion: base['version'] as number,
    optimistic: { ...base, ...changes },
    title: `Change ${changedWords(changes)} of version ${versionNo} of channel ${channelId}`,
  };
}

/** Changes to a draft apart from its rows. */
export type HeaderChange = Partial<Pick<RateVersionRow, 'name' | 'remark' | 'settings'>>;

/**
 * The writes for changes typed into a draft: a single one if it fits into a call.
 *
 * @param rowOf returns the row on which a change was based, with its version; undefined if there was none
 */
export function draftWrites(
  of: { family: Family; entity: Country; version: DraftVersion },
  rowOf: (part: Part, key: string) => (PartRow<Part> & { version: number }) | undefined,
  cells: readonly CellChange[],
  header: HeaderChange = {},
): NewWrite[] {
  const { version } = of;
  const known: Row = {
    id: version.id,
    ...headerFields(version),
    version: version.version,
    updatedBy: version.updatedBy,
    updatedAt: version.updatedAt,
  };
  const { settings, ...names } = header;
  const changed = changedFields(known, { ...names, ...settings });
  const writes: NewWrite[] = [];
  let base = { ...known };
  let changes: Row = { ...changed };
  let bytes = 0;
  let count = 0;
  const end = () => {
    if (Object.keys(changes).length > 0) writes.push(writeOf({ ...of, ...version }, base, changes));
    base = { ...known };
    changes = {};
    bytes = 0;
    count = 0;
  };
  for (const change of cells) {
    const { field, value } = fieldOf(change);
    const size = (value ?? field).length + 40;
    if (count >= CELLS_MOST || bytes + size > BYTES_MOST) end();
    const key = 'remove' in change ? change.remove : keyOfPart(change.part, change.row);
    const row = rowOf(change.part, key);
    base[field] = row ? cellText(change.part, row) : null;
    base[cellVersionField(field)] = row?.version ?? 0;
    changes[field] = value;
    bytes += size;
    count += 1;
  }
  end();
  return writes;
}

const familyOf = (collection: string): Family | undefined => FAMILIES.find(one => VERSIONS[one] === collection);

/** The write that restores the cells and settings that another write changed; null if they already have the values. */
export function cellsTakenBack(entry: StoredEntry, row: Row): NewWrite | null {
  const family = familyOf(entry.collection);
  const { entity, input, base } = entry;
  if (!family || !base) return null;
  const before = Object.fromEntries(Object.keys(entry.changes).map(field => [field, base[field] ?? null]));
  const changes = changedFields(row, before);
  if (Object.keys(changes).length === 0) return null;
  const of = input as unknown as Omit<DraftOf, 'family' | 'entity'>;
  return writeOf({ family, entity, id: of.id, channelId: of.channelId, versionNo: of.versionNo }, row, changes);
}

/** The write that reverts a logged write; null if that is not possible. */
export function cellsReverted(collection: string, entity: Country, change: RecordChange): NewWrite | null {
  const family = familyOf(collection);
  const told = loggedChange(change.before, change.after);
  if (!family || !told || !change.after) return null;
  const changes = changedFields(told.after, told.before);
  if (Object.keys(changes).length === 0) return null;
  const version = change.after as unknown as DraftVersion;
  const versions = Object.keys(told.after)
    .filter(field => readCellField(field))
    .map(field => [cellVersionField(field), told.after[field] === null ? 0 : change.version]);
  const base: Row = {
    id: version.id,
    ...headerFields(version),
    ...told.after,
    ...Object.fromEntries(versions),
    version: change.version,
    updatedBy: version.updatedBy,
    updatedAt: version.updatedAt,
  };
  return writeOf({ family, entity, ...version }, base, changes);
}

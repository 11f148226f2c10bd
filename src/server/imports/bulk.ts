import { BULK_HEAD, BULK_MOST, type ImportCounts, type ImportReceipt } from '../../contract/imports/calls.ts';
import type { Queryable } from '../db/transaction.ts';
import type { Resource } from '../../contract/resource.ts';
import { extrasOf } from '../resources/all.ts';
import { findRecord, readKey } from '../resources/records.ts';
import type { BulkChange, ImportRecord } from './records.ts';
import { withRows } from './review.ts';
import { bulkState } from './staged.ts';
import type { BulkRows, ImportStore } from './store.ts';
import { yieldToEventLoop } from './yieldToEventLoop.ts';

/** A change of many records: its file, and what it would do to the records as they are. */

/** Records looked at in one statement. */
const CHUNK = 5_000;

const VERSION_MOST = 2_147_483_647;

export const NO_BULK_FILE = `The list of records could not be read. Nothing was changed; choose the records again, ${BULK_MOST.toLocaleString('en')} at most.`;

/** Reads the file of a change of many records; null where it is none. A record that is there twice counts once. */
export function readBulkFile(resource: Resource, text: string): BulkRows | null {
  const lines = text.split('\n');
  if (lines[0] !== BULK_HEAD) return null;
  const seen = new Map<string, { version: number; own: boolean }>();
  for (const line of lines.slice(1)) {
    if (line === '') continue;
    const [, version = '', own, key = ''] = /^(\d{1,10}),([01]),(.+)$/.exec(line) ?? [];
    if (Number(version) > VERSION_MOST || version === '' || !readKey(resource, key)) return null;
    seen.set(key, { version: Number(version), own: own === '1' });
    if (seen.size > BULK_MOST) return null;
  }
  const rows = [...seen.values()];
  return { keys: [...seen.keys()], versions: rows.map(row => row.version), own: rows.map(row => row.own) };
}

/** Writes down what the change does, in short statements outside of its transaction. */
export async function stageBulk(
  db: Queryable,
  store: ImportStore,
  { no, entity, email }: Pick<ImportRecord, 'no' | 'entity' | 'email'>,
  change: BulkChange,
  { keys, versions, own }: BulkRows,
): Promise<{ total: number; counts: ImportCounts; review: ImportReceipt['review'] }> {
  const returned: string[] = [];
  let total = 0;
  let asSeen = 0;
  let absent = 0;
  for (let from = 0; from < keys.length; from += CHUNK) {
    const part = [keys, versions, own].map(all => all.slice(from, from + CHUNK));
    const named = { keys: part[0], versions: part[1], own: part[2] } as BulkRows;
    const { rows, against } = await withinRules(db, store.resource, entity, change, named);
    returned.push(...against);
    const staged = await store.stageBulk(db, rows, change, { no, at: total, entity, email });
    const state = await bulkState(db, store.resource, rows, { entity, email });
    total += staged;
    asSeen += state.asSeen;
    // What is to go and is gone already needs nobody.
    const gone = change.set === null ? state.others.filter(other => other.gone).length : 0;
    absent += gone;
    returned.push(...state.others.filter(other => change.set !== null || !other.gone).map(({ key }) => key));
    await yieldToEventLoop();
  }
  const kind = change.set === null ? ('removed' as const) : ('changed' as const);
  const counts: ImportCounts = {
    added: 0,
    changed: change.set === null ? 0 : total,
    removed: change.set === null ? total : 0,
    unchanged: Math.max(0, asSeen - total),
    absent,
    left: returned.length,
  };
  const theirs = returned.map(key => ({ key, change: kind }));
  return { total, counts, review: theirs.length === 0 ? null : await withRows(db, store, entity, theirs, '') };
}

/** Those of some records that may have the change's values by the rules of their own, and the keys of the others. */
async function withinRules(
  db: Queryable,
  resource: Resource,
  entity: ImportRecord['entity'],
  { set }: BulkChange,
  all: BulkRows,
): Promise<{ rows: BulkRows; against: string[] }> {
  const { mayHave: rule } = extrasOf(resource);
  if (!rule || set === null) return { rows: all, against: [] };
  const allowed: number[] = [];
  const against: string[] = [];
  for (const [at, key] of all.keys.entries()) {
    const own = readKey(resource, key);
    const row = own && (await findRecord(db, resource, own));
    // What is gone comes back as what was changed meanwhile does.
    if (row && row['country'] === entity && !rule(row, set, entity)) against.push(key);
    else allowed.push(at);
  }
  if (against.length === 0) return { rows: all, against };
  const pick = <T>(values: readonly T[]): T[] => allowed.map(at => values[at] as T);
  return { rows: { keys: pick(all.keys), versions: pick(all.versions), own: pick(all.own) }, against };
}

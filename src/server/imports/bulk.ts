import { BULK_HEAD, BULK_MOST, type ImportCounts, type ImportReceipt } from '../../contract/imports/calls.ts';
import type { Queryable } from '../db/transaction.ts';
import type { Resource } from '../../contract/resource.ts';
import { problemAfter } from '../../contract/rule.ts';
import { mayFollow, withFollowing } from '../../domain/follows.ts';
import { Turns } from '../base/turns.ts';
import { findRecord, readKey } from '../resources/records.ts';
import type { BulkChange, ImportRecord } from './records.ts';
import { withRows } from './review.ts';
import { bulkState } from './staged.ts';
import type { BulkRows, ImportStore } from './store.ts';
import { yieldToEventLoop } from '../base/yieldToEventLoop.ts';

/** Bulk changes: reads their files and stages their effect on the current records. */

/** Number of records that a statement checks. */
const CHUNK = 5_000;

const VERSION_MOST = 2_147_483_647;

export const NO_BULK_FILE = `The list of records could not be read. Nothing was changed; select the records again, at most ${BULK_MOST.toLocaleString('en')}.`;

/** Maximum length of a line: version, mark and the longest key. */
const LINE_MOST = 400;
/** Maximum number of empty lines that are skipped. A file with more does not come from the console. */
const EMPTY_MOST = 1_000;
const NEWLINE = 10;

/** Whether a file has more lines or bytes than any bulk change may have; checked before the file is parsed. */
function isTooLong(bytes: Uint8Array): boolean {
  const linesMost = BULK_MOST + EMPTY_MOST;
  if (bytes.length > linesMost * LINE_MOST) return true;
  let lines = 0;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1))
    if (++lines > linesMost) return true;
  return false;
}

/**
 * Parses a bulk change's file line by line, letting other requests run in between; returns null for any other file. A
 * record that occurs twice counts once.
 */
export async function readBulkFile(resource: Resource, bytes: Buffer): Promise<BulkRows | null> {
  if (bytes.length === 0 || isTooLong(bytes)) return null;
  const seen = new Map<string, { version: number; own: boolean }>();
  const turns = new Turns();
  for (let from = 0, isHead = true; from < bytes.length; isHead = false) {
    const found = bytes.indexOf(NEWLINE, from);
    const end = found < 0 ? bytes.length : found;
    if (end - from > LINE_MOST * 4) return null;
    const line = bytes.toString('utf8', from, end);
    from = end + 1;
    if (isHead) {
      if (line !== BULK_HEAD) return null;
      continue;
    }
    if (line === '') continue;
    const [, version = '', own, key = ''] = /^(\d{1,10}),([01]),(.+)$/.exec(line) ?? [];
    if (Number(version) > VERSION_MOST || version === '' || !readKey(resource, key)) return null;
    seen.set(key, { version: Number(version), own: own === '1' });
    if (seen.size > BULK_MOST) return null;
    if (turns.isOver) await turns.next();
  }
  const rows = [...seen.values()];
  return { keys: [...seen.keys()], versions: rows.map(row => row.version), own: rows.map(row => row.own) };
}

/**
 * Stages the effect of the change in short statements, outside the transaction that applies it.
 * @param on `written` is used for the staged rows only
 */
export async function stageBulk(
  { read: db, written }: { read: Queryable; written: Queryable },
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
    const { rows, against, groups } = await withinRules(db, store.resource, entity, change, named);
    returned.push(...against);
    for (const group of groups) {
      const at = { no, at: total, entity, email };
      total += await store.stageBulk(written, group.rows, { ...change, set: group.set }, at);
    }
    const state = await bulkState(db, store.resource, rows, { entity, email });
    asSeen += state.asSeen;
    // When deleting, nobody has to decide about records that others have already deleted.
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

/** Records of a bulk change that get the same values. */
interface SameValues {
  rows: BulkRows;
  set: BulkChange['set'];
}

/**
 * Returns the records that still satisfy their rules with the changed values and those that follow from them, grouped
 * by these values, and the keys of all others.
 */
async function withinRules(
  db: Queryable,
  resource: Resource,
  entity: ImportRecord['entity'],
  { set }: BulkChange,
  all: BulkRows,
): Promise<{ rows: BulkRows; groups: SameValues[]; against: string[] }> {
  if (set === null || !(resource.problem || mayFollow(resource.follows, set)))
    return { rows: all, groups: [{ rows: all, set }], against: [] };
  const allowed: number[] = [];
  const against: string[] = [];
  const groups = new Map<string, { places: number[]; set: BulkChange['set'] }>();
  const turns = new Turns();
  for (const [at, key] of all.keys.entries()) {
    if (turns.isOver) await turns.next();
    const own = readKey(resource, key);
    const row = own && (await findRecord(db, resource, own));
    const isOwn = row && (resource.scope === 'platform' || row['country'] === entity);
    // A deleted record is included here and is treated like a changed one.
    if (isOwn && problemAfter(resource, row, set, entity)) {
      against.push(key);
      continue;
    }
    allowed.push(at);
    const values = isOwn ? withFollowing(resource.follows, row, set) : set;
    const alike = JSON.stringify(values);
    const group = groups.get(alike) ?? { places: [], set: values };
    group.places.push(at);
    groups.set(alike, group);
  }
  const pick = <T>(values: readonly T[], places: readonly number[]): T[] => places.map(at => values[at] as T);
  const picked = (places: readonly number[]): BulkRows => ({
    keys: pick(all.keys, places),
    versions: pick(all.versions, places),
    own: pick(all.own, places),
  });
  return {
    rows: against.length === 0 ? all : picked(allowed),
    groups: [...groups.values()].map(({ places, set: values }) => ({ rows: picked(places), set: values })),
    against,
  };
}

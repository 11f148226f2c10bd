import { problemAfter } from '../../contract/rule.ts';
import { followsFrom, withFollowing } from '../../domain/follows.ts';
import type { Country } from '../../domain/country.ts';
import type { Problem } from '../../domain/problem.ts';
import type { ListRow } from '../../contract/listData.ts';
import { resourceBulk } from '../../contract/imports/calls.ts';
import { keyOf, type Resource } from '../../contract/resource.ts';
import { formatCount } from '../../domain/format.ts';
import type { SyncClient } from '../client/client.ts';
import { versionOf } from '../mirror/versionOf.ts';
import { bulkFile, type BulkLine } from '../imports/bulk.ts';
import { afterBulks, type WaitingBulk } from '../query/afterBulks.ts';
import { importsOf } from '../client/imports/imports.ts';
import type { QueuedBulk } from '../imports/db.ts';
import type { Row } from '../types.ts';

export type { BulkLine };

/**
 * Bulk changes: previews them, and queues each as a single durable intent (OB1) with the record versions that the
 * person saw (OB8).
 */

/** The effect of a bulk change on a field. */
export interface BulkPlanField {
  name: string;
  to: unknown;
  from: readonly { value: unknown; count: number }[];
  same: number;
  /** The field of the change from which this one follows; omitted if it is in the change itself. */
  because?: string;
}

/** The effect of a bulk change on a set of rows. */
export interface BulkPlan {
  /** The records to change, as listed in the bulk change's file. */
  lines: readonly BulkLine[];
  /**
   * For each field, in the order of the change: the new value, and the number of records per old value. Fields that
   * follow from the change come last.
   */
  fields: readonly BulkPlanField[];
  /** Number of records that already have all the new values. */
  same: number;
  /** Number of records skipped because they have a pending or stuck write of their own. */
  busy: number;
  /** Number of records excluded by the cross-field rule, and the reason for the first one. */
  barred: number;
  why: string;
}

/**
 * Computes a change's effect on the displayed rows, with pending bulk changes applied.
 * @param set the new values; null to delete the records
 * @param barring returns why a record cannot be changed; defaults to the cross-field rule
 */
export function planBulk(
  resource: Resource,
  entity: Country,
  rows: readonly ListRow<Row>[],
  set: Row | null,
  waiting: readonly WaitingBulk[],
  barring: (row: Row, set: Row) => Problem | null = (row, wanted) => problemAfter(resource, row, wanted, entity),
): BulkPlan {
  const names = Object.keys(set ?? {});
  const from = new Map(names.map(name => [name, new Map<unknown, number>()]));
  const same = new Map(names.map(name => [name, 0]));
  const followed = new Map<string, { to: unknown; from: Map<unknown, number> }>();
  const lines: BulkLine[] = [];
  let all = 0;
  let busy = 0;
  let barred = 0;
  let why = '';
  for (const { row, pending } of rows) {
    const key = keyOf(resource, row);
    const after = afterBulks(waiting, key, row);
    // Records with a pending deletion are not changed.
    if (pending !== null || after?.last.set === null) {
      busy += 1;
      continue;
    }
    const now: Row = { ...row, ...after?.values };
    const problem = set && names.some(name => !Object.is(now[name], set[name])) ? barring(now, set) : null;
    if (problem) {
      barred += 1;
      why ||= problem.problem;
      continue;
    }
    let differs = set === null;
    for (const name of names) {
      const value = now[name];
      if (Object.is(value, set?.[name])) same.set(name, (same.get(name) ?? 0) + 1);
      else {
        differs = true;
        const counts = from.get(name);
        counts?.set(value, (counts.get(value) ?? 0) + 1);
      }
    }
    for (const [name, to] of Object.entries(set ? withFollowing(resource.follows, now, set) : {})) {
      if (names.includes(name)) continue;
      const field = followed.get(name) ?? { to, from: new Map<unknown, number>() };
      followed.set(name, field);
      field.from.set(now[name], (field.from.get(now[name]) ?? 0) + 1);
    }
    if (differs) lines.push({ key, version: after?.version ?? versionOf(row), own: after !== null });
    else all += 1;
  }
  const counted = (values: Iterable<[unknown, number]> = []) => [...values].map(([value, count]) => ({ value, count }));
  const fields: BulkPlanField[] = [
    ...names.map(name => ({ name, to: set?.[name], from: counted(from.get(name)), same: same.get(name) ?? 0 })),
    ...[...followed].map(([name, field]) => ({
      name,
      to: field.to,
      from: counted(field.from),
      same: 0,
      because: followsFrom(resource.follows, set ?? {}, name) ?? '',
    })),
  ];
  return { lines, fields, same: all, busy, barred, why };
}

/**
 * Queues a bulk change with the current keys and versions; resolves to its id once it is durable.
 * @throws OutboxUnavailable
 */
export const queueBulk = (
  client: SyncClient,
  resource: Resource,
  entity: Country,
  change: QueuedBulk,
  { lines, title, fileName }: { lines: readonly BulkLine[]; title: string; fileName: string },
): Promise<string> =>
  importsOf(client).add({
    entity,
    importId: resource.id,
    callId: resourceBulk(resource)?.id ?? '',
    title,
    files: [bulkFile(fileName, lines)],
    since: null,
    bulk: change,
  });

/**
 * Why records were returned from a bulk change, as the beginning of a sentence: "3 records were changed in the meantime
 * and were left unchanged".
 */
export function returnedText(total: number, behind: number): string {
  const were = total === 1 ? 'was' : 'were';
  const records = total === 1 ? '1 record' : `${formatCount(total)} records`;
  if (behind === 0) return `${records} ${were} changed in the meantime and ${were} left unchanged`;
  const left = `${records} ${were} left unchanged because`;
  if (behind >= total)
    return `${left} your earlier change to ${total === 1 ? 'it' : 'them'}, which this one builds on, did not take effect`;
  return `${left} they ${were} changed in the meantime, or your earlier change, which this one builds on, did not take effect`;
}

/** Resends a change for the returned records, based on their current values. @throws OutboxUnavailable */
export async function retryReturned(client: SyncClient, id: string, title: (records: number) => string): Promise<void> {
  const imports = importsOf(client);
  const queued = await imports.byId(id);
  const review = queued?.receipt?.review;
  if (!queued?.bulk || queued.bulk.settled || !review) return;
  const lines = review.rows.flatMap(({ key, current }) =>
    current ? [{ key, version: versionOf(current), own: false }] : [],
  );
  if (lines.length > 0) {
    const { entity, importId, callId, bulk, files } = queued;
    const fileName = (files[0]?.name ?? 'records.csv').replace(/\.csv$/, '');
    await imports.addInstead(id, {
      entity,
      importId,
      callId,
      title: title(lines.length),
      files: [bulkFile(fileName, lines)],
      since: null,
      bulk: { set: bulk.set, action: bulk.action, ...(bulk.from === undefined ? {} : { from: bulk.from }) },
    });
  } else await imports.settle(id);
}

/** Accepts the returned records as they are. */
export const leaveReturned = async (client: SyncClient, id: string): Promise<void> => {
  await importsOf(client).settle(id);
};

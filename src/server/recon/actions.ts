import type { Country } from '../../domain/country.ts';
import { FEATURE } from '../../domain/permission.ts';
import type { Layout } from '../../domain/recon/layout.ts';
import { REASONS, type Reason } from '../../domain/recon/reason.ts';
import { RECON_STATUS, RECON_STATUS_LABELS, type ReconStatus, type ReconTarget } from '../../domain/recon/status.ts';
import { isSameRule, NO_RULE, toleranceOf, type FeeRule } from '../../domain/recon/rules.ts';
import { LetThrough } from '../../domain/recon/tolerance.ts';
import { nowSeconds } from '../base/clock.ts';
import type { ServerContext } from '../context.ts';
import { transaction, type Queryable } from '../db/transaction.ts';
import { lostRight } from '../http/lostRight.ts';
import type { ImportReader } from '../imports/reader/process.ts';
import { Later } from '../jobs/kind.ts';
import { yieldToEventLoop } from '../base/yieldToEventLoop.ts';
import { addHistory, changeParcels, loadRule } from './changes.ts';
import { billDifferences, emitBillDifference, type BillDifferences } from './events.ts';
import { compareBatch, loadFeeRule, type StoredResult } from './compare.ts';
import { changedParcels, isOtherResult, type ChangedParcel } from './difference.ts';
import { lockParcels, PARCEL_COLUMNS, parcelWhere, type ParcelRecord } from './parcels.ts';
import { runReading } from './readAgain.ts';
import { markCurrent, outdatedOf } from './outdated.ts';
import { storeResults } from './store.ts';
import { rounds } from '../base/rounds.ts';

/** Background actions on many parcels, and repeated comparisons whose result a person reviews before it is applied. */

const SLICE = 500;

export type ActionInput =
  | { ids: readonly number[] }
  | { filter: Readonly<Record<string, unknown>>; except?: readonly number[] };

/** The number of parcels that share a reason, and the sum by which their amounts differ in one currency. */
interface Tally {
  count: number;
  difference?: string;
  currency?: string;
  /** The reason, if it is not the key: a reason has a tally for each currency. */
  text?: string;
}

export interface ActionRecord {
  id: number;
  entity: Country;
  /** `read`: the files of a bill are read again with the bill's changed layout. */
  kind: 'status' | 'recon' | 'read';
  /**
   * `after`: a bill that must be compared first, and another action that must end first, even if other processes run
   * them. `rules`: the rule of each supplier by which the orders are compared. `outdated`: if a whole bill is compared
   * again, how often other bills had changed since its last comparison.
   */
  input: ActionInput & {
    apply?: boolean;
    rules?: Record<string, FeeRule>;
    outdated?: number;
    bill?: number;
    layout?: Layout;
    /** The differences of the bills that a comparison changes, before it does. */
    before?: BillDifferences;
    /** Whether `changed` and `reasons` count what was applied, instead of what the comparison would change. */
    applied?: boolean;
    after?: { bill?: number; action?: number };
  };
  target: ReconTarget;
  remark: string;
  state: string;
  message: string;
  done: number;
  total: number;
  changed: number;
  reasons: Record<string, Tally>;
  lastId: number;
  highId: number;
  email: string;
  userId: number;
  createdAt: number;
}

const COLUMNS = `id, entity, kind, input, target, remark, state, message, done, total, changed, reasons, last_id AS "lastId", high_id AS "highId",
  email, user_id AS "userId", created_at AS "createdAt"`;

export async function findAction(db: Queryable, id: number, lock = false): Promise<ActionRecord | null> {
  const { rows } = await db.query<ActionRecord>(
    `SELECT ${COLUMNS} FROM recon_actions WHERE id = $1${lock ? ' FOR UPDATE' : ''}`,
    [id],
  );
  return rows[0] ?? null;
}

/** What a person sees of the parcels that an action would change. */
interface Matching {
  total: number;
  /** The sum of the parcels' versions, which grows whenever one of them changes. */
  versions: number;
  amounts: { currency: string; orders: number; billed: string; difference: string | null }[];
}

/** Counts the parcels that match now, with their sums for each currency. */
export async function countMatching(db: Queryable, entity: Country, input: ActionInput): Promise<Matching> {
  const { where, values } = chosenBy(entity, input, true);
  const { rows } = await db.query<Matching['amounts'][number] & { versions: number }>(
    `SELECT p.currency, count(*)::int4 AS orders, sum(p.version)::int8 AS versions, sum(p.billed)::text AS billed, sum(p.difference)::text AS difference
       FROM recon_parcels p WHERE ${where} GROUP BY p.currency ORDER BY p.currency`,
    values,
  );
  return {
    total: rows.reduce((sum, { orders }) => sum + orders, 0),
    versions: rows.reduce((sum, { versions }) => sum + versions, 0),
    amounts: rows.map(({ currency, orders, billed, difference }) => ({ currency, orders, billed, difference })),
  };
}

/** Records an action on the parcels that match now. Parcels that match later are not affected. */
export async function addAction(
  db: Queryable,
  action: Pick<ActionRecord, 'entity' | 'kind' | 'input' | 'target' | 'remark' | 'email' | 'userId' | 'createdAt'>,
): Promise<ActionRecord> {
  const { where, values } = chosenBy(action.entity, action.input, true);
  const whole = action.kind === 'recon' ? wholeBill(action.input) : null;
  const input = whole === null ? action.input : { ...action.input, outdated: await outdatedOf(db, whole) };
  const counted = await db.query<{ total: number; high: number | null }>(
    `SELECT count(*)::int4 AS total, max(p.id) AS high FROM recon_parcels p WHERE ${where}`,
    values,
  );
  const { rows } = await db.query<ActionRecord>(
    `INSERT INTO recon_actions (entity, kind, input, target, remark, state, total, high_id, email, user_id, created_at)
     VALUES ($1, $2, $3, $4, $5, 'queued', $6, $7, $8, $9, $10) RETURNING ${COLUMNS}`,
    [
      action.entity,
      action.kind,
      JSON.stringify(input),
      action.target,
      action.remark,
      counted.rows[0]?.total ?? 0,
      counted.rows[0]?.high ?? 0,
      action.email,
      action.userId,
      action.createdAt,
    ],
  );
  return rows[0] as ActionRecord;
}

/** The bill whose orders are all chosen; null if others or only some are. */
export const wholeBill = (input: ActionInput): number | null =>
  'filter' in input && !input.except?.length && Object.keys(input.filter).join() === 'bill_id'
    ? Number(input.filter['bill_id'])
    : null;

function chosenBy(entity: Country, input: ActionInput, daysFirst = false): { where: string; values: unknown[] } {
  if ('ids' in input) return { where: 'p.entity = $1 AND p.id = ANY ($2::int8[])', values: [entity, input.ids] };
  const { where, values } = parcelWhere(entity, input.filter, daysFirst);
  if (!input.except?.length) return { where, values };
  values.push(input.except);
  return { where: `${where} AND p.id <> ALL ($${values.length}::int8[])`, values };
}

/** Number of parcels whose ids are found in one search. */
const FOUND = 50_000;

interface Batch {
  parcels: ParcelRecord[];
  /** The last id up to which all parcels of the action have been read. */
  lastId: number;
  more: boolean;
}

/**
 * Reads the parcels of an action in batches, by id: parcels that it has changed would no longer match a status filter.
 * Ids are found for many batches at once, because a search by shipped days would otherwise be repeated for each batch.
 * A parcel that no longer matches when its turn comes is left out.
 */
export class ActionParcels {
  private ids: readonly number[] = [];
  private foundAll = false;

  /** Returns the parcels after `lastId`, up to which this process or another one has processed the action. */
  async next(db: Queryable, { entity, input, lastId, highId }: ActionRecord): Promise<Batch> {
    let from = this.ids.findIndex(id => id > lastId);
    if (from < 0 && !this.foundAll) {
      await this.find(db, { entity, input, lastId, highId });
      from = 0;
    }
    const ids = from < 0 ? [] : this.ids.slice(from, from + SLICE);
    const more = (from >= 0 && from + ids.length < this.ids.length) || !this.foundAll;
    const { where, values } = chosenBy(entity, input);
    const { rows } = await db.query<ParcelRecord>(
      `SELECT ${PARCEL_COLUMNS} FROM recon_parcels p WHERE ${where} AND p.id = ANY ($${values.length + 1}::int8[]) ORDER BY p.id`,
      [...values, ids],
    );
    return { parcels: rows, lastId: ids.at(-1) ?? lastId, more };
  }

  private async find(
    db: Queryable,
    { entity, input, lastId, highId }: Pick<ActionRecord, 'entity' | 'input' | 'lastId' | 'highId'>,
  ): Promise<void> {
    const { where, values } = chosenBy(entity, input, true);
    const { rows } = await db.query<{ id: number }>(
      `SELECT p.id FROM recon_parcels p WHERE ${where} AND p.id > $${values.length + 1} AND p.id <= $${values.length + 2}
        ORDER BY p.id LIMIT ${FOUND}`,
      [...values, lastId, highId],
    );
    this.ids = rows.map(({ id }) => id);
    this.foundAll = rows.length < FOUND;
  }
}

const OTHER_DETAILS = 'only with another shipment, quote or amount of earlier bills';
const CHANGED_SINCE = 'Someone else has changed it in the meantime. Compare it again.';
const CAP_USED =
  'Other parcels of the bill have used up the cap of the shipping fee rule in the meantime. Compare it again.';

const tally = (reasons: Record<string, Tally>, text: string): void => {
  reasons[text] = { count: (reasons[text]?.count ?? 0) + 1 };
};

const tallyAmount = (reasons: Record<string, Tally>, text: string, difference: bigint, currency: string): void => {
  const key = `${text} ${currency}`;
  const was = reasons[key] ?? { count: 0, difference: '0' };
  const sum = String(BigInt(was.difference ?? '0') + difference);
  reasons[key] = { text, currency, count: was.count + 1, difference: sum };
};

/** Counts a parcel with a new result by what changes. */
function tallyChange(reasons: Record<string, Tally>, { parcel, result, isOther }: ChangedParcel): void {
  const was = classWords(parcel.status, parcel.reason);
  const words = isOther ? `${was} to ${classWords(result.status, result.reason)}` : `${was}, ${OTHER_DETAILS}`;
  const difference = BigInt(result.difference ?? 0) - BigInt(parcel.difference ?? 0);
  tallyAmount(reasons, words, difference, parcel.currency);
}

/**
 * Locks an action until the end of the transaction and adopts its stored progress: if the process that ran it was
 * assumed to be dead but is not, two processes run it, and each continues where the other stopped.
 * @returns whether the stored progress is what this process already knew
 */
export async function adoptProgress(db: Queryable, action: ActionRecord): Promise<boolean> {
  const { state, lastId } = action;
  const stored = await findAction(db, action.id, true);
  Object.assign(action, stored ?? { state: 'failed' });
  return action.state === state && action.lastId === lastId;
}

/** Ends an action with a message, unless it has ended already. */
export const failAction = (db: Queryable, { id }: Pick<ActionRecord, 'id'>, message: string): Promise<unknown> =>
  db.query(
    `UPDATE recon_actions SET state = 'failed', message = $2 WHERE id = $1 AND state NOT IN ('done', 'failed')`,
    [id, message],
  );

/** Stores the progress of an action. */
export const saveProgress = (
  db: Queryable,
  { id, input, state, done, changed, reasons, lastId, total }: ActionRecord,
) =>
  db.query(
    'UPDATE recon_actions SET state = $2, done = $3, changed = $4, reasons = $5, last_id = $6, total = $7, input = $8 WHERE id = $1',
    [id, state, done, changed, JSON.stringify(reasons), lastId, total, JSON.stringify(input)],
  );

/**
 * How many milliseconds an action waits before it checks again whether another process has finished what must come
 * first.
 */
const WAIT_MILLIS = 500;

async function waitsFor(db: Queryable, { input: { after = {} } }: ActionRecord): Promise<boolean> {
  const { rows } = await db.query<{ waits: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM recon_bills WHERE id = $1 AND state NOT IN ('ready', 'failed') AND NOT deleted)
         OR EXISTS (SELECT 1 FROM recon_actions WHERE id = $2 AND state NOT IN ('done', 'failed')) AS waits`,
    [after.bill ?? null, after.action ?? null],
  );
  return rows[0]?.waits === true;
}

/** Runs an action from the beginning, or from where it was interrupted. */
export async function runAction(
  context: ServerContext,
  reader: ImportReader,
  id: number,
  tick: () => void,
): Promise<void> {
  const { pool } = context.database;
  const action = await findAction(pool, id);
  if (!action || action.state === 'done' || action.state === 'review' || action.state === 'failed') return;
  if (await waitsFor(pool, action)) throw new Later(WAIT_MILLIS);
  if (await refusesPerson(pool, action)) return;
  if (action.kind === 'read') return runReading(context, reader, action, tick);
  if (action.kind === 'status') return runStatus(context, action, tick);
  if (action.state !== 'applying') await runPreview(context, action, tick);
  if (action.state === 'applying') await runApply(context, action, tick);
}

/**
 * Ends an action whose person has lost the permission since the call. Parcels that it has changed stay as they are.
 * @returns whether it was ended
 */
async function refusesPerson(db: Queryable, action: ActionRecord): Promise<boolean> {
  const problem = await lostRight(db, action, `${FEATURE.recon}.write`);
  if (problem === null) return false;
  await failAction(db, action, problem);
  return true;
}

async function runStatus(context: ServerContext, action: ActionRecord, tick: () => void): Promise<void> {
  const { pool } = context.database;
  const all = new ActionParcels();
  for (const round = rounds('Changing parcels'); ; round()) {
    tick();
    if (await refusesPerson(pool, action)) return;
    const more = await transaction(pool, async db => {
      await adoptProgress(db, action);
      if (action.state !== 'queued' && action.state !== 'running') return false;
      const { parcels, lastId, more } = await all.next(db, action);
      const locked = await lockParcels(
        db,
        action.entity,
        parcels.map(({ id }) => id),
      );
      const order = { ...action, at: nowSeconds(context) };
      const { changed, refused } = await changeParcels(db, action.entity, locked, order);
      for (const { problem } of refused) tally(action.reasons, problem);
      action.changed += changed;
      action.done += parcels.length;
      action.lastId = lastId;
      action.state = more ? 'running' : 'done';
      await saveProgress(db, action);
      return more;
    });
    if (!more) return;
    await yieldToEventLoop();
  }
}

/** Formats a status together with its reason, such as "Discrepant (Weight)". */
const classWords = (status: ReconStatus, reason: string): string =>
  `${RECON_STATUS_LABELS[status]}${reason === '' ? '' : ` (${REASONS[reason as Reason]})`}`;

/**
 * Returns how much difference a bill has already let through. Parcels of this action count with their new comparison
 * instead of the stored one, also if the action goes on after an interruption.
 */
async function loadLetThrough(
  db: Queryable,
  action: ActionRecord,
  billId: number,
  cap: bigint | null,
): Promise<LetThrough> {
  const { where, values } = chosenBy(action.entity, action.input);
  const { rows } = await db.query<{ others: string; mine: string }>(
    `SELECT (SELECT coalesce(sum(abs(difference)), 0) FROM recon_parcels o WHERE o.bill_id = $${values.length + 1} AND o.reason = ''
                AND o.status IN (${RECON_STATUS.matched}, ${RECON_STATUS.approved}, ${RECON_STATUS.paid})
                AND NOT (o.status = ${RECON_STATUS.matched} AND o.id > $${values.length + 3} AND o.id IN (SELECT p.id FROM recon_parcels p WHERE p.bill_id = $${values.length + 1} AND ${where}))
                AND NOT EXISTS (SELECT 1 FROM recon_changes c WHERE c.action_id = $${values.length + 2} AND c.parcel_id = o.id))::text AS others,
            (SELECT coalesce(sum(abs((c.result->>'difference')::numeric)), 0) FROM recon_changes c JOIN recon_parcels o ON o.id = c.parcel_id
              WHERE c.action_id = $${values.length + 2} AND o.bill_id = $${values.length + 1} AND (c.result->>'status')::int = ${RECON_STATUS.matched})::text AS mine`,
    [...values, billId, action.id, action.lastId],
  );
  return new LetThrough(cap, BigInt(rows[0]?.others ?? 0) + BigInt(rows[0]?.mine ?? 0));
}

async function runPreview(context: ServerContext, action: ActionRecord, tick: () => void): Promise<void> {
  const { pool } = context.database;
  const letThrough = new Map<number, LetThrough>();
  const all = new ActionParcels();
  for (const round = rounds('Comparing parcels again'); ; round()) {
    tick();
    const before = { ...action };
    const { parcels, lastId, more: areMore } = await all.next(pool, action);
    const problemOf = await loadRule(pool, action.entity, parcels);
    const changes: ChangedParcel[] = [];
    const free = parcels.filter(parcel => {
      const problem = problemOf(parcel, action);
      if (problem !== null) tally(action.reasons, problem);
      return problem === null;
    });
    for (const supplierId of new Set(free.map(one => one.supplierId))) {
      const own = free.filter(one => one.supplierId === supplierId);
      // All batches are compared by the same rule, also after an interruption.
      const rule = action.input.rules?.[supplierId] ?? (await loadFeeRule(pool, action.entity, supplierId));
      action.input = { ...action.input, rules: { ...action.input.rules, [supplierId]: rule } };
      const tolerance = toleranceOf(rule);
      for (const { billId } of own)
        if (!letThrough.has(billId)) letThrough.set(billId, await loadLetThrough(pool, action, billId, tolerance.cap));
      const results = await compareBatch(pool, action.entity, own, {
        tolerance,
        letThrough: billId => letThrough.get(billId) as LetThrough,
      });
      for (const change of await changedParcels(pool, own, results)) {
        changes.push(change);
        tallyChange(action.reasons, change);
      }
    }
    const more = await transaction(pool, async db => {
      if (!(await adoptProgress(db, before))) {
        // Another process has compared these parcels already.
        Object.assign(action, before);
        letThrough.clear();
        return action.state === 'running';
      }
      action.changed += changes.length;
      action.done += parcels.length;
      action.lastId = lastId;
      action.state = areMore ? 'running' : action.input.apply === true ? 'applying' : 'review';
      if (action.state === 'applying') {
        const problem = await ruleProblem(db, action);
        if (problem !== null) {
          await failAction(db, action, problem);
          action.state = 'failed';
          return false;
        }
      }
      if (action.state === 'review' && action.changed === 0) await confirmCompared(db, action);
      await db.query(
        `INSERT INTO recon_changes (action_id, parcel_id, version, result)
         SELECT $1, * FROM unnest($2::int8[], $3::int4[], $4::jsonb[]) ON CONFLICT DO NOTHING`,
        [
          action.id,
          changes.map(({ parcel }) => parcel.id),
          changes.map(({ parcel }) => parcel.version),
          changes.map(({ result }) => JSON.stringify(result)),
        ],
      );
      await saveProgress(db, action);
      return areMore;
    });
    if (!more) return;
    await yieldToEventLoop();
  }
}

/**
 * Returns why a comparison cannot be applied, because a rule by which it was made has changed since; null if it can.
 */
export async function ruleProblem(
  db: Queryable,
  { entity, input: { rules = {} } }: ActionRecord,
): Promise<string | null> {
  for (const [supplier, rule] of Object.entries(rules))
    if (!isSameRule(rule, await loadFeeRule(db, entity, Number(supplier))))
      return `The shipping fee rule of supplier ${supplier} was changed after this comparison began. Compare the orders again.`;
  return null;
}

/** The orders of a whole bill were compared again, so changes of other bills before that are taken into account. */
const confirmCompared = async (db: Queryable, { input }: ActionRecord): Promise<void> => {
  const bill = wholeBill(input);
  if (bill === null || input.outdated === undefined) return;
  await markCurrent(db, bill, input.outdated);
};

/** Keeps by how much the bills of parcels differ before their first parcel is changed. */
async function keepDifferences(db: Queryable, action: ActionRecord, parcels: readonly ParcelRecord[]): Promise<void> {
  const { before = {} } = action.input;
  const added = [...new Set(parcels.map(({ billId }) => billId))].filter(id => !(id in before));
  if (added.length > 0)
    action.input = { ...action.input, before: { ...before, ...(await billDifferences(db, added)) } };
}

async function runApply(context: ServerContext, action: ActionRecord, tick: () => void): Promise<void> {
  const { pool } = context.database;
  for (const round = rounds('Applying a comparison'); ; round()) {
    tick();
    const left = await transaction(pool, async db => {
      await adoptProgress(db, action);
      if (action.state !== 'applying') return false;
      if (action.input.applied !== true) {
        // Parcels that have changed since the comparison are left unchanged, so what is applied is counted again. The
        // orders that could not be compared stay in the list.
        const kept = Object.entries(action.reasons).filter(([, { difference }]) => difference === undefined);
        Object.assign(action, { changed: 0, reasons: Object.fromEntries(kept) });
        action.input = { ...action.input, applied: true };
      }
      const { rows } = await db.query<{ parcelId: number; version: number; result: StoredResult }>(
        `SELECT parcel_id AS "parcelId", version, result FROM recon_changes WHERE action_id = $1 ORDER BY parcel_id LIMIT ${SLICE}`,
        [action.id],
      );
      const parcels = await lockParcels(
        db,
        action.entity,
        rows.map(({ parcelId }) => parcelId),
      );
      const versions = new Map(rows.map(row => [row.parcelId, row]));
      const unchanged = parcels.filter(({ id, version }) => versions.get(id)?.version === version);
      for (const _ of rows.slice(unchanged.length)) tally(action.reasons, CHANGED_SINCE);
      const resultOf = (parcel: ParcelRecord) => versions.get(parcel.id)?.result as StoredResult;
      // The bill may have been deleted since. The bills are locked, so it cannot be deleted from here on.
      const problemOf = await loadRule(db, action.entity, unchanged);
      const free = unchanged.filter(parcel => {
        const problem = problemOf(parcel, action);
        if (problem !== null) tally(action.reasons, problem);
        return problem === null;
      });
      const same = await withinCaps(db, action, free, resultOf);
      for (const _ of free.slice(same.length)) tally(action.reasons, CAP_USED);
      action.changed += same.length;
      for (const parcel of same) {
        const result = resultOf(parcel);
        tallyChange(action.reasons, { parcel, result, isOther: isOtherResult(parcel, result) });
      }
      await keepDifferences(db, action, same);
      await storeResults(db, same, new Map(same.map(parcel => [parcel.id, resultOf(parcel)])));
      await addHistory(
        db,
        same.map(({ id, status }) => ({ id, before: status, after: versions.get(id)?.result.status ?? status })),
        { remark: 'Compared again', email: action.email, at: nowSeconds(context) },
      );
      await db.query('DELETE FROM recon_changes WHERE action_id = $1 AND parcel_id = ANY ($2::int8[])', [
        action.id,
        rows.map(({ parcelId }) => parcelId),
      ]);
      action.state = rows.length < SLICE ? 'done' : 'applying';
      if (action.state === 'done' && !(CHANGED_SINCE in action.reasons) && !(CAP_USED in action.reasons))
        await confirmCompared(db, action);
      if (action.state === 'done')
        for (const [id, before] of Object.entries(action.input.before ?? {}))
          await emitBillDifference(db, Number(id), nowSeconds(context), before);
      await saveProgress(db, action);
      return rows.length === SLICE;
    });
    if (!left) return;
    await yieldToEventLoop();
  }
}

/**
 * Returns the parcels whose new result keeps the cap of their bill. Two comparisons of one bill may have been previewed
 * at the same time, each with the whole remainder of the cap; what is applied first counts.
 * @param parcels of the same slice; their bills must be locked
 */
async function withinCaps(
  db: Queryable,
  { id, input: { rules = {} } }: ActionRecord,
  parcels: readonly ParcelRecord[],
  resultOf: (parcel: ParcelRecord) => StoredResult,
): Promise<readonly ParcelRecord[]> {
  const capOf = ({ supplierId }: ParcelRecord) => toleranceOf(rules[supplierId] ?? NO_RULE).cap;
  const capped = [...new Set(parcels.filter(one => capOf(one) !== null).map(({ billId }) => billId))];
  if (capped.length === 0) return parcels;
  // What the action will still replace does not use up the cap.
  const { rows } = await db.query<{ id: number; sum: string }>(
    `SELECT b.id, (b.let_through - (SELECT coalesce(sum(abs(p.difference)), 0) FROM recon_changes c JOIN recon_parcels p ON p.id = c.parcel_id
        WHERE c.action_id = $1 AND p.bill_id = b.id AND p.version = c.version AND p.reason = ''
          AND p.status IN (${RECON_STATUS.matched}, ${RECON_STATUS.approved}, ${RECON_STATUS.paid})))::text AS sum
       FROM recon_bills b WHERE b.id = ANY ($2::int4[])`,
    [id, capped],
  );
  const sums = new Map(rows.map(row => [row.id, BigInt(row.sum)]));
  const totals = new Map<number, LetThrough>();
  return parcels.filter(parcel => {
    const sum = sums.get(parcel.billId);
    const { status, difference } = resultOf(parcel);
    if (sum === undefined || status !== RECON_STATUS.matched || difference === null) return true;
    const total = totals.get(parcel.billId) ?? new LetThrough(capOf(parcel), sum);
    totals.set(parcel.billId, total);
    return total.admit(BigInt(difference));
  });
}

import type { FastifyInstance } from 'fastify';
import {
  addCredit,
  downloadDispute,
  listCredits,
  listDisputes,
  moveDispute,
  openDispute,
  type DisputeRow,
} from '../../../contract/reconOwn.ts';
import { fold } from '../../../domain/fold.ts';
import { addDays, daysBetween } from '../../../domain/calendarDay.ts';
import type { Country } from '../../../domain/country.ts';
import { isCurrency } from '../../../domain/currency.ts';
import { amountText } from '../../../domain/rates/money.ts';
import { billDayProblem } from '../../../domain/recon/bill.ts';
import {
  afterCredits,
  creditSignProblem,
  DISPUTE_LABELS,
  DUE_DAYS,
  NEXT_DISPUTE_STATES,
  UNDECIDED,
  type DisputeState,
} from '../../../domain/recon/dispute.ts';
import { trackingKey } from '../../../domain/recon/tracking.ts';
import type { ServerContext } from '../../context.ts';
import { containsFolded } from '../../db/foldSql.ts';
import { lockName, type Queryable } from '../../db/transaction.ts';
import { pageOf } from '../../db/page.ts';
import { ApiError, badRequest, notFound } from '../../base/envelope.ts';
import { registerRead } from '../../http/registrar.ts';
import { CAN_BE_DISPUTED, CONTESTED, IS_UNDISPUTED, isDueOn } from '../../recon/disputable.ts';
import { addDownload } from '../../recon/downloads.ts';
import { addReconJob } from '../../recon/queue.ts';
import { billById, todayIn } from './bills.ts';
import { OF_SUPPLIER } from '../../../contract/resources/recon.ts';
import { requireNamed } from '../../resources/references.ts';
import { pageOut, reconPage, registerRecon, sameNumber, supplierNames } from './support.ts';

interface StoredDispute {
  id: number;
  supplier_id: number;
  bill_id: number;
  bill_no: string;
  month: string;
  currency: string;
  state: DisputeState;
  parcels: number;
  disputed: string;
  recovered: string;
  deadline: string;
  remark: string;
  created_by: string;
  created_at: number;
  version: number;
}

const COLUMNS = `d.id, d.supplier_id, d.bill_id, (SELECT bill_no FROM recon_bills b WHERE b.id = d.bill_id) AS bill_no, d.month, d.currency, d.state,
  (SELECT count(*) FROM recon_dispute_parcels p WHERE p.dispute_id = d.id)::int4 AS parcels, d.disputed::text, d.recovered::text, d.deadline, d.remark,
  d.email AS created_by, d.created_at, d.version`;

/** An amount with its currency, for the log. */
const shownAmount = (amount: bigint, currency: string): string =>
  isCurrency(currency) ? `${currency} ${amountText(amount, currency)}` : `${amount} ${currency}`;

/** Registers the calls for disputes with suppliers and for their credit notes (issue 30, 1). */
export function reconDisputeRoutes(app: FastifyInstance, context: ServerContext): void {
  const { pool } = context.database;

  const rowsOf = async (db: Queryable, entity: Country, stored: readonly StoredDispute[]): Promise<DisputeRow[]> => {
    const name = await supplierNames(db, entity);
    const today = todayIn(context, entity);
    return stored.map(row => ({
      ...row,
      supplier_name: name(row.supplier_id),
      // What was not recovered by the time a dispute was closed is no longer in dispute.
      open: row.state === 'closed' ? '0' : String(BigInt(row.disputed) - BigInt(row.recovered)),
      days_left: daysBetween(today, row.deadline),
    }));
  };
  const disputeById = async (db: Queryable, entity: Country, id: number): Promise<StoredDispute> => {
    const { rows } = await db.query<StoredDispute>(
      `SELECT ${COLUMNS} FROM recon_disputes d WHERE d.entity = $1 AND d.id = $2 FOR UPDATE OF d`,
      [entity, id],
    );
    if (!rows[0]) throw notFound(`There is no dispute ${id} in this country. Reload the list of disputes.`);
    return rows[0];
  };
  const oneRow = async (db: Queryable, entity: Country, id: number): Promise<DisputeRow> =>
    (await rowsOf(db, entity, [await disputeById(db, entity, id)]))[0] as DisputeRow;

  registerRead(app, context, listDisputes, async ({ entity }, input) => {
    const { page_no, page_size, offset } = reconPage(input);
    const today = todayIn(context, entity);
    const near = input.near === true ? [today, addDays(today, DUE_DAYS)] : [null, null];
    const filter = [entity, input.supplier_id ?? null, input.state ?? null, ...near, UNDECIDED, input.id ?? null];
    const where = `d.entity = $1 AND ($2::int8 IS NULL OR d.supplier_id = $2) AND ($3::text IS NULL OR d.state = $3)
      AND ($4::text IS NULL OR (d.deadline >= $4 AND d.deadline <= $5 AND d.state = ANY ($6))) AND ($7::int8 IS NULL OR d.id = $7)`;
    const { list: rows, total } = await pageOf<StoredDispute>(
      pool,
      `SELECT ${COLUMNS}, count(*) OVER ()::int4 AS total FROM recon_disputes d WHERE ${where} ORDER BY d.id DESC`,
      filter,
      { count: page_size, offset },
    );
    const due = await pool.query<{ id: number; bill_no: string; deadline: string }>(
      `SELECT b.id, b.bill_no, b.deadline FROM recon_bills b
        WHERE b.entity = $1 AND ${isDueOn('$2')} AND ${IS_UNDISPUTED} ORDER BY b.deadline, b.id LIMIT 50`,
      [entity, today],
    );
    const recovered = await pool.query<{
      supplier_id: number;
      month: string;
      currency: string;
      disputed: string;
      recovered: string;
    }>(
      `SELECT supplier_id, month, currency, sum(disputed)::text AS disputed, sum(recovered)::text AS recovered FROM recon_disputes
        WHERE entity = $1 AND ($2::int8 IS NULL OR supplier_id = $2) GROUP BY supplier_id, month, currency ORDER BY month DESC, supplier_id LIMIT 500`,
      filter.slice(0, 2),
    );
    const name = await supplierNames(pool, entity);
    return {
      list: await rowsOf(pool, entity, rows),
      ...pageOut(page_no, page_size),
      total,
      due: due.rows.map(row => ({ ...row, days_left: daysBetween(today, row.deadline) })),
      recovered: recovered.rows.map(row => ({ ...row, supplier_name: name(row.supplier_id) })),
    };
  });

  registerRecon(app, context, openDispute, async (db, { bill_id, ids, reason, remark }, { person, entity, at }) => {
    const bill = await billById(db, entity, bill_id, true);
    const today = todayIn(context, entity);
    if (today > bill.deadline)
      throw new ApiError(
        409,
        `Bill ${bill.billNo} could be disputed until ${bill.deadline}. Ask the supplier whether it still accepts one.`,
      );
    const { rows } = await db.query<{ id: number; key: string; difference: string; currency: string }>(
      `SELECT p.id, p.key, ${CONTESTED}::text AS difference, p.currency FROM recon_parcels p
        WHERE p.entity = $1 AND p.bill_id = $2 AND ($3::int8[] IS NULL OR p.id = ANY ($3)) AND ($4::text IS NULL OR p.reason = $4)
          AND ${CAN_BE_DISPUTED} ORDER BY p.id FOR UPDATE`,
      [entity, bill_id, ids ?? null, reason ?? null],
    );
    const [first] = rows;
    if (!first)
      throw new ApiError(
        409,
        'None of these parcels can be disputed: only Discrepant or Rejected ones that were billed too high or before they were delivered, or that have no matching order, and each only once.',
      );
    if (rows.some(({ currency }) => currency !== first.currency))
      throw badRequest('ids: the parcels have several currencies. Dispute each currency separately.');
    const disputed = rows.reduce((sum, { difference }) => sum + BigInt(difference), 0n);
    const made = await db.query<{ id: number }>(
      `INSERT INTO recon_disputes (entity, supplier_id, bill_id, month, currency, state, disputed, deadline, remark, email, created_at)
       VALUES ($1, $2, $3, $4, $5, 'open', $6, $7, $8, $9, $10) RETURNING id`,
      [
        entity,
        bill.supplierId,
        bill_id,
        bill.month,
        first.currency,
        String(disputed),
        bill.deadline,
        remark,
        person.email,
        at,
      ],
    );
    const id = made.rows[0]?.id ?? 0;
    await db.query(
      `INSERT INTO recon_dispute_parcels (dispute_id, parcel_id, key, amount) SELECT $1, * FROM unnest($2::int8[], $3::text[], $4::numeric[])`,
      [id, rows.map(row => row.id), rows.map(row => row.key), rows.map(row => row.difference)],
    );
    const output = await oneRow(db, entity, id);
    return {
      operator: 'Create',
      after: { id, bill_no: output.bill_no, parcels: rows.length, disputed: shownAmount(disputed, first.currency) },
      logged: { bill_id, reason, remark, parcels: rows.length },
      output,
    };
  });

  registerRecon(app, context, moveDispute, async (db, { id, state, remark, version }, { entity }) => {
    const before = await disputeById(db, entity, id);
    if (version !== before.version)
      throw new ApiError(
        409,
        'Someone else has changed this dispute in the meantime. Look at its current state, then choose again.',
        {
          data: { currentVersion: before.version },
        },
      );
    if (!NEXT_DISPUTE_STATES[before.state].includes(state))
      throw new ApiError(
        409,
        `A dispute that is ${DISPUTE_LABELS[before.state]} cannot become ${DISPUTE_LABELS[state]}. Reload it to see what is possible.`,
      );
    await db.query(
      'UPDATE recon_disputes SET state = $2, remark = coalesce($3, remark), version = version + 1 WHERE id = $1',
      [id, state, remark ?? null],
    );
    const output = await oneRow(db, entity, id);
    const named = (own: DisputeState) => ({ id, bill_no: output.bill_no, state: DISPUTE_LABELS[own] });
    return { operator: 'Edit', before: named(before.state), after: named(state), output };
  });

  registerRecon(app, context, downloadDispute, async (db, { id }, { person, entity, at }) => {
    const dispute = await disputeById(db, entity, id);
    const download = await addDownload(db, {
      entity,
      title: `Dispute ${id} of bill ${dispute.bill_no}`,
      kind: 'dispute',
      input: { dispute: id },
      email: person.email,
      userId: person.userId,
      createdAt: at,
    });
    await addReconJob(db, { task: 'download', id: download }, { owner: person.userId, now: at });
    return { operator: null, output: { id: download } };
  });

  registerRecon(app, context, addCredit, async (db, input, { person, entity, at }) => {
    const wrongDay = billDayProblem(input.day, todayIn(context, entity));
    if (wrongDay !== null) throw badRequest(`day: ${wrongDay}`);
    await requireNamed(db, entity, 'supplier_id', input.supplier_id, OF_SUPPLIER);
    const currency = input.currency.trim().toUpperCase();
    const read = input.lines.map(({ tracking, amount }) => ({ tracking, amount: BigInt(amount) }));
    const problem = creditSignProblem(read);
    if (problem !== null) throw badRequest(problem);
    const lines = read.map(({ tracking, amount }) => ({
      tracking,
      key: trackingKey(tracking),
      amount: amount < 0n ? -amount : amount,
    }));
    const sum = lines.reduce((total, { amount }) => total + amount, 0n);
    // The notes of a supplier are read one after another: two spellings of a number would otherwise not see each other.
    await lockName(db, `recon credits ${entity} ${input.supplier_id}`);
    const { rows: same } = await db.query<{ note: string }>(
      `SELECT note_no AS note FROM recon_credits WHERE entity = $1 AND supplier_id = $2 AND ${sameNumber('note_no', '$3::text')} LIMIT 1`,
      [entity, input.supplier_id, input.note_no],
    );
    if (same[0]) throw alreadyRead(same[0].note);
    const { rows: taken } = await db.query<{ id: number }>(
      `INSERT INTO recon_credits (entity, supplier_id, note_no, day, currency, lines, amount, matched, email, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, 0, $8, $9) RETURNING id`,
      [
        entity,
        input.supplier_id,
        input.note_no.trim(),
        input.day,
        currency,
        lines.length,
        String(sum),
        person.email,
        at,
      ],
    );
    const credit = taken[0]?.id ?? 0;
    const { rows: open } = await db.query<OpenParcel>(
      `SELECT p.dispute_id AS "disputeId", p.parcel_id AS "parcelId", p.key, r.reference, d.currency, p.amount::text, p.credited::text
         FROM recon_dispute_parcels p JOIN recon_disputes d ON d.id = p.dispute_id JOIN recon_parcels r ON r.id = p.parcel_id
        WHERE d.entity = $1 AND d.supplier_id = $2 AND d.state <> 'closed' AND p.credited < p.amount
        ORDER BY p.dispute_id, p.parcel_id FOR UPDATE OF p`,
      [entity, input.supplier_id],
    );
    const own = open.filter(parcel => parcel.currency === currency);
    const foreign = foreignLine(lines, own, open);
    if (foreign)
      throw new ApiError(
        409,
        `${foreign.tracking} is disputed in ${foreign.currency}, and this credit note is in ${currency}. Correct the currency of the layout or of the file, or ask the supplier for a note in ${foreign.currency}.`,
      );
    const set = setAgainst(lines, own);
    await db.query(
      `INSERT INTO recon_credit_lines (credit_id, n, key, amount, dispute_id) SELECT $1, * FROM unnest($2::int4[], $3::text[], $4::numeric[], $5::int4[])`,
      [
        credit,
        set.lines.map((_, n) => n),
        set.lines.map(({ key }) => key),
        set.lines.map(({ amount }) => String(amount)),
        set.lines.map(({ disputeId }) => disputeId),
      ],
    );
    await db.query(
      `UPDATE recon_dispute_parcels p SET credited = c.credited FROM unnest($1::int8[], $2::numeric[]) AS c (parcel_id, credited) WHERE p.parcel_id = c.parcel_id`,
      [set.parcels.map(({ parcelId }) => parcelId), set.parcels.map(({ credited }) => String(credited))],
    );
    await db.query('UPDATE recon_credits SET matched = $2 WHERE id = $1', [credit, String(set.matched)]);
    const touched = [...new Set(set.parcels.map(({ disputeId }) => disputeId))].toSorted((a, b) => a - b);
    for (const id of touched) await renewDispute(db, id);
    const stored = await db.query<StoredDispute>(
      `SELECT ${COLUMNS} FROM recon_disputes d WHERE d.id = ANY ($1::int4[]) ORDER BY d.id`,
      [touched],
    );
    return {
      operator: 'Import',
      after: { id: credit, amount: String(sum), matched: String(set.matched) },
      logged: { ...input, lines: lines.length },
      output: {
        id: credit,
        amount: String(sum),
        matched: String(set.matched),
        unmatched: set.unmatched.map(({ tracking, amount }) => ({ tracking, amount: String(amount) })).slice(0, 1000),
        disputes: await rowsOf(db, entity, stored.rows),
      },
    };
  });

  registerRead(app, context, listCredits, async ({ entity }, input) => {
    const { page_no, page_size, offset } = reconPage(input);
    const { list: rows, total } = await pageOf<{
      id: number;
      supplier_id: number;
      note_no: string;
      day: string;
      currency: string;
      lines: number;
      amount: string;
      matched: string;
      created_by: string;
    }>(
      pool,
      `SELECT id, supplier_id, note_no, day, currency, lines, amount::text, matched::text, email AS created_by, count(*) OVER ()::int4 AS total FROM recon_credits
        WHERE entity = $1 AND ($2::int8 IS NULL OR supplier_id = $2) AND ${containsFolded('note_no', '$3')} ORDER BY id DESC`,
      [entity, input.supplier_id ?? null, fold(input.note_no ?? '')],
      { count: page_size, offset },
    );
    const name = await supplierNames(pool, entity);
    const list = rows.map(row => ({ ...row, supplier_name: name(row.supplier_id) }));
    return { list, ...pageOut(page_no, page_size), total };
  });
}

const alreadyRead = (note: string) =>
  new ApiError(409, `The credit note ${note} of this supplier has already been read. Check its number.`);

interface OpenParcel {
  disputeId: number;
  parcelId: number;
  key: string;
  reference: string;
  currency: string;
  amount: string;
  credited: string;
}

interface CreditLine {
  /** A tracking number or an order reference. */
  tracking: string;
  key: string;
  amount: bigint;
}

/** Finds parcels by tracking number or, if no tracking number matches, by order reference. */
function parcelsBy<P extends Pick<OpenParcel, 'key' | 'reference'>>(
  parcels: readonly P[],
): (key: string) => readonly P[] {
  const byKey = new Map<string, P[]>();
  const byReference = new Map<string, P[]>();
  for (const parcel of parcels)
    for (const [map, name] of [
      [byKey, parcel.key],
      [byReference, trackingKey(parcel.reference)],
    ] as const) {
      const same = map.get(name);
      if (same) same.push(parcel);
      else map.set(name, [parcel]);
    }
  return key => (key === '' ? [] : (byKey.get(key) ?? byReference.get(key) ?? []));
}

/** Returns the first line whose parcel is disputed, but in a currency other than the note's. */
function foreignLine(
  lines: readonly CreditLine[],
  own: readonly OpenParcel[],
  open: readonly OpenParcel[],
): { tracking: string; currency: string } | undefined {
  const [ownOf, anyOf] = [parcelsBy(own), parcelsBy(open)];
  for (const { tracking, key } of lines) {
    const [other] = ownOf(key).length === 0 ? anyOf(key) : [];
    if (other) return { tracking, currency: other.currency };
  }
  return undefined;
}

/**
 * Offsets the lines of a credit note against disputed parcels in its currency, each up to its open amount, oldest
 * dispute first. A line applies to the parcels with its tracking number or, if there are none, to those with its order
 * reference.
 */
function setAgainst(lines: readonly CreditLine[], open: readonly OpenParcel[]) {
  const parcels = open.map(parcel => ({ ...parcel, amount: BigInt(parcel.amount), credited: BigInt(parcel.credited) }));
  const parcelsOf = parcelsBy(parcels);
  const touched = new Set<(typeof parcels)[number]>();
  const set: { key: string; amount: bigint; disputeId: number }[] = [];
  const unmatched: CreditLine[] = [];
  let matched = 0n;
  for (const line of lines) {
    let rest = line.amount;
    for (const parcel of parcelsOf(line.key)) {
      const left = parcel.amount - parcel.credited;
      if (rest === 0n || left <= 0n) continue;
      const part = rest < left ? rest : left;
      parcel.credited += part;
      rest -= part;
      matched += part;
      touched.add(parcel);
      set.push({ key: line.key, amount: part, disputeId: parcel.disputeId });
    }
    if (rest === 0n) continue;
    set.push({ key: line.key, amount: rest, disputeId: 0 });
    unmatched.push({ ...line, amount: rest });
  }
  return { lines: set, parcels: [...touched], unmatched, matched };
}

/** Updates the state of a dispute after its credits have changed (domain/recon/dispute). */
async function renewDispute(db: Queryable, id: number): Promise<void> {
  const { rows } = await db.query<{ state: DisputeState; disputed: string }>(
    'SELECT state, disputed::text FROM recon_disputes WHERE id = $1 FOR UPDATE',
    [id],
  );
  const credits = await db.query<{ amount: string }>(
    'SELECT sum(amount)::text AS amount FROM recon_credit_lines WHERE dispute_id = $1 GROUP BY credit_id',
    [id],
  );
  const [dispute] = rows;
  if (!dispute) return;
  const { state, recovered } = afterCredits(
    dispute.state,
    BigInt(dispute.disputed),
    credits.rows.map(({ amount }) => BigInt(amount)),
  );
  await db.query('UPDATE recon_disputes SET state = $2, recovered = $3, version = version + 1 WHERE id = $1', [
    id,
    state,
    String(recovered),
  ]);
}

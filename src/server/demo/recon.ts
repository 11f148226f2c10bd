import type pg from 'pg';
import { COUNTRIES, type Country } from '../../domain/country.ts';
import { currencyOf } from '../../domain/currency.ts';
import { fold } from '../../domain/fold.ts';
import { formatCount } from '../../domain/format.ts';
import { readFormula } from '../../domain/rates/formula.ts';
import { amountText, roundTo } from '../../domain/rates/money.ts';
import { RATE_MODEL } from '../../domain/rates/rateRules.ts';
import { valueAt, type WeightRow } from '../../domain/rates/weightRanges.ts';
import { disputeDeadline } from '../../domain/recon/dispute.ts';
import { readLayoutRow, type Layout, type LayoutRow } from '../../domain/recon/layout.ts';
import type { Reason } from '../../domain/recon/reason.ts';
import { RECON_STATUS } from '../../domain/recon/status.ts';
import { FEE_RULE_TYPE } from '../../domain/recon/rules.ts';
import { LOGISTICS_STATUS } from '../../domain/recon/shipments.ts';
import { FEATURE, STATUS } from '../../domain/permission.ts';
import type { Queryable } from '../db/transaction.ts';
import type { FileStore } from '../files/fileStore.ts';
import { sha256 } from '../files/records.ts';
import { addAction } from '../recon/actions.ts';
import { billHash } from '../recon/billFiles.ts';
import type { BillFile, BillRecord } from '../recon/bills.ts';
import { addReconJob } from '../recon/queue.ts';
import { keepSlice } from '../recon/read.ts';
import { DEMO_AUTHOR, DEMO_SINCE } from './areas.ts';
import { insertColumns } from './bulk.ts';
import type { DemoChannel } from './channels.ts';
import { NO_PERSON } from '../db/personSchema.ts';

/**
 * Reconciliation in three countries of the demo. Each has a supplier with its own layout, six months of shipments, and
 * three bills with planted faults.
 */

export const RECON_COUNTRIES: readonly Country[] = ['ID', 'MY', 'TH'];
const SUPPLIERS: Readonly<Partial<Record<Country, { id: number; name: string; layout: string }>>> = {
  ID: { id: 101, name: 'Nusantara Kurir', layout: 'One row per charge' },
  MY: { id: 201, name: 'Selat Express', layout: 'Pairs of charge and amount' },
  TH: { id: 301, name: 'Chao Phraya Parcel', layout: 'One column per charge' },
};
const MONTHS = ['2026-06', '2026-07', '2026-08', '2026-09', '2026-10', '2026-11'];
/** The months for which there is a bill. */
const BILLED = MONTHS.slice(3);
const CONTRACT_DAYS = 60;
/** Countries whose first bill is settled: its matched parcels are paid, and all others are rejected. */
const SETTLED_COUNTRIES: readonly Country[] = ['MY', 'TH'];
/** The person who decided on the settled bills, who must not be the person who submitted them. */
const SETTLED_BY = 'admin@ops.example';
/**
 * Maximum number of parcels on a bill. They are compared by a job that continues after the load, on the machine of the
 * person who tries the demo.
 */
const BILLED_MOST = 2_000;

const layoutOf = (country: Country): Layout => {
  const common = {
    skippedRows: 0,
    headerRow: true,
    decimalMark: '.',
    dateOrder: 'ymd',
    currency: currencyOf(country),
    weightUnit: 'kg',
    kinds: { FREIGHT: 'base', FUEL: 'fuel' },
  } as const;
  const roles = { tracking: 0, shipped: 1, billedWeight: 2 };
  if (country === 'ID') return { ...common, roles: { ...roles, code: 3, amount: 4 }, charges: { as: 'rows' } };
  if (country === 'MY')
    return {
      ...common,
      roles,
      charges: {
        as: 'pairs',
        pairs: [
          { text: 3, amount: 4 },
          { text: 5, amount: 6 },
        ],
      },
    };
  return {
    ...common,
    roles,
    charges: {
      as: 'columns',
      columns: [
        { column: 3, name: 'Freight' },
        { column: 4, name: 'Fuel' },
      ],
    },
  };
};

/** The rows for a parcel in a supplier's file: its freight, and its fuel charge if it has one. */
function cellsOf(country: Country, parcel: BilledParcel): string[][] {
  const { tracking, shipped, grams, freight, fuel } = parcel;
  const currency = currencyOf(country);
  const text = (amount: number): string => amountText(amount, currency, false);
  const head = [tracking, shipped, String(grams / 1000)];
  if (country === 'ID')
    return [[...head, 'FREIGHT', text(freight)], ...(fuel === 0 ? [] : [[...head, 'FUEL', text(fuel)]])];
  if (country === 'MY') return [[...head, 'Freight', text(freight), ...(fuel === 0 ? [] : ['Fuel', text(fuel)])]];
  return [[...head, text(freight), fuel === 0 ? '' : text(fuel)]];
}

interface BilledParcel {
  tracking: string;
  shipped: string;
  grams: number;
  freight: number;
  fuel: number;
}

/** The planted faults, each named after the reason that reconciliation must find. Rows with `ruined` are refused. */
export type Fault =
  | Extract<Reason, 'weight' | 'rate' | 'surcharge' | 'noOrder' | 'billedTwice' | 'notDelivered'>
  | 'ruined';
const FAULTS: readonly Fault[] = ['weight', 'rate', 'surcharge', 'noOrder', 'notDelivered', 'ruined'];

export interface DemoBill {
  id: number;
  country: Country;
  /** How many times each fault is on the bill. */
  planted: Record<Fault, number>;
  parcels: number;
}

interface DemoShipment {
  tracking: string;
  shippedOn: string;
  grams: number;
  month: string;
}

const dayOf = (month: string, n: number): string => `${month}-${String((n % 27) + 1).padStart(2, '0')}`;
/** Weights for which all prices differ. */
const GRAMS = [300, 800, 1500, 2500, 4000];

/** Writes the data of one country. Returns its bills with their planted faults; a job compares the bills later. */
export async function insertRecon(
  client: Pick<pg.ClientBase, 'query'>,
  country: Country,
  channels: readonly Pick<DemoChannel, 'id' | 'name'>[],
  { perMonth, files }: { perMonth: number; files?: Pick<FileStore, 'put'> | undefined },
  onProgress: (text: string) => void = () => undefined,
): Promise<DemoBill[]> {
  const supplier = SUPPLIERS[country];
  const rate = await weightRate(client, country, channels);
  const places = await client.query<{ id: number }>(
    'SELECT location_id AS id FROM locations WHERE country = $1 ORDER BY level DESC, location_id LIMIT 50',
    [country],
  );
  if (!supplier || !rate || places.rows.length === 0) return [];
  const shipments = shipmentsOf(country, perMonth);
  await insertShipments(
    client,
    country,
    rate.channel.id,
    shipments,
    places.rows.map(({ id }) => id),
  );
  const layout = layoutOf(country);
  await insertSettings(client, country, supplier, rate.channel, layout);
  const bills: DemoBill[] = [];
  let former: BilledParcel | null = null;
  for (const [at, month] of BILLED.entries()) {
    const own = shipments.filter(one => one.month === month).slice(0, BILLED_MOST);
    const { parcels, planted, first } = billedOf(country, own, rate.rows, former);
    former = first;
    const id = await insertBill(client, country, { supplier, layout, month, no: at + 1, parcels, files });
    bills.push({ id, country, planted, parcels: own.length });
    if (at === 0 && SETTLED_COUNTRIES.includes(country)) await settleBill(client, country, id);
  }
  onProgress(`${COUNTRIES[country].name}: ${formatCount(shipments.length)} shipments, ${bills.length} bills`);
  return bills;
}

/** The first channel whose rate uses weight ranges. */
async function weightRate(client: Queryable, country: Country, channels: readonly Pick<DemoChannel, 'id' | 'name'>[]) {
  const { rows } = await client.query<{ id: number; text: string }>(
    `SELECT channel_id AS id, asf_calculation_formula AS text FROM rates
      WHERE country = $1 AND asf_model = ${RATE_MODEL.weightRange} AND asf_calculation_formula <> '' ORDER BY channel_id LIMIT 1`,
    [country],
  );
  const channel = channels.find(({ id }) => id === rows[0]?.id);
  return rows[0] && channel ? { channel, rows: readFormula('', rows[0].text).rows } : null;
}

const shipmentsOf = (country: Country, perMonth: number): DemoShipment[] =>
  MONTHS.flatMap((month, at) =>
    Array.from({ length: perMonth }, (_, n) => ({
      tracking: `${country}${(at + 1) * 1_000_000 + n}`,
      shippedOn: dayOf(month, n),
      grams: GRAMS[n % GRAMS.length] ?? 300,
      month,
    })),
  );

/**
 * The parcels on a bill. Every tenth parcel has a fault, alternating between all kinds of faults, and one parcel from
 * the previous bill is charged again.
 */
function billedOf(
  country: Country,
  shipments: readonly DemoShipment[],
  rate: readonly WeightRow[],
  former: BilledParcel | null,
) {
  const currency = currencyOf(country);
  const planted = { ...Object.fromEntries(FAULTS.map(fault => [fault, 0])), billedTwice: 0 } as Record<Fault, number>;
  const fee = (grams: number): number => valueAt(rate, grams) ?? 0;
  let first: BilledParcel | null = null;
  const parcels = shipments.map((shipment, n): BilledParcel => {
    const { tracking, shippedOn, grams } = shipment;
    const parcel = { tracking, shipped: shippedOn, grams, freight: fee(grams), fuel: 0 };
    const fault = n % 10 === 7 ? FAULTS[Math.floor(n / 10) % FAULTS.length] : undefined;
    if (fault === undefined) {
      first ??= parcel;
      return parcel;
    }
    planted[fault] += 1;
    if (fault === 'weight') return { ...parcel, grams: 4000, freight: fee(4000) };
    if (fault === 'rate') return { ...parcel, freight: roundTo(Math.round(parcel.freight * 1.3), currency) };
    if (fault === 'surcharge') return { ...parcel, fuel: roundTo(Math.round(parcel.freight * 0.2), currency) };
    if (fault === 'noOrder') return { ...parcel, tracking: `X${tracking}` };
    return fault === 'ruined' ? { ...parcel, tracking: '6.35213E+11' } : parcel;
  });
  if (former) {
    parcels.push(former);
    planted.billedTwice += 1;
  }
  return { parcels, planted, first };
}

/** A shipment with the planted fault "not delivered" is still in transit. */
const statusOf = ({ month }: DemoShipment, n: number): number =>
  BILLED.includes(month) && n % 10 === 7 && FAULTS[Math.floor(n / 10) % FAULTS.length] === 'notDelivered'
    ? LOGISTICS_STATUS.inTransit
    : LOGISTICS_STATUS.delivered;

async function insertShipments(
  client: Queryable,
  country: Country,
  channel: number,
  shipments: readonly DemoShipment[],
  places: readonly number[],
): Promise<void> {
  const perMonth = shipments.length / MONTHS.length;
  const all = <V>(value: V): V[] => shipments.map(() => value);
  await insertColumns(client as pg.ClientBase, 'shipments', [
    { name: 'country', type: 'text', values: all(country) },
    { name: 'tracking', type: 'text', values: shipments.map(({ tracking }) => tracking) },
    { name: 'reference', type: 'text', values: shipments.map(({ tracking }) => `ORDER-${tracking}`) },
    { name: 'channel_id', type: 'int8', values: all(channel) },
    { name: 'shipped_on', type: 'text', values: shipments.map(({ shippedOn }) => shippedOn) },
    { name: 'destination_id', type: 'int8', values: shipments.map((_, n) => places[n % places.length]) },
    { name: 'cep', type: 'text', values: all('') },
    { name: 'weight', type: 'int8', values: shipments.map(({ grams }) => grams) },
    { name: 'status', type: 'int2', values: shipments.map((shipment, n) => statusOf(shipment, n % perMonth)) },
    { name: 'updated_by', type: 'text', values: all(DEMO_AUTHOR) },
    { name: 'updated_at', type: 'int8', values: all(DEMO_SINCE) },
  ]);
}

type Supplier = NonNullable<(typeof SUPPLIERS)[Country]>;

async function insertSettings(
  client: Queryable,
  country: Country,
  { id, name, layout: layoutName }: Supplier,
  channel: Pick<DemoChannel, 'id' | 'name'>,
  layout: Layout,
): Promise<void> {
  const stamp = [DEMO_AUTHOR, DEMO_SINCE];
  await client.query(
    `INSERT INTO recon_suppliers (country, supplier_id, supplier_name, supplier_name_folded, contact, status, updated_by, updated_at)
     VALUES ($1, $2, $3, $4, $5, ${STATUS.normal}, $6, $7)`,
    [country, id, name, fold(name), `billing-${country.toLowerCase()}@supplier.example`, ...stamp],
  );
  await client.query(
    `INSERT INTO recon_channels (country, channel_id, channel_name, channel_name_folded, category, lm_id, lm_name, lm_name_folded, launch_logistics_status, updated_by, updated_at)
     VALUES ($1, $2, $3, $4, 2, $5, $6, $7, '{"statuses":[1,2]}', $8, $9)`,
    [country, channel.id, channel.name, fold(channel.name), id, name, fold(name), ...stamp],
  );
  await client.query(
    `INSERT INTO channel_groups (country, channel_id, channel_name, channel_name_folded, group_id, group_name, group_name_folded, updated_by, updated_at)
     VALUES ($1, $2, $3, $4, 1, 'Standard', 'standard', $5, $6)`,
    [country, channel.id, channel.name, fold(channel.name), ...stamp],
  );
  await client.query(
    `INSERT INTO recon_rules (country, supplier_id, fee_rule_type, over_amount, over_percent, under_amount, under_percent, bill_cap, status, updated_by, updated_at)
     VALUES ($1, $2, ${FEE_RULE_TYPE.percent}, NULL, 10000, NULL, 10000, NULL, ${STATUS.normal}, $3, $4)`,
    [country, id, ...stamp],
  );
  await client.query(
    `INSERT INTO recon_layouts (entity, supplier_id, name, definition, contract_days, updated_by, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [country, id, layoutName, JSON.stringify(layout), CONTRACT_DAYS, ...stamp],
  );
}

interface NewBill {
  supplier: Supplier;
  layout: Layout;
  month: string;
  no: number;
  parcels: readonly BilledParcel[];
  files: Pick<FileStore, 'put'> | undefined;
}

/** Number of rows per slice, as when the job reads a file. */
const SLICE = 1_000;

/** Column headings in a supplier's file. The layout expects them in row 1. */
const headingsOf = (country: Country): string[] => [
  'AWB No',
  'Ship Date',
  'Weight',
  ...(country === 'ID'
    ? ['Fee Type', 'Amount']
    : country === 'MY'
      ? ['Charge', 'Amount', 'Charge', 'Amount']
      : ['Freight', 'Fuel']),
];

/** Stores the supplier's file, so that the bill can be read again. Loading the demo again writes the same file. */
async function keepFile(
  client: Queryable,
  files: Pick<FileStore, 'put'>,
  country: Country,
  { name, cells }: { name: string; cells: readonly string[][] },
): Promise<BillFile> {
  const bytes = Buffer.from(`${[headingsOf(country), ...cells].map(row => row.join(',')).join('\n')}\n`);
  const file = { id: sha256(Buffer.from(`demo ${name}`)).slice(0, 32), name, hash: sha256(bytes), size: bytes.length };
  await files.put(file.id, bytes);
  await client.query(
    `INSERT INTO files (id, user_id, entity, name, size, hash, complete, permission, created_at) VALUES ($1, 0, $2, $3, $4, $5, true, $6, $7)
     ON CONFLICT (id) DO UPDATE SET size = excluded.size, hash = excluded.hash`,
    [file.id, country, name, file.size, file.hash, `${FEATURE.recon}.read`, DEMO_SINCE],
  );
  return file;
}

async function insertBill(
  client: Queryable,
  country: Country,
  { supplier, layout, month, no, parcels, files }: NewBill,
): Promise<number> {
  const billDay = `${month}-28`;
  const cells = parcels.flatMap(parcel => cellsOf(country, parcel));
  const kept = files ? [await keepFile(client, files, country, { name: `${country}-${month}.csv`, cells })] : [];
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO recon_bills (entity, supplier_id, layout, layout_name, bill_no, bill_day, month, files, hash, state, submitted_by, user_id, submitted_at, deadline)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $12, $8, 'comparing', $9, 0, $10, $11) RETURNING id`,
    [
      country,
      supplier.id,
      JSON.stringify(layout),
      supplier.layout,
      `${country}-${month}`,
      billDay,
      month,
      kept.length > 0 ? billHash(kept) : `demo ${country} ${no}`,
      DEMO_AUTHOR,
      DEMO_SINCE,
      disputeDeadline(billDay, CONTRACT_DAYS),
      JSON.stringify(kept),
    ],
  );
  const id = rows[0]?.id ?? 0;
  const table = `recon_charges_${month.replace('-', '_')}`;
  await client.query(`CREATE TABLE IF NOT EXISTS ${table} PARTITION OF recon_charges FOR VALUES IN ('${month}')`);
  const bill: BillRecord = {
    id,
    entity: country,
    supplierId: supplier.id,
    layout,
    billDay,
    month,
    files: kept,
    state: 'reading',
    userId: NO_PERSON,
    readFile: 0,
    readRow: 0,
    letThrough: '0',
    rule: null,
    deleted: false,
  };
  for (let from = 0; from < cells.length; from += SLICE) {
    const read = cells.slice(from, from + SLICE).map((row, n) => {
      const number = from + n + 2;
      return { number, row: readLayoutRow(layout, row, number) };
    });
    const next = Math.min(cells.length, from + SLICE);
    await keepSlice(
      client,
      bill,
      { file: 0, row: from },
      {
        rows: read.flatMap(({ row }) => ('problem' in row ? [] : [row as LayoutRow])),
        refused: read.flatMap(({ number, row }) => ('problem' in row ? [{ number, ...row }] : [])),
        next,
        total: cells.length,
      },
      next === cells.length,
    );
  }
  await addReconJob(client, { task: 'bill', id }, { owner: 0, now: DEMO_SINCE });
  return id;
}

/**
 * Adds jobs that decide on a bill's parcels once they are compared. Each job runs after the previous one, although
 * several processes on one database may take the jobs in any order. Parcels that cannot get the status are left to the
 * next job.
 */
async function settleBill(client: Queryable, country: Country, bill: number): Promise<void> {
  const { approved, paid, rejected } = RECON_STATUS;
  let last: number | undefined;
  for (const target of [approved, paid, rejected]) {
    const { id } = await addAction(client, {
      entity: country,
      kind: 'status',
      input: { filter: { bill_id: bill }, after: { bill, ...(last === undefined ? {} : { action: last }) } },
      target,
      remark: target === rejected ? 'Not accepted' : '',
      email: SETTLED_BY,
      userId: NO_PERSON,
      createdAt: DEMO_SINCE,
    });
    await addReconJob(client, { task: 'action', id }, { owner: 0, now: DEMO_SINCE });
    last = id;
  }
}

/** Number of shipments per country and month: 200 thousand in total, or few enough for tests. */
export const shipmentsPerMonth = (small: boolean): number => (small ? 120 : 11_112);

import type * as z from 'zod/mini';
import type { CallDefinition } from '../../contract/call.ts';
import { RATE_TABLE_CALLS } from '../../contract/rateTable/calls.ts';
import type { Family, RateVersionRow } from '../../contract/rateTable/versions.ts';
import type { Country } from '../../domain/country.ts';
import { rowsOf } from '../../domain/rates/columns.ts';
import { keyOfPart, type Part, type PartRow, type RateRows, type RateSettings } from '../../domain/rates/rows.ts';
import { unseal } from '../../domain/rates/sealed.ts';
import { RateTable } from '../../domain/rates/table.ts';
import type { CellChange } from '../../domain/rates/cells.ts';
import type { SyncClient } from '../client/client.ts';
import { keptId, readKept, sendAndKeep } from '../mirror/kept.ts';
import { outcomeText } from '../network/outcome.ts';
import { storedProject } from '../network/project.ts';
import { platformFetch } from '../network/transport.ts';
import { fetchBytes } from '../network/transportBytes.ts';
import { draftWrites, type HeaderChange } from '../resources/cellWrites.ts';
import type { OutboxEntry } from '../types.ts';
import { failureOf } from './administer.ts';
import { askAndKeep, keptAnswer } from './keptAnswers.ts';

/** Reads versions of rate tables, from this device if available, and writes drafts. */

/** A row together with the version on which changes to it are based. */
export type StoredRow<P extends Part> = PartRow<P> & { readonly version: number };
export type StoredRateRows = { readonly [P in Part]: readonly StoredRow<P>[] };

/** A rate table version with its content. */
export interface ReadVersion {
  version: Pick<
    RateVersionRow,
    | 'id'
    | 'versionNo'
    | 'name'
    | 'remark'
    | 'hash'
    | 'channelId'
    | 'channelName'
    | 'settings'
    | 'version'
    | 'updatedBy'
    | 'updatedAt'
  >;
  rows: RateRows;
  /** The rows with their versions; in a submitted rate table, these are all 1. */
  stored: StoredRateRows;
  readonly table: RateTable;
  /** Time at which the rows were read, in epoch milliseconds; null for a sealed file, which never changes. */
  asOf: number | null;
}

/**
 * Maximum number of sealed files whose tables stay in memory (least recently used are evicted); sealed files never
 * change.
 */
const SEALED_MOST = 12;
const sealed = new Map<string, { rows: RateRows; table: RateTable }>();

function remember(hash: string, read: { rows: RateRows; table: RateTable }): void {
  sealed.delete(hash);
  sealed.set(hash, read);
  const [oldest] = sealed.keys();
  if (sealed.size > SEALED_MOST && oldest !== undefined) sealed.delete(oldest);
}

const sealedName = (hash: string): string => `sealed ${hash}`;

async function readSealedFile(
  client: SyncClient,
  entity: Country,
  family: Family,
  hash: string,
): Promise<{ rows: RateRows; table: RateTable }> {
  const known = sealed.get(hash);
  if (known) return known;
  const call = RATE_TABLE_CALLS[family].sealed;
  const db = await client.mirror;
  const id = keptId(entity, sealedName(hash));
  const kept = db && (await readKept(db, id).catch(() => undefined));
  let bytes = kept?.value instanceof Uint8Array ? kept.value : null;
  if (!bytes) {
    const deps = { fetch: platformFetch, person: client.userId, project: storedProject, clock: client.env.clock };
    const { reply } = await sendAndKeep(
      db,
      () => fetchBytes(deps, client.transport.callUrl(call, { hash }), entity, client.ended),
      outcome =>
        outcome.kind === 'ok'
          ? { id, entity, permission: call.permission, value: new Uint8Array(outcome.data), at: client.env.clock.now() }
          : null,
    );
    if (reply.kind !== 'ok') throw failureOf(reply);
    bytes = new Uint8Array(reply.data);
  }
  const columns = unseal(bytes);
  const read = { rows: rowsOf(columns), table: new RateTable(columns) };
  remember(hash, read);
  return read;
}

const PARTS_OF = (rows: RateRows): StoredRateRows => {
  const stored = <P extends Part>(part: P) =>
    (rows[part] as readonly PartRow<P>[]).map(row => ({ ...row, version: 1 }) as StoredRow<P>);
  return {
    names: stored('names'),
    addresses: stored('addresses'),
    fees: stored('fees'),
    volumeFees: stored('volumeFees'),
    extraFees: stored('extraFees'),
    cepLevels: stored('cepLevels'),
    cepRanges: stored('cepRanges'),
  };
};

function plainRow<R extends object>(row: R): R {
  const { version: _, ...plain } = row as R & { version?: number };
  return plain as R;
}

/** Rows without storage fields, for comparison with those of a sealed file. */
const plainRows = (stored: StoredRateRows): Omit<RateRows, 'settings'> =>
  Object.fromEntries(Object.entries(stored).map(([part, rows]) => [part, rows.map(plainRow)])) as unknown as Omit<
    RateRows,
    'settings'
  >;

/** Converts a draft's rows from the server for editing and quoting. */
export function readDraft(
  { version, rows: stored }: { version: RateVersionRow; rows: StoredRateRows },
  asOf: number,
): ReadVersion {
  const rows = { settings: version.settings as RateSettings, ...plainRows(stored) };
  let table: RateTable | null = null;
  return {
    version,
    rows,
    stored,
    // Created lazily, because only quotes use it, and drafts are reread while the person types.
    get table() {
      return (table ??= RateTable.of(rows));
    },
    asOf,
  };
}

/**
 * Reads a version with its rows: for a submitted version the sealed file, cached on this device after the first read;
 * for a draft the server's current rows, or those last read on this device. Each write to a draft increments its
 * version, so cached rows of the same version equal the server's and are not refetched, because tens of thousands of
 * rows take seconds.
 * @param again refetches the rows even if they are cached
 * @throws Error with a message if it is unavailable
 */
export async function readVersion(
  client: SyncClient,
  entity: Country,
  family: Family,
  version: ReadVersion['version'],
  again = false,
): Promise<ReadVersion> {
  if (version.hash !== null) {
    const { rows, table } = await readSealedFile(client, entity, family, version.hash);
    return { version, rows, stored: PARTS_OF(rows), table, asOf: null };
  }
  const call = RATE_TABLE_CALLS[family].table;
  const input = { id: version.id };
  if (!again) {
    const kept = await keptAnswer(client, entity, call as never, input);
    const { version: known } = (kept?.data ?? {}) as { version?: RateVersionRow };
    if (kept && known?.hash === null && known.version === version.version)
      return readDraft({ ...(kept.data as { rows: StoredRateRows }), version: { ...known, ...version } }, kept.asOf);
  }
  try {
    const { data, asOf } = await askAndKeep(client, entity, call, input);
    return readDraft(data as never, asOf);
  } catch (error) {
    const kept = await keptAnswer(client, entity, call as never, input);
    if (kept) return readDraft(kept.data as never, kept.asOf);
    throw error;
  }
}

/**
 * Queues changes typed into a draft: durable immediately, sent when the server can be reached (OB1).
 * @returns the writes, several if they do not fit into one
 * @throws OutboxUnavailable
 */
export async function applyDraft(
  client: SyncClient,
  entity: Country,
  family: Family,
  read: Pick<ReadVersion, 'version' | 'stored'>,
  cells: readonly CellChange[],
  header: HeaderChange = {},
): Promise<OutboxEntry[]> {
  const { version, stored } = read;
  const byPart = new Map<Part, Map<string, StoredRow<Part>>>();
  const rowOf = (part: Part, key: string) => {
    let rows = byPart.get(part);
    if (!rows) {
      rows = new Map(stored[part].map(row => [keyOfPart(part, row), row]));
      byPart.set(part, rows);
    }
    return rows.get(key);
  };
  const entries: OutboxEntry[] = [];
  for (const write of draftWrites({ family, entity, version }, rowOf, cells, header))
    entries.push(await client.enqueue(write));
  return entries;
}

/** The server refused the write because someone else has changed the same cells or the version. */
export class ChangedMeanwhile extends Error {
  override name = 'ChangedMeanwhile';
}

/**
 * Writes a version immediately instead of queuing it: the server numbers new versions, and a submission sent hours
 * later would contain different rows. Only cell changes in a draft are queued (`applyDraft`).
 * @throws ChangedMeanwhile, or an Error with a message
 */
export async function writeRateTable<I extends z.ZodMiniType, O extends z.ZodMiniType>(
  client: SyncClient,
  entity: Country,
  call: CallDefinition<I, O>,
  input: z.input<I>,
): Promise<z.output<O>> {
  const outcome = await client.transport.call(call, input, {
    entity,
    idempotencyKey: client.env.uuid(),
    timeoutMillis: 60_000,
  });
  if (outcome.kind === 'ok') return outcome.data;
  if (outcome.kind === 'conflict') throw new ChangedMeanwhile(outcome.message);
  // Every other outcome says itself what to do.
  const isAway = outcome.kind === 'noNetwork';
  throw new Error(`${outcomeText(outcome)}${isAway ? ' Try again once the server can be reached.' : ''}`);
}

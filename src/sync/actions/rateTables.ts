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
import { keep, keptId, readKept, rightsMark } from '../mirror/kept.ts';
import { outcomeText } from '../network/outcome.ts';
import { storedProject } from '../network/project.ts';
import { platformFetch } from '../network/transport.ts';
import { fetchBytes } from '../network/transportBytes.ts';
import { draftWrites, type HeaderChange } from '../resources/cellWrites.ts';
import type { OutboxEntry } from '../types.ts';
import { askAndKeep, keptAnswer } from './keptAnswers.ts';

/** Reading versions of rate tables, from this device where they are on it, and writing drafts. */

/** A row with the version that a change of it is made from. */
export type StoredRow<P extends Part> = PartRow<P> & { readonly version: number };
export type StoredRateRows = { readonly [P in Part]: readonly StoredRow<P>[] };

/** A version with all it contains. */
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
  /** With the rows' versions; of a submitted version all are 1. */
  stored: StoredRateRows;
  readonly table: RateTable;
  /** Epoch milliseconds since when the rows are known; null of a sealed file, which never changes. */
  asOf: number | null;
}

/** Tables made of sealed files, which are the same for ever: the last ones used. */
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
    const rights = db ? await rightsMark(db) : 0;
    const deps = { fetch: platformFetch, person: client.userId, project: storedProject, clock: client.env.clock };
    const outcome = await fetchBytes(deps, client.transport.callUrl(call, { hash }), entity, client.ended);
    if (outcome.kind !== 'ok') throw new Error(outcomeText(outcome));
    bytes = new Uint8Array(outcome.data);
    if (db)
      await keep(
        db,
        { id, entity, permission: call.permission, value: bytes, at: client.env.clock.now() },
        rights,
      ).catch(() => undefined);
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

/** Rows without what only their storage knows, so that they compare with those of a sealed file. */
const plainRows = (stored: StoredRateRows): Omit<RateRows, 'settings'> =>
  Object.fromEntries(Object.entries(stored).map(([part, rows]) => [part, rows.map(plainRow)])) as unknown as Omit<
    RateRows,
    'settings'
  >;

/** Rows of a draft as the server answers them, ready to be edited and quoted from. */
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
    // Only a quote needs it, and what is typed into a draft is read again and again.
    get table() {
      return (table ??= RateTable.of(rows));
    },
    asOf,
  };
}

/**
 * A version with its rows: of a submitted one the sealed file, which is kept on this device once it was read; of a draft what the
 * server has now, or had when it was last read here. Each write of a draft raises its version, so rows that are kept of the same version
 * are those of the server, and it is not asked for them: tens of thousands of rows take it seconds.
 * @param again asks the server in any case
 * @throws Error with a sentence where it is neither here nor to be had
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
 * Takes what was typed into a draft: durable at once, sent when the server can be reached (OB1).
 * @returns the writes, of which there are several if one has no room for all
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

/** A refusal because somebody changed the same cells, or the version, meanwhile. */
export class ChangedMeanwhile extends Error {
  override name = 'ChangedMeanwhile';
}

/**
 * Writes a version now. The server numbers new versions, and a submission that is sent hours later would be of other rows: only what is
 * typed into a draft waits (`applyDraft`).
 * @throws ChangedMeanwhile, or an Error with a sentence
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
  const isSaid = outcome.kind === 'refused';
  throw new Error(`${outcomeText(outcome)}${isSaid ? '' : ' Try again once the server can be reached.'}`);
}

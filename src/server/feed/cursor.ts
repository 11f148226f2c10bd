import { DECLARATIONS, type Declarations } from '../../contract/declarations.ts';
import type { Epoch } from '../db/feedEpoch.ts';
import type { Queryable } from '../db/transaction.ts';

/**
 * A position in the change feed: after entry `seq` of transaction `xid` and everything before it. With a `seq` of 0, it
 * is before the first entry of that transaction. Its string form is opaque to clients.
 */
export interface Cursor {
  epoch: string;
  xid: bigint;
  seq: number;
  /**
   * Collections whose changes up to this position were hidden from the reader, who lacked the permission to see them;
   * bits by `feedBits`.
   */
  hidden: bigint;
}

/** The bit of each collection in `Cursor.hidden`. Clients store cursors, so a bit is never reused or changed. */
export const feedBits = ({ resources }: Declarations): readonly (readonly [string, number])[] => [
  ['channels', 0],
  ['locations', 1],
  ['threePls', 20],
  ['rateVersions', 61],
  ['thirdPartyVersions', 62],
  ...resources.map(({ collection, feed }) => [collection, feed] as const),
];

/** Returns `Cursor.hidden` for a person who may see the given collections. */
export const hiddenBits = (
  seen: readonly string[],
  known: readonly (readonly [string, number])[] = feedBits(DECLARATIONS),
): bigint =>
  known.reduce((bits, [collection, bit]) => (seen.includes(collection) ? bits : bits | (1n << BigInt(bit))), 0n);

export const formatCursor = ({ epoch, xid, seq, hidden }: Cursor): string =>
  `${epoch}.${xid}.${seq}${hidden === 0n ? '' : `.${hidden}`}`;

/** Transaction ids have 64 bits. */
const XID_MOST = 2n ** 64n - 1n;

/** Parses a cursor; returns null if the string is invalid, or if no database can have issued the cursor. */
export function parseCursor(text: string): Cursor | null {
  const match = /^([0-9a-f]+)\.(\d{1,20})\.(\d{1,16})(?:\.(\d{1,100}))?$/.exec(text);
  if (!match) return null;
  const [, epoch = '', xid = '', seq, hidden = '0'] = match;
  if (BigInt(xid) > XID_MOST || !Number.isSafeInteger(Number(seq))) return null;
  return { epoch, xid: BigInt(xid), seq: Number(seq), hidden: BigInt(hidden) };
}

/** The state of the feed, as seen by a single statement. */
export interface FeedState {
  /**
   * All transactions of this database below this one have ended, and their entries can be read. Running transactions
   * are at or above it (MR3).
   */
  horizon: bigint;
  epochs: readonly Epoch[];
  /** The highest transaction whose entries were removed because of their age; null if none were removed. */
  floor: bigint | null;
}

/**
 * SQL: the floor as text. A statement that reads entries must read the floor as well: housekeeping may have removed some
 * of them since the state was read, and nobody would notice that they are missing.
 */
export const FLOOR = "(SELECT value FROM meta WHERE key = 'feed.floor')";

/** The state of the feed with the floor that a statement has read together with entries (`FLOOR`). */
export const withFloor = (state: FeedState, floor: string | null): FeedState => ({
  ...state,
  floor: floor === null ? null : BigInt(floor),
});

interface StateRow {
  xmin: string;
  xmax: string;
  /** 32-bit ids of the transactions running in this database. */
  running: string[];
  /** Whether another role, whose transactions are not visible to this one, is connected to this database. */
  hidden: boolean;
  epochs: string | null;
  floor: string | null;
}

/** Returns the 64-bit transaction id that corresponds to a 32-bit one, which is the candidate closest to `near`. */
function widen(xid: bigint, near: bigint): bigint {
  const full = (near & ~0xffff_ffffn) | xid;
  if (full > near + 0x8000_0000n) return full - 0x1_0000_0000n;
  return full + 0x8000_0000n < near ? full + 0x1_0000_0000n : full;
}

/**
 * Returns up to which transaction the feed can be read. The snapshot's own xmin would be correct, but would also wait
 * for the writers of every other database in the cluster: a long batch in another database would stall our feed. For
 * this reason, the transactions that are running in this database are read after the snapshot is taken. A transaction
 * below the snapshot's xmax is then either still running and listed, or has ended, in which case the next statement,
 * which reads the entries, sees its writes.
 */
function horizonOf(row: StateRow): bigint {
  if (row.hidden) return BigInt(row.xmin);
  const xmax = BigInt(row.xmax);
  return row.running.map(xid => widen(BigInt(xid), xmax)).reduce((least, xid) => (xid < least ? xid : least), xmax);
}

/**
 * Reads the state of the feed. Entries below the horizon can then be read safely, because no further entries can appear
 * there.
 */
export async function readFeedState(db: Queryable): Promise<FeedState> {
  const { rows } = await db.query<StateRow>({
    name: 'feed-state',
    text: `SELECT pg_snapshot_xmin(s)::text AS xmin, pg_snapshot_xmax(s)::text AS xmax,
                  (SELECT coalesce(array_agg(backend_xid::text) FILTER (WHERE backend_xid IS NOT NULL), '{}')
                     FROM pg_stat_activity WHERE datname = current_database()) AS running,
                  EXISTS (SELECT 1 FROM pg_stat_activity
                           WHERE datname = current_database() AND query = '<insufficient privilege>') AS hidden,
                  (SELECT value FROM meta WHERE key = 'feed.epochs') AS epochs,
                  ${FLOOR} AS floor
             FROM pg_current_snapshot() AS s`,
  });
  const row = rows[0] as StateRow;
  const epochs = JSON.parse(row.epochs ?? '[]') as Epoch[];
  return withFloor({ horizon: horizonOf(row), epochs, floor: null }, row.floor);
}

/** The current cursor, which comes after everything below the horizon. */
export const headCursor = (state: FeedState): Cursor => ({
  epoch: state.epochs.at(-1)?.id ?? '0',
  xid: state.horizon,
  seq: 0,
  hidden: 0n,
});

/** Whether the feed can be continued from a cursor. If it cannot, the client needs a new snapshot. */
export function isReachable(state: FeedState, cursor: Cursor | null): cursor is Cursor {
  if (!cursor) return false;
  const index = state.epochs.findIndex(epoch => epoch.id === cursor.epoch);
  if (index < 0) return false;
  const next = state.epochs[index + 1];
  // The cursor is within the transaction at which the next epoch begins. In the cursor's own history, a different
  // transaction had that number.
  if (next && (cursor.xid > BigInt(next.from) || (cursor.xid === BigInt(next.from) && cursor.seq > 0))) return false;
  return state.floor === null || cursor.xid > state.floor;
}

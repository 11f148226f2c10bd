import type { Collection } from '../../contract/call.ts';
import { RESOURCES } from '../../contract/resources/all.ts';
import type { Epoch } from '../db/feedEpoch.ts';
import type { Queryable } from '../db/transaction.ts';

/**
 * A position in the change feed: everything up to entry `seq` of transaction `xid`. A `seq` of 0 is before that
 * transaction's first entry. Its string form is opaque to clients.
 */
export interface Cursor {
  epoch: string;
  xid: bigint;
  seq: number;
  /**
   * Collections whose changes up to this position were hidden from the reader because of a missing permission; bits by
   * FEED_BITS.
   */
  hidden: bigint;
}

/** Each collection's bit in `Cursor.hidden`. Clients store cursors, so a number is never reused or moved. */
const FEED_BITS: readonly (readonly [collection: Collection, bit: number])[] = [
  ['channels', 0],
  ['locations', 1],
  ['threePls', 20],
  ['rateVersions', 61],
  ['thirdPartyVersions', 62],
  ...RESOURCES.map(({ collection, feed }) => [collection, feed] as const),
];

/** Returns `Cursor.hidden` for a person who may see these collections. */
export const hiddenBits = (
  seen: readonly string[],
  known: readonly (readonly [string, number])[] = FEED_BITS,
): bigint =>
  known.reduce((bits, [collection, bit]) => (seen.includes(collection) ? bits : bits | (1n << BigInt(bit))), 0n);

export const formatCursor = ({ epoch, xid, seq, hidden }: Cursor): string =>
  `${epoch}.${xid}.${seq}${hidden === 0n ? '' : `.${hidden}`}`;

/** Transaction ids have 64 bits. */
const XID_MOST = 2n ** 64n - 1n;

/** Parses a cursor; returns null for an invalid string, or a cursor that no database can have issued. */
export function parseCursor(text: string): Cursor | null {
  const match = /^([0-9a-f]+)\.(\d{1,20})\.(\d{1,16})(?:\.(\d{1,100}))?$/.exec(text);
  if (!match) return null;
  const [, epoch = '', xid = '', seq, hidden = '0'] = match;
  if (BigInt(xid) > XID_MOST || !Number.isSafeInteger(Number(seq))) return null;
  return { epoch, xid: BigInt(xid), seq: Number(seq), hidden: BigInt(hidden) };
}

/** The feed's state as seen by one statement. */
export interface FeedState {
  /**
   * All of this database's transactions below this one have ended, and their entries can be read. Running ones are at
   * or above it (MR3).
   */
  horizon: bigint;
  epochs: readonly Epoch[];
  /** The highest transaction whose entries were dropped because of their age, or null if none were dropped. */
  floor: bigint | null;
}

interface StateRow {
  xmin: string;
  xmax: string;
  /** 32-bit ids of the transactions running in this database. */
  running: string[];
  /** Whether another role, whose transactions are not visible to us, has a connection to this database. */
  hidden: boolean;
  epochs: string | null;
  floor: string | null;
}

/** Returns the 64-bit transaction id for a 32-bit one: the candidate closest to `near`. */
function widen(xid: bigint, near: bigint): bigint {
  const full = (near & ~0xffff_ffffn) | xid;
  if (full > near + 0x8000_0000n) return full - 0x1_0000_0000n;
  return full + 0x8000_0000n < near ? full + 0x1_0000_0000n : full;
}

/**
 * Returns how far the feed can be read. The snapshot's own xmin would be correct, but it waits for the writers of every
 * database in the cluster: a long batch in another database would stall our feed. So the transactions running in this
 * database are read after the snapshot is taken. A transaction below the snapshot's xmax is then either still running
 * and listed, or has ended, and the next statement, which reads the entries, sees its writes.
 */
function horizonOf(row: StateRow): bigint {
  if (row.hidden) return BigInt(row.xmin);
  const xmax = BigInt(row.xmax);
  return row.running.map(xid => widen(BigInt(xid), xmax)).reduce((least, xid) => (xid < least ? xid : least), xmax);
}

/** Reads the feed's state. Entries below the horizon can safely be read afterward, since no more can appear there. */
export async function readFeedState(db: Queryable): Promise<FeedState> {
  const { rows } = await db.query<StateRow>({
    name: 'feed-state',
    text: `SELECT pg_snapshot_xmin(s)::text AS xmin, pg_snapshot_xmax(s)::text AS xmax,
                  (SELECT coalesce(array_agg(backend_xid::text) FILTER (WHERE backend_xid IS NOT NULL), '{}')
                     FROM pg_stat_activity WHERE datname = current_database()) AS running,
                  EXISTS (SELECT 1 FROM pg_stat_activity
                           WHERE datname = current_database() AND query = '<insufficient privilege>') AS hidden,
                  (SELECT value FROM meta WHERE key = 'feed.epochs') AS epochs,
                  (SELECT value FROM meta WHERE key = 'feed.floor') AS floor
             FROM pg_current_snapshot() AS s`,
  });
  const row = rows[0] as StateRow;
  return {
    horizon: horizonOf(row),
    epochs: JSON.parse(row.epochs ?? '[]') as Epoch[],
    floor: row.floor ? BigInt(row.floor) : null,
  };
}

/** The current cursor: everything below the horizon precedes it. */
export const headCursor = (state: FeedState): Cursor => ({
  epoch: state.epochs.at(-1)?.id ?? '0',
  xid: state.horizon,
  seq: 0,
  hidden: 0n,
});

/** Whether the feed can be continued from a cursor. If not, the client needs a new snapshot. */
export function isReachable(state: FeedState, cursor: Cursor | null): cursor is Cursor {
  if (!cursor) return false;
  const index = state.epochs.findIndex(epoch => epoch.id === cursor.epoch);
  if (index < 0) return false;
  const next = state.epochs[index + 1];
  // The cursor is within the transaction in which the next epoch begins. In the cursor's own history, that number
  // belonged to a different transaction.
  if (next && (cursor.xid > BigInt(next.from) || (cursor.xid === BigInt(next.from) && cursor.seq > 0))) return false;
  return state.floor === null || cursor.xid > state.floor;
}

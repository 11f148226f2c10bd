import {
  cellChanges,
  cellVersionField,
  headerIn,
  readCellField,
  withChanges,
  type CellChange,
} from '../../domain/rates/cells.ts';
import { RateTable } from '../../domain/rates/table.ts';
import type { RateRows, RateSettings } from '../../domain/rates/rows.ts';
import type { ReadVersion, StoredRateRows } from './rateTables.ts';
import type { StoredEntry } from '../outbox/entry.ts';
import type { OutboxEntry, Row } from '../types.ts';

/** A draft with the person's own changes applied, including those not yet on the server (MR1). */

/** State of an applied cell change that is not on the server yet. */
export type PendingState = 'waiting' | 'needsYou';

export interface DraftWithWrites {
  read: ReadVersion;
  /** State of the cells, the name and the settings that are not on the server yet, by field (domain/rates/cells). */
  pending: ReadonlyMap<string, PendingState>;
  /** Number of writes that are queued or in flight, and of those that need a decision. */
  waiting: readonly OutboxEntry[];
  needsYou: readonly OutboxEntry[];
  /** Whether the server's rows already contain every change that the person applied. */
  settled: boolean;
}

const isWaiting = ({ state }: OutboxEntry): boolean => state === 'queued' || state === 'sending';
const needsPerson = ({ state, hold }: OutboxEntry): boolean =>
  state === 'refused' || state === 'conflict' || (state === 'queued' && hold !== undefined && hold !== null);

/** Whether a write took effect after the rows were read, and is therefore not included in them. */
const isUnread = ({ state, acceptedVersion }: OutboxEntry, version: number): boolean =>
  (state === 'applied' || state === 'merged') && acceptedVersion !== null && acceptedVersion > version;

/**
 * Applies a person's own writes to a draft. Skips refused and conflicting writes and any queued after them, because the
 * server has other values and the person must decide.
 * @param entries the draft's writes in the outbox, in any order
 */
export function withWrites(read: ReadVersion, entries: readonly StoredEntry[]): DraftWithWrites {
  const pending = new Map<string, PendingState>();
  const waiting: OutboxEntry[] = [];
  const needsYou: OutboxEntry[] = [];
  const drawn: StoredEntry[] = [];
  const ordered = [...entries].sort((one, other) => one.seq - other.seq);
  let stuck = false;
  for (const entry of ordered) {
    const stops = needsPerson(entry);
    if (stops) needsYou.push(entry);
    else if (isWaiting(entry)) waiting.push(entry);
    else if (!isUnread(entry, read.version.version)) continue;
    stuck ||= stops;
    const isOpen = stops || isWaiting(entry);
    if (!stuck || !isOpen) drawn.push(entry);
    if (isOpen) for (const field of Object.keys(entry.changes)) pending.set(field, stuck ? 'needsYou' : 'waiting');
  }
  const settled = drawn.length === 0 && pending.size === 0;
  return { read: drawn.length === 0 ? read : withDrawn(read, drawn), pending, waiting, needsYou, settled };
}

function withDrawn(read: ReadVersion, drawn: readonly StoredEntry[]): ReadVersion {
  const changes: Row = {};
  const versions: Row = {};
  for (const entry of drawn) {
    const known: Row = (entry.state === 'applied' || entry.state === 'merged' ? entry.accepted : entry.base) ?? {};
    for (const [field, value] of Object.entries(entry.changes)) {
      changes[field] = value;
      if (readCellField(field)) versions[cellVersionField(field)] = known[cellVersionField(field)] ?? 0;
    }
  }
  const cells: CellChange[] = cellChanges(changes, versions);
  const { name, remark, ...settings } = headerIn(changes) as Partial<ReadVersion['version']> & Partial<RateSettings>;
  const version: ReadVersion['version'] = {
    ...read.version,
    ...(name === undefined ? {} : { name }),
    ...(remark === undefined ? {} : { remark }),
    settings: { ...read.version.settings, ...settings } as ReadVersion['version']['settings'],
  };
  const rows: RateRows = {
    ...withChanges(read.rows, cells),
    settings: version.settings as RateSettings,
  };
  const stored = withChanges(read.stored as unknown as Omit<RateRows, 'settings'>, cells, (row, version) =>
    Object.assign({}, row, { version }),
  ) as unknown as StoredRateRows;
  let table: RateTable | null = null;
  return {
    version,
    rows,
    stored,
    get table() {
      return (table ??= RateTable.of(rows));
    },
    asOf: read.asOf,
  };
}

import { VERSIONS } from '../../contract/rateTable/apply.ts';
import {
  cellChanges,
  cellField,
  cellText,
  cellVersionField,
  headerFields,
  headerIn,
  readCellField,
} from '../../domain/rates/cells.ts';
import type { Part, PartRow, RateSettings } from '../../domain/rates/rows.ts';
import type { Outcome, OutboxEntry, Row } from '../types.ts';

/**
 * Writes to a rate table's draft. The record is the draft, and its fields are the written cells (domain/rates/cells).
 * No device has all cells, so a missing field in such a row has no meaning.
 */

const COLLECTIONS: readonly string[] = Object.values(VERSIONS);

/** Whether devices know only some fields of a collection's records. */
export const isPartial = ({ collection }: Pick<OutboxEntry, 'collection'>): boolean => COLLECTIONS.includes(collection);

/** Fills in a row's missing fields from the row on which the write was based. */
export const completed = (entry: Pick<OutboxEntry, 'collection' | 'base'>, row: Row): Row =>
  isPartial(entry) ? { ...entry.base, ...row } : row;

/** Name, remark and settings in the format of the call, without unchanged ones. */
function headerInput(changes: Row): Row {
  const { name, remark, ...settings } = headerIn(changes);
  return {
    ...(name === undefined ? {} : { name }),
    ...(remark === undefined ? {} : { remark }),
    ...(Object.keys(settings).length === 0 ? {} : { settings }),
  };
}

/** An entry's input in the format of its call, without the version. */
export const cellsInput = ({ input, changes, base }: Pick<OutboxEntry, 'input' | 'changes' | 'base'>): Row => ({
  id: input['id'],
  channelId: input['channelId'],
  versionNo: input['versionNo'],
  cells: cellChanges(changes, base ?? {}),
  ...headerInput(changes),
});

interface AnsweredVersion {
  id: number;
  name: string;
  remark: string;
  settings: RateSettings;
  version: number;
  updatedBy: string;
  updatedAt: number;
}

const stampsOf = (version: AnsweredVersion): Row => ({
  id: version.id,
  ...headerFields(version),
  version: version.version,
  updatedBy: version.updatedBy,
  updatedAt: version.updatedAt,
});

/** The draft after a write, as far as the response shows it. */
function appliedRow(entry: OutboxEntry, data: unknown): Row {
  const { version, cells } = data as {
    version: AnsweredVersion;
    cells: readonly { part: Part; key: string; version: number }[];
  };
  const versions = cells.map(cell => [cellVersionField(cellField(cell.part, cell.key)), cell.version]);
  const own = Object.entries(entry.changes).filter(([field]) => readCellField(field));
  return { ...Object.fromEntries([...own, ...versions]), ...stampsOf(version) };
}

/** The draft that a stale write encountered; unchanged cells keep their values from when the write was made. */
function metRow(entry: OutboxEntry, current: Row): Row {
  const { cells = [], ...version } = current as unknown as AnsweredVersion & {
    cells?: readonly { part: Part; key: string; row: (PartRow<Part> & { version: number }) | null; by: string }[];
  };
  const own = Object.keys(entry.changes)
    .filter(field => readCellField(field))
    .flatMap(field => [field, cellVersionField(field)].map(name => [name, entry.base?.[name] ?? null]));
  const theirs = cells.flatMap(({ part, key, row }) => {
    const field = cellField(part, key);
    return [
      [field, row && cellText(part, row)],
      [cellVersionField(field), row?.version ?? 0],
    ];
  });
  const who = [...new Set(cells.map(({ by }) => by).filter(by => by !== ''))];
  return {
    ...Object.fromEntries([...own, ...theirs]),
    ...stampsOf(version),
    ...(who.length === 0 ? {} : { updatedBy: who.join(', ') }),
  };
}

/** The response to a write of cells, with rows in the outbox's format. */
export function asCells(entry: OutboxEntry, outcome: Outcome): Outcome {
  if (!isPartial(entry)) return outcome;
  if (outcome.kind === 'ok') return { ...outcome, data: appliedRow(entry, outcome.data) };
  if (outcome.kind === 'conflict' && outcome.current) return { ...outcome, current: metRow(entry, outcome.current) };
  // The response does not show the effect of the earlier input, so a person must decide.
  if (outcome.kind === 'keyUsed') return { ...outcome, reply: null };
  return outcome;
}

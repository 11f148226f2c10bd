import type { Cell } from '../../contract/rateTable/apply.ts';
import { keyOfPart, PARTS, type Part, type PartRow } from '../../domain/rates/rows.ts';
import type { Queryable } from '../db/transaction.ts';
import { isLost } from '../db/versions.ts';
import type { Effect } from '../writes/write.ts';
import { ApiError, badRequest, notFound } from '../base/envelope.ts';
import { lockRows, putRows, removeRows, type RowWriter } from './parts.ts';
import { shown, type KnownVersion } from './versions.ts';
import {
  changedSettings,
  checkRows,
  effectOf,
  lockVersion,
  LOGGED_ROWS,
  rowOfKey,
  titleOf,
  touch,
  type RateScope,
  type SettingsChange,
} from './write.ts';

/** Applies a person's edits to a draft, both to cells and to name and settings, in one call. */

export interface Applied {
  id: number;
  channelId?: number | undefined;
  versionNo?: number | undefined;
  version?: number | undefined;
  cells: readonly Cell[];
  name?: string | undefined;
  remark?: string | undefined;
  settings?: SettingsChange | undefined;
}

type Named = Required<Pick<Applied, 'channelId' | 'versionNo'>>;

/** Whether a write to a named draft failed because there is no version with its id. */
const isDeleted = (error: unknown, { channelId, versionNo }: Applied): boolean =>
  error instanceof ApiError && error.status === 404 && channelId !== undefined && versionNo !== undefined;

/** People know a draft by its number; its id is only in its address. */
const deletedDraft = ({ channelId, versionNo }: Named): ApiError =>
  notFound(
    `Version ${versionNo} of channel ${channelId} no longer exists; somebody may have deleted it. Nothing was saved. Enter your values in another draft.`,
  );

interface CellConflict {
  part: Part;
  key: string;
  row: unknown;
  by: string;
}

/**
 * Whether a change is based on an outdated row. The version of a row only increases, even if the row is removed and
 * added again.
 */
const isCellStale = (there: { row: { version: number } } | undefined, base: number, draft: number): boolean =>
  there ? there.row.version > base || base > draft : base !== 0;

/**
 * Changes the cells, name and settings of a draft, all or nothing, with one log entry and one feed change. Cells that
 * the input does not contain are left unchanged. If somebody has changed one of the cells since it was read, the write
 * is refused as a conflict, with the current rows.
 */
export async function applyCells(db: Queryable, scope: RateScope, input: Applied): Promise<Effect> {
  const { id, cells, version, name, remark, settings } = input;
  const before = await lockVersion(db, scope, { id }, 'update', 'own').catch((error: unknown) => {
    throw isDeleted(error, input) ? deletedDraft(input as Named) : error;
  });
  const { channelId = before.channelId, versionNo = before.versionNo } = input;
  if (channelId !== before.channelId || versionNo !== before.versionNo)
    throw notFound(`Version ${id} is ${titleOf(before)}, not version ${versionNo} of channel ${channelId}.`);
  const header = name !== undefined || remark !== undefined || settings !== undefined;
  if (cells.length === 0 && !header) throw badRequest('cells: is empty, and neither name, remark nor settings change');
  if (header && version === undefined)
    throw badRequest('version: is required if name, remark or settings change, so that nobody’s change is lost');
  // The draft has the number of the version that the write is based on, but it is another version: the former one was
  // lost with newer data, and cells of that version may have other values.
  const lost = isLost(before, { version, basedAt: scope.basedAt });
  const isHeaderStale =
    header && (lost || (version as number) < before.ownVersion || (version as number) > before.version);
  const old: Record<string, unknown>[] = [];
  const conflicts: CellConflict[] = [];
  const keys = cells.map(cell => ('row' in cell ? keyOfPart(cell.part, cell.row as never) : cell.remove));
  const byPart = PARTS.map(part => ({ part, own: cells.flatMap((cell, at) => (cell.part === part ? [at] : [])) }));
  for (const { part, own } of byPart) {
    if (own.length === 0) continue;
    if (new Set(own.map(at => keys[at])).size < own.length)
      throw badRequest(`${part}: two cells belong to the same row`);
    const known = await lockRows(
      db,
      id,
      part,
      own.map(at => {
        const cell = cells[at] as Cell;
        return 'row' in cell ? cell.row : rowOfKey(part, cell.remove);
      }),
    );
    const byKey = new Map(known.map(one => [keyOfPart(part, one.row), one]));
    for (const at of own) {
      const key = keys[at] as string;
      const there = byKey.get(key);
      if (lost || isCellStale(there, (cells[at] as Cell).base, before.version))
        conflicts.push({ part, key, row: there?.row ?? null, by: there?.by ?? '' });
    }
    old.push(...known.map(({ row }) => ({ part, ...row })));
  }
  if (conflicts.length > 0 || isHeaderStale) throw applyConflict(before, conflicts);
  const writer: RowWriter = { versionId: id, version: before.version + 1, by: scope.person.email };
  for (const { part, own } of byPart) {
    const puts = own.flatMap(at =>
      'row' in (cells[at] as Cell) ? [(cells[at] as unknown as { row: PartRow<Part> }).row] : [],
    );
    const gone = own.flatMap(at => ('remove' in (cells[at] as Cell) ? [rowOfKey(part, keys[at] as string)] : []));
    await checkRows(db, scope.entity, before, part, puts);
    await removeRows(db, id, part, gone);
    if (puts.length > 0) await putRows(db, writer, part, puts);
  }
  const after = await touch(db, scope, before, {
    ...(name === undefined ? {} : { name }),
    ...(remark === undefined ? {} : { remark }),
    ...(settings === undefined ? {} : { settings: JSON.stringify(changedSettings(before.settings, settings)) }),
  });
  const versions = await cellVersions(db, id, byPart, cells, keys);
  const output = {
    version: shown(after),
    cells: cells.map(({ part }, at) => ({ part, key: keys[at] as string, version: versions[at] as number })),
  };
  if (cells.length === 0) return effectOf(scope, 'Edit', before, after, output);
  const logsRows = cells.length <= LOGGED_ROWS;
  return effectOf(scope, 'Edit', before, after, output, {
    before: { changedRows: logsRows ? old : null },
    after: { changedCells: cells.length, changedRows: logsRows ? cells : null },
  });
}

/** The current versions of cells. A cell that is written with the values that it already has keeps its version. */
async function cellVersions(
  db: Queryable,
  id: number,
  byPart: readonly { part: Part; own: readonly number[] }[],
  cells: readonly Cell[],
  keys: readonly string[],
): Promise<number[]> {
  const versions = cells.map(() => 0);
  for (const { part, own } of byPart) {
    const put = own.filter(at => 'row' in (cells[at] as Cell));
    if (put.length === 0) continue;
    const rows = await lockRows(
      db,
      id,
      part,
      put.map(at => (cells[at] as unknown as { row: object }).row),
    );
    const byKey = new Map(rows.map(({ row }) => [keyOfPart(part, row), row.version]));
    for (const at of put) versions[at] = byKey.get(keys[at] as string) ?? 0;
  }
  return versions;
}

/** @param conflicts the cells that conflict; empty if the draft's name or settings conflict */
function applyConflict(version: KnownVersion, conflicts: readonly CellConflict[]): ApiError {
  const [first] = conflicts;
  const who = first ? first.by : version.updatedBy;
  const by = who ? `by ${who} ` : '';
  const what =
    first === undefined
      ? `Name or settings of ${titleOf(version)} were`
      : conflicts.length === 1
        ? `Cell ${first.key} was`
        : `${conflicts.length} cells, ${first.key} first, were`;
  return new ApiError(409, `${what} changed ${by}in the meantime. Nothing was saved; decide which values to keep.`, {
    data: { current: { ...shown(version), cells: conflicts }, currentVersion: version.version },
  });
}

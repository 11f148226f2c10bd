import type { CallDefinition } from '../../contract/call.ts';
import { declaredOf } from '../../contract/cached.ts';
import { cachedOwnerIn, ownerIn, type CachedOwner } from '../../contract/owner.ts';
import { cachedMatches } from '../../contract/cachedMatch.ts';
import { fieldsOfKind, keyOf, ownerField, type Resource } from '../../contract/resource.ts';
import { resourceCallsOf } from '../../contract/resources/calls.ts';
import {
  EXPORT_TYPES,
  exportCells,
  exportColumns,
  exportFileName,
  sheetOfExport,
  STANDARD_EXPORT,
} from '../../contract/resourceSheet.ts';
import { sheetOf } from '../../contract/resources/sheets.ts';
import { COUNTRIES, type Country } from '../../domain/country.ts';
import { formatDate } from '../../domain/format.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../domain/sheet/csvText.ts';
import type { Cell } from '../../domain/sheet/workbookXml.ts';
import type { Deflate, SheetToWrite } from '../../domain/sheet/writeWorkbook.ts';
import type { CachedJob, CachedWorkbook } from '../../sync/excelClient/writerApi.ts';
import { rowAfterWrites } from '../../sync/outbox/rowAfterWrites.ts';
import type { MirrorDb } from '../../sync/mirror/db.ts';
import { readCached } from '../../sync/mirror/loadSet.ts';
import { ownerValues, readOwner, type OwnerValues } from '../../sync/mirror/owners.ts';
import { loadedSnapshot } from '../../sync/mirror/loaded.ts';
import { checkedAt } from '../../sync/mirror/cacheStatus.ts';
import type { StoredEntry } from '../../sync/outbox/entry.ts';
import type { CachedColumns } from '../../sync/mirror/cachedColumns.ts';
import { cachedQuestion } from '../../sync/query/cachedQuestion.ts';
import { cachedRow, CachedTable } from '../../sync/query/cachedTable.ts';
import type { PlaceIndex } from '../../sync/query/placeIndex.ts';
import { readPlaces } from '../../sync/query/places.ts';
import type { Row } from '../../sync/types.ts';
import { workbookBlob } from './workbookBlob.ts';

export interface CachedExportDeps {
  db: MirrorDb;
  deflate: Deflate;
  /** Time of the export in epoch milliseconds, for the file's name. */
  now: () => number;
  /** Called from time to time with the fraction of rows written so far. */
  onProgress: (share: number) => void;
  /** Maximum number of rows per sheet, excluding the header row; defaults to Excel's limit. */
  rowsPerSheet?: number;
}

const EXCEL_ROWS = 1_048_575;
/** Number of rows between two progress reports. */
const REPORT_EVERY = 10_000;

interface Held {
  columns: CachedColumns;
  places: PlaceIndex;
  /** The owner of the records, as values in their rows. */
  owner: OwnerValues;
  asOf: number;
}

/**
 * The filtered records of a cached channel or 3PL, or of the entity, as a workbook like the server's export, with the
 * person's pending writes applied, i.e. the list as it will be once they are sent.
 *
 * @returns null if the channel or 3PL, or the country's places, are not completely cached
 */
export async function cachedExport(
  { collection, filters, entity, entries, form = STANDARD_EXPORT }: CachedJob,
  deps: CachedExportDeps,
): Promise<CachedWorkbook | null> {
  const { declared } = deps.db;
  const resource = declared.resourceOf(collection);
  if (!resource) throw new Error(`no resource has the collection ${collection}`);
  const sheet = sheetOfExport(sheetOf(resource), form.columns);
  const { timeZone } = COUNTRIES[entity];
  // All rows are read here; whether a row is hidden is determined after the writes are applied.
  const all = { ...filters, ...shownAll(resource) };
  const cachedWith = cachedOwnerIn(resource.scope, filters);
  const cached = cachedWith === null ? null : await readAll(deps.db, entity, collection, cachedWith);
  if (!cached) return null;
  const { columns, places, owner, asOf } = cached;
  const question = cachedQuestion(
    resourceCallsOf(resource).list as unknown as CallDefinition,
    all,
    '',
    1,
    columns.length + 1,
    declared.resources,
  );
  if (!question) return null;
  const { positions } = new CachedTable(columns, places).page(question, places);
  const chains = chainsOf(entries, String(owner[ownerField(resource)]));
  const { kept, pending, stuck } = keep(resource, cached, positions, chains, filters);
  const limit = deps.rowsPerSheet ?? EXCEL_ROWS;

  const cellsOf = exportCells(sheet, entity, form.format);

  function* cells(from: number, most: number): Generator<readonly Cell[]> {
    for (let at = from; at < Math.min(kept.length, from + most); at++) {
      if (at % REPORT_EVERY === 0) deps.onProgress(at / kept.length);
      const row = kept[at] as number | Row;
      yield cellsOf(typeof row === 'number' ? cachedRow(columns, places, row, owner) : row);
    }
  }
  const columnsOut = exportColumns(sheet);
  const sheets = (): SheetToWrite[] => {
    const made: SheetToWrite[] = [];
    for (let from = 0; from === 0 || from < kept.length; from += limit) {
      const number = made.length + 1;
      const name = number === 1 ? sheet.name : `${sheet.name} ${number}`;
      made.push({ name, columns: columnsOut, rows: cells(from, limit) });
    }
    return made;
  };
  const headings = columnsOut.map(({ heading }) => heading);
  const blob =
    form.format === 'csv' ? csvBlob(headings, cells(0, kept.length)) : await workbookBlob(sheets(), deps.deflate);
  const today = formatDate(Math.floor(deps.now() / 1000), timeZone);
  const named = ownerIn(owner);
  const of = named === null ? entity : `${named.id} ${named.name}`.trim();
  const name = exportFileName(sheet, of, today, form.format);
  return { name, blob, rows: kept.length, asOf, pending, stuck };
}

/** Number of lines joined into one chunk of a file. */
const PIECE = 5_000;

/** Converts comma-separated text to a single blob; the browser stores a large blob outside this thread's memory. */
function csvBlob(headings: readonly string[], rows: Iterable<readonly Cell[]>): Blob {
  const parts: string[] = [];
  let lines = [BYTE_ORDER_MARK + csvLine(headings)];
  for (const row of rows) {
    if (lines.push(csvLine(row)) < PIECE) continue;
    parts.push(lines.join(''));
    lines = [];
  }
  return new Blob([...parts, lines.join('')], { type: EXPORT_TYPES.csv });
}

async function readAll(
  db: MirrorDb,
  entity: Country,
  collection: CachedJob['collection'],
  cachedWith: CachedOwner,
): Promise<Held | null> {
  if (!(await loadedSnapshot(db, entity))) return null;
  const rows = await db.transaction(
    'r',
    [db.sets, db.setSegments, db.setChanges, db.channels, db.rows, db.counters],
    async () => {
      const set = await db.sets.get([entity, collection, cachedWith]);
      if (set?.state !== 'ready') return null;
      const owner = (await readOwner(db, entity, cachedWith)) ?? ownerValues(entity, cachedWith, '');
      return { columns: await readCached(db, set), owner, asOf: await checkedAt(db, entity) };
    },
  );
  const places = rows && (await readPlaces(db, entity, async () => undefined));
  if (!places) return null;
  return { columns: rows.columns, places, owner: rows.owner, asOf: rows.asOf };
}

/** The owner's open entries, grouped by record. */
function chainsOf(entries: readonly StoredEntry[], owner: string): Map<string, StoredEntry[]> {
  const chains = new Map<string, StoredEntry[]>();
  for (const entry of entries) {
    if (!entry.recordKey.startsWith(`${owner}/`)) continue;
    const chain = chains.get(entry.recordKey);
    if (chain) chain.push(entry);
    else chains.set(entry.recordKey, [entry]);
  }
  return chains;
}

/** Filters that hide no rows because of their flags. */
const shownAll = ({ filters }: Resource): Row =>
  Object.fromEntries(Object.entries(filters).flatMap(([name, { is }]) => (is === 'shown' ? [[name, true]] : [])));

/** Returns a function that determines whether a record is shown, given its flags (G59). */
function shownTest(resource: Resource, filters: Row): (row: Row) => boolean {
  const hides = Object.entries(resource.filters).some(([name, { is }]) => is === 'shown' && filters[name] === false);
  const flags = fieldsOfKind(resource, 'flag').map(([name]) => name);
  return hides ? row => flags.some(name => row[name] === true) : () => true;
}

/** The file's rows in the list's default order: positions in the cached rows, and rows changed by writes. */
function keep(
  resource: Resource,
  { columns, places, owner }: Held,
  positions: readonly number[],
  chains: Map<string, StoredEntry[]>,
  filters: Row,
) {
  const kept: (number | Row)[] = [];
  const isShown = shownTest(resource, filters);
  const hides = isShown({}) === false;
  const flags = hides ? columns.numbers('flags') : null;
  const counts = { pending: 0, stuck: 0 };
  const note = (chain: readonly StoredEntry[], changed: boolean): void => {
    if (chain.some(({ state }) => state === 'refused' || state === 'conflict')) counts.stuck += 1;
    if (changed) counts.pending += 1;
  };
  const keyAt = (position: number): string => keyOf(resource, { ...owner, ...columns.at(position) });
  for (const position of positions) {
    const key = chains.size > 0 ? keyAt(position) : '';
    const chain = chains.get(key);
    if (!chain) {
      if (!flags || flags[position] !== 0) kept.push(position);
      continue;
    }
    const row: Row = cachedRow(columns, places, position, owner);
    const pending = rowAfterWrites(row, chain);
    chains.delete(key);
    note(chain, pending !== row);
    if (pending && isShown(pending)) kept.push(pending);
  }
  // The remaining chains belong to records that the server does not have, or that do not match the filters.
  const added: Row[] = [];
  for (const chain of chains.values()) {
    if (chain[0]?.effect !== 'create' || !chain[0].optimistic) continue;
    const row = rowAfterWrites(null, chain);
    if (!cachedMatches(declaredOf(resource), row ?? chain[0].optimistic, filters)) continue;
    note(chain, row !== null);
    if (row) added.push(row);
  }
  return { kept: merged(resource, kept, added, position => columns.at(position)), ...counts };
}

/** Compares two records in the default order: numbers by value, strings by character. */
function compare(resource: Resource, a: Row, b: Row): number {
  for (const name of resource.order) {
    const [one, other] = [a[name] as number | string, b[name] as number | string];
    if (one !== other) return one < other ? -1 : 1;
  }
  return 0;
}

/** Inserts added rows at their positions in the default order. */
function merged(
  resource: Resource,
  kept: readonly (number | Row)[],
  added: Row[],
  rowAt: (position: number) => Row,
): readonly (number | Row)[] {
  if (added.length === 0) return kept;
  added.sort((a, b) => compare(resource, a, b));
  const all: (number | Row)[] = [];
  let next = 0;
  for (const row of kept) {
    const own = typeof row === 'number' ? rowAt(row) : row;
    while (next < added.length && compare(resource, added[next] as Row, own) < 0) all.push(added[next++] as Row);
    all.push(row);
  }
  return [...all, ...added.slice(next)];
}

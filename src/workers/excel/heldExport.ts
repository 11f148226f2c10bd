import { listChannelLocations, type ChannelLocationRow } from '../../contract/channelLocation.ts';
import { exportCells, exportColumns, exportFileName } from '../../contract/resourceSheet.ts';
import { locationSheet } from '../../contract/resources/sheets.ts';
import { locationMatches } from '../../contract/channelLocationMatch.ts';
import { COUNTRIES } from '../../domain/country.ts';
import { formatDate } from '../../domain/format.ts';
import { isUnsupported } from '../../domain/serviceable.ts';
import type { Cell } from '../../domain/sheet/workbookXml.ts';
import type { Deflate, SheetToWrite } from '../../domain/sheet/writeWorkbook.ts';
import type { HeldJob, HeldWorkbook } from '../../sync/excelClient/writerApi.ts';
import { meantRow } from '../../sync/meantRow.ts';
import type { MirrorDb } from '../../sync/mirror/db.ts';
import { readHeld } from '../../sync/mirror/hold.ts';
import { checkedAt } from '../../sync/mirror/standing.ts';
import type { StoredEntry } from '../../sync/outbox/entry.ts';
import type { HeldColumns } from '../../sync/query/heldColumns.ts';
import { heldQuestion } from '../../sync/query/heldQuestion.ts';
import { heldRow, HeldTable } from '../../sync/query/heldTable.ts';
import type { PlaceIndex } from '../../sync/query/placeIndex.ts';
import { readPlaces } from '../../sync/query/places.ts';
import type { Row } from '../../sync/types.ts';
import { workbookBlob } from './workbookBlob.ts';

export interface HeldExportDeps {
  db: MirrorDb;
  deflate: Deflate;
  /** Epoch milliseconds, for the file's name. */
  now: () => number;
  /** Share of the rows that are written, now and then. */
  onProgress: (share: number) => void;
  /** Rows of a sheet without its heading; Excel's limit when left out. */
  rowsPerSheet?: number;
}

const EXCEL_ROWS = 1_048_575;
/** Rows between two reports. */
const REPORT_EVERY = 10_000;

interface Held {
  columns: HeldColumns;
  places: PlaceIndex;
  channel: Pick<ChannelLocationRow, 'channelId' | 'channelName' | 'country'>;
  asOf: number;
}

/**
 * The filtered records of a held channel as a workbook, as the server's export has them, with the person's waiting writes in
 * place: what the list will be once they are sent.
 *
 * @returns null where the channel, or the country's places, are not held whole
 */
export async function heldExport(
  { filters, entity, entries }: HeldJob,
  deps: HeldExportDeps,
): Promise<HeldWorkbook | null> {
  const { channelId } = filters;
  // Whether rows are hidden is decided with the writes in place.
  const all = { ...filters, displayUnsupported: true } as Row;
  const held = await readAll(deps.db, entity, channelId ?? 0);
  if (!held) return null;
  const { columns, places, channel, asOf } = held;
  const question = heldQuestion(listChannelLocations, all, '', 1, columns.length + 1);
  if (!question) return null;
  const { positions } = new HeldTable(columns, places).page(question, places);
  const chains = chainsOf(entries, channel.channelId);
  const { kept, pending, stuck } = keep(held, positions, chains, filters);
  const limit = deps.rowsPerSheet ?? EXCEL_ROWS;

  const cellsOf = exportCells(locationSheet);

  function* cells(from: number): Generator<readonly Cell[]> {
    for (let at = from; at < Math.min(kept.length, from + limit); at++) {
      if (at % REPORT_EVERY === 0) deps.onProgress(at / kept.length);
      const row = kept[at] as number | ChannelLocationRow;
      yield cellsOf(typeof row === 'number' ? heldRow<ChannelLocationRow>(columns, places, row, channel) : row);
    }
  }
  const sheets: SheetToWrite[] = [];
  for (let from = 0; from === 0 || from < kept.length; from += limit) {
    const number = sheets.length + 1;
    sheets.push({
      name: number === 1 ? locationSheet.name : `${locationSheet.name} ${number}`,
      columns: exportColumns(locationSheet),
      rows: cells(from),
    });
  }
  const blob = await workbookBlob(sheets, deps.deflate);
  const today = formatDate(Math.floor(deps.now() / 1000), COUNTRIES[entity].timeZone);
  const name = exportFileName(locationSheet, `${channel.channelId} ${channel.channelName}`.trim(), today);
  return { name, blob, rows: kept.length, asOf, pending, stuck };
}

async function readAll(db: MirrorDb, entity: HeldJob['entity'], channelId: number): Promise<Held | null> {
  const snapshot = await db.snapshots.get(entity);
  if (!snapshot || snapshot.cursor === null) return null;
  const rows = await db.transaction(
    'r',
    [db.held, db.heldSegments, db.heldRows, db.channels, db.counters],
    async () => {
      const set = await db.held.get([entity, 'channelLocations', channelId]);
      if (set?.state !== 'ready') return null;
      const name = (await db.channels.get([entity, channelId]))?.name ?? '';
      return { columns: await readHeld(db, set), name, asOf: await checkedAt(db, entity) };
    },
  );
  const places = rows && (await readPlaces(db, entity, async () => undefined));
  if (!places) return null;
  const channel = { channelId, channelName: rows.name, country: entity };
  return { columns: rows.columns, places, channel, asOf: rows.asOf };
}

/** The channel's open entries by record. */
function chainsOf(entries: readonly StoredEntry[], channelId: number): Map<string, StoredEntry[]> {
  const chains = new Map<string, StoredEntry[]>();
  for (const entry of entries) {
    if (!entry.recordKey.startsWith(`${channelId}/`)) continue;
    const chain = chains.get(entry.recordKey);
    if (chain) chain.push(entry);
    else chains.set(entry.recordKey, [entry]);
  }
  return chains;
}

/** What goes into the file, in the list's default order: places among the held rows, and rows that writes have made others. */
function keep(
  { columns, places, channel }: Held,
  positions: readonly number[],
  chains: Map<string, StoredEntry[]>,
  filters: HeldJob['filters'],
) {
  const kept: (number | ChannelLocationRow)[] = [];
  const [ids, types, flags] = [columns.numbers('locationId'), columns.numbers('type'), columns.numbers('flags')];
  const shown = (bits: number): boolean => filters.displayUnsupported !== false || bits !== 0;
  const counts = { pending: 0, stuck: 0 };
  const note = (chain: readonly StoredEntry[], changed: boolean): void => {
    if (chain.some(({ state }) => state === 'refused' || state === 'conflict')) counts.stuck += 1;
    if (changed) counts.pending += 1;
  };
  for (const position of positions) {
    const chain = chains.size > 0 && chains.get(`${channel.channelId}/${ids[position]}/${types[position]}`);
    if (!chain) {
      if (shown(flags[position] as number)) kept.push(position);
      continue;
    }
    const row = heldRow<ChannelLocationRow & Row>(columns, places, position, channel);
    const meant = meantRow(row, chain) as ChannelLocationRow | null;
    chains.delete(`${channel.channelId}/${ids[position]}/${types[position]}`);
    note(chain, meant !== row);
    if (meant && (filters.displayUnsupported !== false || !isUnsupported(meant))) kept.push(meant);
  }
  // What is left are records that the server does not have, or that the filters do not want.
  const added: ChannelLocationRow[] = [];
  for (const chain of chains.values()) {
    if (chain[0]?.effect !== 'create' || !chain[0].optimistic) continue;
    const row = meantRow(null, chain) as ChannelLocationRow | null;
    if (!locationMatches(row ?? (chain[0].optimistic as ChannelLocationRow), filters)) continue;
    note(chain, row !== null);
    if (row) added.push(row);
  }
  return { kept: merged(kept, added, at => [types[at] as number, ids[at] as number]), ...counts };
}

/** Puts added rows where the default order has them. */
function merged(
  kept: readonly (number | ChannelLocationRow)[],
  added: ChannelLocationRow[],
  placeOf: (position: number) => [number, number],
): readonly (number | ChannelLocationRow)[] {
  if (added.length === 0) return kept;
  const place = (row: number | ChannelLocationRow): [number, number] =>
    typeof row === 'number' ? placeOf(row) : [row.type, row.locationId];
  const before = (a: [number, number], b: [number, number]): boolean => a[0] < b[0] || (a[0] === b[0] && a[1] < b[1]);
  added.sort((a, b) => a.type - b.type || a.locationId - b.locationId);
  const all: (number | ChannelLocationRow)[] = [];
  let next = 0;
  for (const row of kept) {
    while (next < added.length && before(place(added[next] as ChannelLocationRow), place(row))) {
      all.push(added[next++] as ChannelLocationRow);
    }
    all.push(row);
  }
  return [...all, ...added.slice(next)];
}

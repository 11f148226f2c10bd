import {
  LOCATION_SHEET,
  LOCATION_SHEET_COLUMNS,
  locationCells,
  locationFileName,
} from '../../contract/locationSheet.ts';
import { listLocations, locationKey, type LocationTreeRow } from '../../contract/locations.ts';
import type { CallDefinition } from '../../contract/call.ts';
import { COUNTRIES, type Country } from '../../domain/country.ts';
import { formatDate } from '../../domain/format.ts';
import type { SyncClient } from '../client/client.ts';
import { writeTable } from '../excelClient/writer.ts';
import type { CachedWorkbook } from '../excelClient/writerApi.ts';
import { rowAfterWrites } from '../outbox/rowAfterWrites.ts';
import { treeQuestion } from '../query/cachedQuestion.ts';
import type { Row } from '../types.ts';

/** Maximum number of rows per sheet; no country has so many places. */
const MOST = 1_000_000;

/** The places with pending renames applied (MR1), and the number of renames. */
export function withRenames(
  rows: readonly LocationTreeRow[],
  entries: Parameters<typeof rowAfterWrites>[1],
): { rows: LocationTreeRow[]; pending: number; stuck: number } {
  const chains = new Map<string, (typeof entries)[number][]>();
  for (const entry of entries) chains.set(entry.recordKey, [...(chains.get(entry.recordKey) ?? []), entry]);
  let pending = 0;
  let stuck = 0;
  const meant = rows.map(row => {
    const chain = chains.get(locationKey(row.locationId));
    if (!chain) return row;
    const changed = rowAfterWrites(row, chain) as LocationTreeRow | null;
    if (chain.some(({ state }) => state === 'refused' || state === 'conflict')) stuck += 1;
    if (changed === row || changed === null) return row;
    pending += 1;
    return changed;
  });
  return { rows: meant, pending, stuck };
}

/**
 * Exports a country's filtered places offline.
 * @returns null if not all of the country's places are on this device
 * @throws if the signal aborts it or the workbook cannot be written
 */
export async function exportTree(
  client: SyncClient,
  entity: Country,
  filters: Row,
  signal: AbortSignal,
): Promise<CachedWorkbook | null> {
  const question = treeQuestion(listLocations as unknown as CallDefinition, filters, '', 1, MOST);
  if (!question) return null;
  // Read before the places: a rename that completes in between is then also in the tree, and applying it twice is
  // harmless.
  const entries = (await client.outbox.open()).filter(
    entry => entry.collection === 'locations' && entry.entity === entity,
  );
  const { value } = await client.ops.list(entity, question);
  if (!value) return null;
  const { rows, pending, stuck } = withRenames(value.rows as unknown as LocationTreeRow[], entries);
  const headings = LOCATION_SHEET_COLUMNS.map(({ heading }) => heading);
  const blob = await writeTable(LOCATION_SHEET, [headings, ...rows.map(locationCells)], signal);
  const today = formatDate(Math.floor(client.env.clock.now() / 1000), COUNTRIES[entity].timeZone);
  return { name: locationFileName(entity, today), blob, rows: rows.length, asOf: value.asOf, pending, stuck };
}

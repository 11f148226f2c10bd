import { keyOf, type Resource } from '../../src/contract/resource.ts';
import { isOpen, type StoredEntry } from '../../src/sync/outbox/entry.ts';
import type { ShapeRow } from '../../src/sync/testing/shape.ts';
import type { Row } from '../../src/sync/types.ts';
import { overlay } from '../../src/sync/query/overlay.ts';

/** A list response that a person is viewing. */
export interface Page {
  rows: Map<string, ShapeRow>;
  /** The outbox's counter of settled writes at the time of the request. */
  settledAt: number;
}

const waits = ({ state }: StoredEntry): boolean => state !== 'refused';

/** MR1: the list shows exactly the response with the pending writes applied. */
export function viewFaults(resource: Resource, page: Page, entries: readonly StoredEntry[]): string[] {
  const source = { rowKey: (row: Row) => keyOf(resource, row), matches: () => true };
  const drawn = entries.filter(
    entry => isOpen(entry) || (entry.state !== 'discarded' && (entry.settledSeq ?? 0) > page.settledAt),
  );
  const rows = [...page.rows.values()];
  const { rows: shown } = overlay({ rows, total: rows.length, page: 1, settledAt: page.settledAt }, drawn, source, {});
  const view = new Map(shown.map(one => [one.key, one]));
  const found: string[] = [];
  if (view.size !== shown.length) found.push('MR1: a record is shown twice');
  for (const [key, row] of page.rows) {
    const one = view.get(key);
    const open = entries.filter(entry => entry.recordKey === key && isOpen(entry));
    const deleted = drawn.some(entry => entry.recordKey === key && entry.effect === 'delete' && !isOpen(entry));
    if (!one) found.push(...(deleted ? [] : [`MR1: ${key} is not shown`]));
    else if (open.length > 0 !== (one.pending !== null)) found.push(`MR1: ${key} is marked wrongly`);
    else if (!drawn.some(({ recordKey }) => recordKey === key) && JSON.stringify(one.row) !== JSON.stringify(row))
      found.push(`MR1: ${key} is shown otherwise than the server has it`);
  }
  for (const key of new Set(entries.filter(isOpen).map(({ recordKey }) => recordKey)))
    found.push(...pendingFaults(key, page, entries, view.get(key)?.row));
  return found;
}

function pendingFaults(
  key: string,
  page: Page,
  entries: readonly StoredEntry[],
  row: Record<string, unknown> | undefined,
): string[] {
  const found: string[] = [];
  const chain = entries.filter(entry => entry.recordKey === key && isOpen(entry));
  const first = chain[0];
  if (first?.effect === 'create' && !row) found.push(`MR1: the added ${key} is not shown`);
  const from = chain.findLastIndex(({ effect }) => effect !== 'update');
  if (!row || (from < 0 && !page.rows.has(key))) return found;
  const typed = Object.assign(
    {},
    ...chain
      .slice(from + 1)
      .filter(waits)
      .map(({ changes }) => changes),
  ) as object;
  if (from >= 0 && chain[from]?.effect === 'delete') return found;
  for (const [field, value] of Object.entries(typed)) {
    if (row[field] !== value)
      found.push(`MR1: ${key} shows ${field} ${String(row[field])}, typed was ${String(value)}`);
  }
  return found;
}

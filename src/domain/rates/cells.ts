import { keyOfPart, PARTS, type Part, type PartRow, type RateRows, type RateSettings } from './rows.ts';

/**
 * A draft as one record whose fields are its cells: elsewhere, too, offline writes, merges and undo work on records
 * with fields. A field is named by part and key ("fees:zone/A/0"), its value is the row as text, null if it is missing.
 */

/**
 * A changed row of a draft, as sent to its call. `base`: version of the row that it was made from; 0: there was none.
 */
export type CellChange =
  | { readonly part: Part; readonly base: number; readonly row: PartRow<Part> }
  | { readonly part: Part; readonly base: number; readonly remove: string };

/** Fields of each part's rows in one order, so that equal rows are equal texts. */
const ROW_FIELDS: { readonly [P in Part]: readonly (keyof PartRow<P> & string)[] } = {
  names: ['kind', 'code', 'name'],
  addresses: ['kind', 'origin', 'destination', 'code'],
  fees: ['kind', 'code', 'start', 'end', 'fee', 'sides'],
  volumeFees: ['kind', 'code', 'start', 'end', 'fee'],
  extraFees: ['type', 'code', 'name', 'place', 'shopGroup', 'of', 'fixed', 'ppm', 'min', 'max'],
  cepLevels: ['level', 'ppm', 'min', 'max'],
  cepRanges: ['from', 'to', 'level'],
};

export const cellField = (part: Part, key: string): string => `${part}:${key}`;

/** Part and key of a cell's field; null for any other field. */
export function readCellField(field: string): { part: Part; key: string } | null {
  const at = field.indexOf(':');
  const part = PARTS.find(one => one === field.slice(0, at));
  return part === undefined ? null : { part, key: field.slice(at + 1) };
}

/** Field with the version that a cell's row has. */
export const cellVersionField = (field: string): string => `#${field}`;

/** A row of a part as text: equal rows have equal texts, regardless of field order and of further stored fields. */
export const cellText = (part: Part, row: PartRow<Part>): string =>
  JSON.stringify(row, ROW_FIELDS[part] as readonly string[] as string[]);

/** The row of a text of `cellText`; null if it is missing. */
export const cellRow = (text: unknown): PartRow<Part> | null =>
  typeof text === 'string' ? (JSON.parse(text) as PartRow<Part>) : null;

/** The field of a change, and its value. */
export const fieldOf = (change: CellChange): { field: string; value: string | null } =>
  'remove' in change
    ? { field: cellField(change.part, change.remove), value: null }
    : { field: cellField(change.part, keyOfPart(change.part, change.row)), value: cellText(change.part, change.row) };

/** Fields of a draft in addition to its rows. */
export const SETTING_FIELDS = ['currency', 'esfArea', 'asfArea', 'weightRule', 'vat', 'taxable'] as const;
export const HEADER_FIELDS = ['name', 'remark', ...SETTING_FIELDS] as const;

/** Name, remark and settings of a draft as fields of its record. */
export const headerFields = ({
  name,
  remark,
  settings,
}: {
  name: string;
  remark: string;
  settings: RateSettings;
}): Record<string, unknown> => ({ name, remark, ...settings });

/** Whether a write has any of the header's fields. */
export const headerIn = (changes: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(HEADER_FIELDS.flatMap(field => (field in changes ? [[field, changes[field]]] : [])));

/** The changes expressed by a write's fields. @param base row that they were made from, with versions of its cells */
export function cellChanges(
  changes: Readonly<Record<string, unknown>>,
  base: Readonly<Record<string, unknown>>,
): CellChange[] {
  return Object.entries(changes).flatMap(([field, value]): CellChange[] => {
    const cell = readCellField(field);
    if (!cell) return [];
    const version = base[cellVersionField(field)];
    const own = { part: cell.part, base: typeof version === 'number' ? version : 0 };
    const row = cellRow(value);
    return [row === null ? { ...own, remove: cell.key } : { ...own, row }];
  });
}

/** Values derived from immutable rows, computed once for them. */
export function onceFor<T>(cache: WeakMap<object, unknown>, rows: object, compute: () => T): T {
  const known = cache.get(rows) as T | undefined;
  if (known !== undefined) return known;
  const made = compute();
  cache.set(rows, made);
  return made;
}

const keyLists = new WeakMap<object, unknown>();

/**
 * All rows with changes applied: what the version would be. Parts without changes stay the same array.
 * @param made converts a changed row; if left out, the row stays unchanged
 */
export function withChanges<R extends Omit<RateRows, 'settings'>>(
  rows: R,
  changes: readonly CellChange[],
  made: (row: PartRow<Part>, base: number) => PartRow<Part> = row => row,
): R {
  if (changes.length === 0) return rows;
  const all: Record<string, unknown> = { ...rows };
  for (const part of new Set(changes.map(change => change.part))) {
    const before = rows[part] as readonly PartRow<Part>[];
    const keys = onceFor(keyLists, before, () => before.map(row => keyOfPart(part, row)));
    const changed = new Map<string, PartRow<Part> | null>();
    for (const change of changes) {
      if (change.part !== part) continue;
      if ('remove' in change) changed.set(change.remove, null);
      else changed.set(keyOfPart(part, change.row), made(change.row, change.base));
    }
    const after: PartRow<Part>[] = [];
    for (const [at, row] of before.entries()) {
      const key = keys[at] as string;
      const next = changed.get(key);
      if (next === undefined) after.push(row);
      else {
        if (next !== null) after.push(next);
        changed.delete(key);
      }
    }
    for (const row of changed.values()) if (row !== null) after.push(row);
    all[part] = after;
  }
  return all as unknown as R;
}

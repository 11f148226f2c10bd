import { keyOfPart, PARTS, type Part, type PartRow, type RateRows, type RateSettings } from './rows.ts';

/**
 * Represents a draft as a record whose fields are its cells, because offline writes, merges and undo work on records
 * with fields. The name of a field consists of part and key ("fees:zone/A/0"); its value is the serialized row, or null
 * if the row does not exist.
 */

/**
 * A changed row of a draft, in the format of the call that sends it. `base` is the version of the row on which the
 * change is based; 0 if the row did not exist.
 */
export type CellChange =
  | { readonly part: Part; readonly base: number; readonly row: PartRow<Part> }
  | { readonly part: Part; readonly base: number; readonly remove: string };

/** The fields of each part's rows in a fixed order, so that equal rows serialize to equal strings. */
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

/** Parses part and key from the field name of a cell; null if the field is not a cell. */
export function readCellField(field: string): { part: Part; key: string } | null {
  const at = field.indexOf(':');
  const part = PARTS.find(one => one === field.slice(0, at));
  return part === undefined ? null : { part, key: field.slice(at + 1) };
}

/** The field that stores the version of a cell's row. */
export const cellVersionField = (field: string): string => `#${field}`;

/**
 * Serializes a row of a part. Equal rows yield equal strings, whatever the order of their fields and any additional
 * stored fields.
 */
export const cellText = (part: Part, row: PartRow<Part>): string =>
  JSON.stringify(row, ROW_FIELDS[part] as readonly string[] as string[]);

/** Parses a row from a string returned by `cellText`; null for null. */
export const cellRow = (text: unknown): PartRow<Part> | null =>
  typeof text === 'string' ? (JSON.parse(text) as PartRow<Part>) : null;

/** The field that a change sets, with its new value. */
export const fieldOf = (change: CellChange): { field: string; value: string | null } =>
  'remove' in change
    ? { field: cellField(change.part, change.remove), value: null }
    : { field: cellField(change.part, keyOfPart(change.part, change.row)), value: cellText(change.part, change.row) };

/** The fields of a draft other than its rows. */
export const SETTING_FIELDS = ['currency', 'esfArea', 'asfArea', 'weightRule', 'vat', 'taxable'] as const;
export const HEADER_FIELDS = ['name', 'remark', ...SETTING_FIELDS] as const;

/** The name, remark and settings of a draft, as fields of its record. */
export const headerFields = ({
  name,
  remark,
  settings,
}: {
  name: string;
  remark: string;
  settings: RateSettings;
}): Record<string, unknown> => ({ name, remark, ...settings });

/** Whether a write changes any header field. */
export const headerIn = (changes: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(HEADER_FIELDS.flatMap(field => (field in changes ? [[field, changes[field]]] : [])));

/**
 * Converts a write's fields to changes.
 * @param base the record that the write is based on, including the versions of its cells
 */
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

/** Returns a value computed from immutable rows, computing it only once for each set of rows. */
export function onceFor<T>(cache: WeakMap<object, unknown>, rows: object, compute: () => T): T {
  const known = cache.get(rows) as T | undefined;
  if (known !== undefined) return known;
  const made = compute();
  cache.set(rows, made);
  return made;
}

const keyLists = new WeakMap<object, unknown>();

/**
 * The rows that a version has after applying changes. Unchanged parts keep the same array.
 * @param made converts a changed row; if omitted, the row is used unchanged
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

import { eachInSteps, finish, sortedInSteps, type Steps } from '../steps.ts';
import { changeShare } from './money.ts';
import { keyOfPart, PARTS, type Part, type PartRow, type RateRows, type RateSettings, type RowRef } from './rows.ts';

/** Compares two versions of a rate table row by row, and applies the difference to another version (issue 29, 3). */

/**
 * A row that exists in only one of two versions, or that differs between them. null means that the row does not exist.
 */
export interface RowChange {
  readonly part: Part;
  readonly key: string;
  readonly before: PartRow<Part> | null;
  readonly after: PartRow<Part> | null;
  /**
   * The change in the fee, in ppm of the previous fee; null if there was no previous fee, if it was 0, if the row has
   * no fee, or if the versions have different currencies.
   */
  readonly share: number | null;
}

export interface SettingChange {
  readonly setting: keyof RateSettings;
  readonly before: RateSettings[keyof RateSettings];
  readonly after: RateSettings[keyof RateSettings];
}

export interface Comparison {
  readonly settings: readonly SettingChange[];
  /**
   * Largest changes first: added and removed rows and empty fees, followed by all others in order of relative change.
   */
  readonly rows: readonly RowChange[];
}

const SETTINGS = [
  'currency',
  'esfArea',
  'asfArea',
  'weightRule',
  'vat',
  'taxable',
] as const satisfies readonly (keyof RateSettings)[];

/** Whether two rows or settings are equal, regardless of the order of fields and lists. */
function same(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const [a, b] = [one, other].map(value => (Array.isArray(value) ? value.toSorted() : value)) as [object, object];
  const names = Object.keys(a) as (keyof typeof a)[];
  return names.length === Object.keys(b).length && names.every(name => name in b && same(a[name], b[name]));
}

const byKey = (rows: RateRows, part: Part): Map<string, PartRow<Part>> =>
  new Map((rows[part] as readonly PartRow<Part>[]).map(row => [keyOfPart(part, row), row]));

const feeOf = (row: PartRow<Part> | null): number | null => (row !== null && 'fee' in row ? row.fee : null);

/** The changes from one version to another, computed in a single pass. */
export const compareRates = (before: RateRows, after: RateRows): Comparison => finish(compareInSteps(before, after));

/** Like `compareRates`, but pauses every few thousand rows so that a server can handle other requests. */
export function* compareInSteps(before: RateRows, after: RateRows): Steps<Comparison> {
  const rows: RowChange[] = [];
  const comparable = before.settings.currency === after.settings.currency;
  for (const part of PARTS) {
    const [old, now] = [new Map<string, PartRow<Part>>(), new Map<string, PartRow<Part>>()];
    for (const [rowsOf, map] of [
      [before, old],
      [after, now],
    ] as const)
      yield* eachInSteps<PartRow<Part>>(rowsOf[part], row => void map.set(keyOfPart(part, row), row));
    yield* eachInSteps(new Set([...old.keys(), ...now.keys()]), key => {
      const [one, other] = [old.get(key) ?? null, now.get(key) ?? null];
      if (one && other && same(one, other)) return;
      const share = comparable ? changeShare(feeOf(one), feeOf(other)) : null;
      rows.push({ part, key, before: one, after: other, share });
    });
  }
  return {
    settings: SETTINGS.filter(setting => !same(before.settings[setting], after.settings[setting])).map(setting => ({
      setting,
      before: before.settings[setting],
      after: after.settings[setting],
    })),
    rows: yield* sortedInSteps(rows, extremesFirst),
  };
}

/**
 * Changes without a ratio come first, because rows that were added, removed or previously 0 change by more than any
 * percentage. Ties are sorted by part and key.
 */
function extremesFirst(one: RowChange, other: RowChange): number {
  const size = ({ share }: RowChange) => (share === null ? Infinity : Math.abs(share));
  const [a, b] = [size(one), size(other)];
  if (a !== b) return b > a ? 1 : -1;
  if (one.part !== other.part) return PARTS.indexOf(one.part) - PARTS.indexOf(other.part);
  return one.key < other.key ? -1 : one.key > other.key ? 1 : 0;
}

/**
 * The rows of a version after applying a comparison: compared rows get their new value, and all others stay unchanged.
 */
export function applyComparison(rows: RateRows, { settings, rows: changes }: Comparison): RateRows {
  const changed = Object.fromEntries(
    PARTS.map(part => {
      const own = byKey(rows, part);
      for (const { part: of, key, after } of changes) {
        if (of !== part) continue;
        if (after === null) own.delete(key);
        else own.set(key, after);
      }
      return [part, [...own.values()]];
    }),
  ) as unknown as Omit<RateRows, 'settings'>;
  const named = Object.fromEntries(settings.map(({ setting, after }) => [setting, after]));
  return { settings: { ...rows.settings, ...named }, ...changed };
}

/**
 * The number of fees that increased and decreased, and of rows that were added and removed. A fee in another currency
 * has done neither.
 */
export interface ChangeCounts {
  readonly up: number;
  readonly down: number;
  readonly added: number;
  readonly removed: number;
  readonly other: number;
}

export function changeCounts({ settings, rows }: Comparison): ChangeCounts {
  const comparable = !settings.some(({ setting }) => setting === 'currency');
  const counts = { up: 0, down: 0, added: 0, removed: 0, other: 0 };
  for (const { before, after } of rows) {
    const [old, now] = [feeOf(before), feeOf(after)];
    if (before === null) counts.added += 1;
    else if (after === null) counts.removed += 1;
    else if (!comparable || old === null || now === null || old === now) counts.other += 1;
    else counts[now > old ? 'up' : 'down'] += 1;
  }
  return counts;
}

/** The row to which a change links. */
export const changeRef = ({ part, key }: RowChange): RowRef => ({ part, key });

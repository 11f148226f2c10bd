import { onceFor, withChanges } from '../../../domain/rates/cells.ts';
import type { AreaKind, RateRows } from '../../../domain/rates/rows.ts';
import { byKeyOf, type RowChange, type StoredRows } from './changes.ts';
import {
  conflictsOf,
  isEmptyDraft,
  leftOf,
  NO_EDITS,
  onTopOf,
  type CellConflict,
  type CellsOf,
  type SheetDraft,
} from './draft.ts';
import { feeLines, feeSheet, servedLineCells, serverFeeText, type FeeSheet } from './feeSheet.ts';
import type { RecordPart, SheetContext } from './fields.ts';
import { recordSheet, servedCells, serverText, type RecordSheet } from './recordSheet.ts';

/** The input typed into all grids of a version, and the resulting values, as pure functions. */

export const RECORD_PARTS = ['names', 'addresses', 'volumeFees', 'extraFees', 'cepLevels', 'cepRanges'] as const;
export type SheetName = RecordPart | 'fees/zone' | 'fees/route';
export const SHEET_NAMES: readonly SheetName[] = [...RECORD_PARTS, 'fees/zone', 'fees/route'];

export type VersionDraft = Readonly<Partial<Record<SheetName, SheetDraft>>>;

export const sheetDraft = (draft: VersionDraft, name: SheetName): SheetDraft => draft[name] ?? NO_EDITS;

export function withSheet(draft: VersionDraft, name: SheetName, sheet: SheetDraft): VersionDraft {
  const { [name]: _, ...rest } = draft;
  return isEmptyDraft(sheet) ? rest : { ...rest, [name]: sheet };
}

/** What is left of a draft once an earlier state of it has been applied: whatever was typed since then. */
export function sinceApplied(draft: VersionDraft, applied: VersionDraft): VersionDraft {
  return Object.fromEntries(
    SHEET_NAMES.flatMap(name => {
      const left = leftOf(sheetDraft(draft, name), sheetDraft(applied, name));
      return isEmptyDraft(left) ? [] : [[name, left]];
    }),
  );
}

/** A draft on top of the one that this device has kept, which was read only after the typing had begun. */
export function onTopOfKept(kept: VersionDraft, typed: VersionDraft): VersionDraft {
  let merged = kept;
  for (const name of SHEET_NAMES) {
    const own = typed[name];
    if (own) merged = withSheet(merged, name, kept[name] ? onTopOf(kept[name], own) : own);
  }
  return merged;
}

export const isUntouched = (draft: VersionDraft): boolean => Object.keys(draft).length === 0;

/** All values derived from the server's rows and the typed input. */
export interface Evaluated {
  readonly records: { readonly [P in RecordPart]: RecordSheet<P> };
  readonly fees: Readonly<Record<AreaKind, FeeSheet>>;
  readonly changes: readonly RowChange[];
  /** Invalid cells, by sheet. */
  readonly problems: readonly { sheet: SheetName; cell: string; text: string }[];
  readonly conflicts: readonly (CellConflict & { sheet: SheetName })[];
  /** The version with the draft applied. */
  readonly rows: RateRows;
}

/**
 * A shared collator: every key press sorts hundreds of codes, and localeCompare would create a collator for each
 * comparison.
 */
const { compare: order } = new Intl.Collator('en', { numeric: true });

const mentioned: Readonly<Record<AreaKind, WeakMap<object, unknown>>> = { zone: new WeakMap(), route: new WeakMap() };

/** Codes of zones or routes that occur in any row, in natural order. */
export function codesOf({ names, addresses, fees, volumeFees }: RateRows, kind: AreaKind): string[] {
  const codes = new Set<string>();
  for (const rows of [names, addresses, fees, volumeFees]) {
    const own = onceFor(
      mentioned[kind],
      rows,
      () => new Set(rows.flatMap(row => (row.kind === kind && row.code !== '' ? [row.code] : []))),
    );
    for (const code of own) codes.add(code);
  }
  return [...codes].sort(order);
}

export function evaluate(rows: RateRows, stored: StoredRows, draft: VersionDraft, context: SheetContext): Evaluated {
  const records = Object.fromEntries(
    RECORD_PARTS.map(part => [
      part,
      recordSheet<RecordPart>(part, stored[part] as never, sheetDraft(draft, part), context),
    ]),
  ) as unknown as Evaluated['records'];
  const recordChanges = RECORD_PARTS.flatMap(part => records[part].changes);
  // A new zone immediately gets a column for its fees.
  const named = withChanges(rows, recordChanges);
  const feesOf = (kind: AreaKind): FeeSheet =>
    feeSheet(stored.fees, kind, codesOf(named, kind), sheetDraft(draft, `fees/${kind}`), context);
  const fees = { zone: feesOf('zone'), route: feesOf('route') };
  const feeChanges = [...fees.zone.changes, ...fees.route.changes];
  const problems = [
    ...RECORD_PARTS.flatMap(part => entries(part, records[part].problems)),
    ...entries('fees/zone', fees.zone.problems),
    ...entries('fees/route', fees.route.problems),
  ];
  return {
    records,
    fees,
    changes: [...recordChanges, ...feeChanges],
    problems,
    conflicts: SHEET_NAMES.flatMap(sheet => {
      const own = draft[sheet];
      if (!own) return [];
      const found = conflictsOf(own, nowTexts(sheet, stored, context), nowCells(sheet, stored, context));
      return found.map(conflict => ({ ...conflict, sheet }));
    }),
    rows: withChanges(named, feeChanges),
  };
}

const entries = (sheet: SheetName, problems: ReadonlyMap<string, string>) =>
  [...problems].map(([cell, text]) => ({ sheet, cell, text }));

/** The server's current text for a cell in a sheet. */
export function nowTexts(
  sheet: SheetName,
  stored: StoredRows,
  context: SheetContext,
): (row: string, column: string) => string | null {
  if (sheet === 'fees/zone' || sheet === 'fees/route')
    return serverFeeText(feeLines(stored.fees, sheet === 'fees/zone' ? 'zone' : 'route'), context);
  return serverText<RecordPart>(sheet, byKeyOf<RecordPart>(sheet, stored[sheet] as never), context);
}

/** The server's current texts of a row's cells in a sheet. */
export function nowCells(sheet: SheetName, stored: StoredRows, context: SheetContext): CellsOf {
  if (sheet === 'fees/zone' || sheet === 'fees/route')
    return servedLineCells(feeLines(stored.fees, sheet === 'fees/zone' ? 'zone' : 'route'), context);
  return servedCells<RecordPart>(sheet, byKeyOf<RecordPart>(sheet, stored[sheet] as never), context);
}

/** Whether a stored value is a draft, because a device's storage may contain anything. */
export function readKeptDraft(kept: unknown): VersionDraft {
  if (typeof kept !== 'object' || kept === null) return {};
  return Object.fromEntries(
    Object.entries(kept).filter(
      ([name, sheet]) =>
        (SHEET_NAMES as readonly string[]).includes(name) &&
        typeof sheet === 'object' &&
        sheet !== null &&
        'cells' in sheet &&
        'added' in sheet &&
        'removed' in sheet,
    ),
  ) as VersionDraft;
}

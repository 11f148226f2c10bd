import { useEffect, useMemo, useState } from 'react';
import { currencyOf } from '../../domain/currency.ts';
import { findingsOf, type Finding } from '../../domain/rates/completeness.ts';
import { KEYS, type RateRows } from '../../domain/rates/rows.ts';
import type { ReadVersion } from '../../sync/actions/rateTables.ts';
import { usePlaceLabels } from '../../sync/hooks/usePlaceLabels.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { cellId } from './sheets/draft.ts';
import { areaColumn } from './sheets/feeSheet.ts';
import type { SheetContext } from './sheets/fields.ts';
import { evaluate } from './sheets/versionDraft.ts';

/** A version's rows with the typed input applied, and this device's findings about them. */
export function useEvaluation(read: ReadVersion, draft: Parameters<typeof evaluate>[2]) {
  const { entity } = useSync();
  const placeLabel = usePlaceLabels(
    useMemo(
      () => [
        ...read.rows.addresses.flatMap(({ origin, destination }) => [origin, destination]),
        ...read.rows.extraFees.map(({ place }) => place),
      ],
      [read.rows],
    ),
  );
  const currency = read.rows.settings.currency ?? currencyOf(entity);
  const context = useMemo(
    (): SheetContext => ({ country: entity, currency, placeLabel }),
    [entity, currency, placeLabel],
  );
  const made = useMemo(() => evaluate(read.rows, read.stored, draft, context), [read, draft, context]);
  // The whole version is validated when the person pauses, not on every key press.
  const checked = useSettled(made.rows, CHECKED_AFTER);
  const findings = useMemo(
    () => findingsOf(checked, { destinations: [], origins: [], country: entity, placeLabel }),
    [checked, entity, placeLabel],
  );
  // Derived from the validated rows, so that a key press does not have to search all fee cells again.
  const warnings = useMemo(() => feeWarnings(findings, checked), [findings, checked]);
  return { context, made, findings, warnings };
}

/** Time in milliseconds without a change before the version is validated. */
const CHECKED_AFTER = 600;

/** Returns a value once it has been stable for some time; the first value is returned immediately. */
function useSettled<T>(value: T, millis: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), millis);
    return () => clearTimeout(timer);
  }, [value, millis]);
  return settled;
}

/** The basic fee cells that findings warn about. */
function feeWarnings(findings: readonly Finding[], { fees }: RateRows): ReadonlyMap<string, string> {
  const byKey = new Map<string, string>();
  for (const { row, text } of findings) if (row.part === 'fees') byKey.set(row.key, text);
  if (byKey.size === 0) return byKey;
  const cells = new Map<string, string>();
  for (const row of fees) {
    const text = byKey.get(KEYS.fees(row));
    if (text !== undefined) cells.set(cellId(`${row.start}-${row.end}`, areaColumn(row.code)), text);
  }
  return cells;
}

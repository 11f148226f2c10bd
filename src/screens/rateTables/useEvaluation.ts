import { useEffect, useMemo, useState } from 'react';
import { currencyOf } from '../../domain/currency.ts';
import { findingsInSteps, type Coverage, type Finding } from '../../domain/rates/completeness.ts';
import { KEYS, type RateRows } from '../../domain/rates/rows.ts';
import type { ReadVersion } from '../../sync/actions/rateTables.ts';
import { useChannels } from '../../sync/hooks/useChannels.ts';
import { usePlaceLabels } from '../../sync/hooks/usePlaceLabels.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import { cellId, parseCellId } from './sheets/draft.ts';
import { areaColumn } from './sheets/feeSheet.ts';
import type { SheetContext } from './sheets/fields.ts';
import { evaluate, type VersionDraft } from './sheets/versionDraft.ts';

/** A version's rows with the typed input applied, and this device's findings about them. */
export function useEvaluation(read: ReadVersion, draft: VersionDraft) {
  const { entity } = useSync();
  const placeLabel = usePlaceLabels(
    useMemo(
      () => [
        // Only the first few thousand names are looked up, and typed ones are needed to check what was typed.
        ...typedNames(draft),
        ...read.rows.addresses.flatMap(({ origin, destination }) => [origin, destination]),
        ...read.rows.extraFees.map(({ place }) => place),
      ],
      [read.rows, draft],
    ),
  );
  const currency = read.rows.settings.currency ?? currencyOf(entity);
  const origin = useChannels()?.find(({ channelId }) => channelId === read.version.channelId)?.from_country;
  const context = useMemo(
    (): SheetContext => ({ country: entity, currency, origin, placeLabel }),
    [entity, currency, origin, placeLabel],
  );
  const made = useMemo(() => evaluate(read.rows, read.stored, draft, context), [read, draft, context]);
  const checked = useChecked(
    made.rows,
    useMemo(
      () => ({ destinations: [], origins: [], country: entity, origin, placeLabel }),
      [entity, origin, placeLabel],
    ),
  );
  // Derived from the validated rows, so that a key press does not have to search all fee cells again.
  const warnings = useMemo(() => (checked ? feeWarnings(checked.findings, checked.rows) : NO_WARNINGS), [checked]);
  return { context, made, findings: checked?.findings ?? null, warnings };
}

/** What is typed into the columns of places. */
const typedNames = (draft: VersionDraft): string[] =>
  (['addresses', 'extraFees'] as const).flatMap(name =>
    Object.entries(draft[name]?.cells ?? {}).flatMap(([id, { text }]) =>
      ['destination', 'place'].includes(parseCellId(id).column) ? [text.trim()] : [],
    ),
  );

const NO_WARNINGS: ReadonlyMap<string, string> = new Map();

/** Time in milliseconds without a change before the version is validated. */
const CHECKED_AFTER = 600;

/** Time in milliseconds for which validation may keep the page from responding. */
const SLICE = 4;

interface Checked {
  rows: RateRows;
  findings: readonly Finding[];
}

/**
 * The findings of a version, validated when the person pauses and in slices, so that no key press waits for them. They
 * belong to the rows that were validated last; null before the first validation.
 */
function useChecked(rows: RateRows, coverage: Coverage): Checked | null {
  const [checked, setChecked] = useState<Checked | null>(null);
  const isFirst = checked === null;
  useEffect(() => {
    const steps = findingsInSteps(rows, coverage);
    const run = () => {
      const until = performance.now() + SLICE;
      let step = steps.next();
      while (step.done !== true && performance.now() < until) step = steps.next();
      if (step.done === true) setChecked({ rows, findings: step.value });
      else timer = setTimeout(run, 0);
    };
    let timer = setTimeout(run, isFirst ? 0 : CHECKED_AFTER);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- the first result does not start another validation
  }, [rows, coverage]);
  return checked;
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

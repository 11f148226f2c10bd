import { CHECK_LEVELS, SCENARIOS, VERIFIES } from '../../../domain/serviceableChoices.ts';
import type { Row } from '../../../sync/types.ts';

/** E.g. "Buyer, District": the addresses that a scenario checks, and the level down to which it checks them. */
export const scenarioCell =
  ({ verify, level }: (typeof SCENARIOS)[number]) =>
  (row: Row): string => {
    const word = VERIFIES.find(({ value }) => value === row[verify])?.label ?? String(row[verify]);
    const depth = CHECK_LEVELS.find(({ value }) => value === row[level])?.label;
    return depth === undefined || row[verify] === 0 ? word : `${word}, ${depth}`;
  };

/** The list's cells for the four scenarios. */
export const SCENARIO_CELLS = Object.fromEntries(
  SCENARIOS.map(scenario => [scenario.verify, scenarioCell(scenario)] as const),
);

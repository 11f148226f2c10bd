import { COUNTRIES, type Country } from '../country.ts';
import type { Problem, Rule } from '../problem.ts';
import { LEVEL_NAMES } from '../serviceable.ts';
import { CepRanges, readCepRange, suggestCepRange } from './cepRange.ts';
import { CDT_LEVEL, hasCepRanges, levelLabel } from './levels.ts';

/** A Location CDT row: origin, destination and number of days (shell spec 2). */
export interface CdtValues {
  originLevel: number;
  /** The country code for the region level, a location id, or a CEP range: "ID", "1000123", "01310000-01319999". */
  origin: string;
  destinationLevel: number;
  destination: string;
  /** The minimum and maximum number of working days. */
  minDays: number;
  maxDays: number;
}

/** The level of a location by its id; null for an unknown location, undefined if locations are not loaded. */
export type LevelOf = (locationId: number) => number | null | undefined;

export type Side = 'origin' | 'destination';
const LABEL = { origin: 'Origin', destination: 'Destination' } as const;

function sideProblem(values: Partial<CdtValues>, side: Side, country: Country, levelOf: LevelOf): Problem | null {
  const level = values[`${side}Level`];
  const text = values[side];
  const label = LABEL[side];
  if (level === undefined || text === undefined) return null;
  const wrong = (problem: string, suggestion?: string): Problem => ({
    field: side,
    problem,
    ...(suggestion === undefined ? {} : { suggestion }),
  });
  if (level === CDT_LEVEL.region)
    return text === country
      ? null
      : wrong(`${label} must be ${country} if the level is ${levelLabel(level)}: the whole country`, country);
  if (level === CDT_LEVEL.cepRange) {
    if (!hasCepRanges(country))
      return {
        field: `${side}Level`,
        problem: `${label} Level cannot be ${levelLabel(level)} in ${COUNTRIES[country].inText}: CEP is the postcode of Brazil`,
      };
    if (readCepRange(text)) return null;
    return wrong(
      `${label} must be the first and the last CEP of the range, such as 01310000-01319999`,
      suggestCepRange(text) ?? undefined,
    );
  }
  if (!/^[1-9]\d{0,14}$/.test(text))
    return wrong(`${label} must be the ID of a location if the level is ${levelLabel(level)}`);
  const found = levelOf(Number(text));
  if (found === undefined || found === level) return null;
  if (found === null) return wrong(`There is no location ${text} in ${COUNTRIES[country].inText}`);
  return {
    field: `${side}Level`,
    problem: `Location ${text} is a ${(LEVEL_NAMES[found] ?? 'place').toLowerCase()}, so its ${label} Level is ${levelLabel(found)}`,
    suggestion: levelLabel(found),
  };
}

/**
 * What is wrong with a row's origin or destination, each of which must be specified as its level requires. Null if both
 * are valid.
 */
export const endsProblem = (values: Partial<CdtValues>, country: Country, levelOf: LevelOf): Problem | null =>
  sideProblem(values, 'origin', country, levelOf) ?? sideProblem(values, 'destination', country, levelOf);

/**
 * What is wrong with a row: each end must be specified as its level requires, and the minimum days must not exceed the
 * maximum. Null if the row is valid.
 */
export function cdtProblem(values: Partial<CdtValues>, country: Country, levelOf: LevelOf): Problem | null {
  const ends = endsProblem(values, country, levelOf);
  if (ends) return ends;
  const { minDays, maxDays } = values;
  return minDays !== undefined && maxDays !== undefined && minDays > maxDays
    ? { field: 'maxDays', problem: `Max CDT must not be below Min CDT, which is ${minDays}`, reversed: true }
    : null;
}

/**
 * The rule between a row's fields. It does not check the level of a location, which the import and the server look up.
 */
export const locationCdtProblem: Rule = (values, country) => cdtProblem(values, country, () => undefined);

/** Says that a CEP range overlaps another one at the same end of a channel's rows. */
export const overlapText = (channelId: number, side: Side, range: string, other: string): string =>
  `The CEP range ${range} overlaps ${other}, another ${LABEL[side]} of channel ${channelId}. Make the ranges identical or separate`;

/**
 * The rule between the rows of a channel: any two CEP ranges at the same end are either equal or disjoint, so that a
 * parcel's CEP is in at most one of them. Rows are passed one at a time; if two overlap, the first one is accepted.
 */
export class CdtRangeRule {
  private readonly known = new Map<string, CepRanges>();

  add(channelId: number, values: CdtValues): Problem | null {
    for (const side of ['origin', 'destination'] as const) {
      if (values[`${side}Level`] !== CDT_LEVEL.cepRange) continue;
      const key = `${channelId}/${side}`;
      let ranges = this.known.get(key);
      if (!ranges) this.known.set(key, (ranges = new CepRanges()));
      const other = ranges.add(values[side]);
      if (other !== null) return { field: side, problem: overlapText(channelId, side, values[side], other) };
    }
    return null;
  }
}

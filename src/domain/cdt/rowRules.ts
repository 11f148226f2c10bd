import { COUNTRIES, type Country } from '../country.ts';
import { LEVEL_NAMES } from '../serviceable.ts';
import { CepRanges, readCepRange, suggestCepRange } from './cepRange.ts';
import { CDT_LEVEL, hasCepRanges, levelLabel } from './levels.ts';

/** What a row of Location CDT says: where from, where to, and how many days (shell spec 2). */
export interface CdtValues {
  originLevel: number;
  /** The country's code for the region, the id of a location, or a CEP range: "ID", "1000123", "01310000-01319999". */
  origin: string;
  destinationLevel: number;
  destination: string;
  /** Working days, the least and the most. */
  minDays: number;
  maxDays: number;
}

/** What is wrong with a row: in which of its fields, why, and what is probably meant. */
export interface RowProblem {
  field: string;
  problem: string;
  suggestion?: string;
}

/** Level of a location by its id; null for an unknown one, undefined where the locations are not at hand. */
export type LevelOf = (locationId: number) => number | null | undefined;

type Side = 'origin' | 'destination';
const LABEL = { origin: 'Origin', destination: 'Destination' } as const;

function sideProblem(values: CdtValues, side: Side, country: Country, levelOf: LevelOf): RowProblem | null {
  const level = values[`${side}Level`];
  const text = values[side];
  const label = LABEL[side];
  const wrong = (problem: string, suggestion?: string): RowProblem => ({
    field: side,
    problem,
    ...(suggestion === undefined ? {} : { suggestion }),
  });
  if (level === CDT_LEVEL.region)
    return text === country
      ? null
      : wrong(`${label} must be ${country} where the level is ${levelLabel(level)}: the whole country`, country);
  if (level === CDT_LEVEL.cepRange) {
    if (!hasCepRanges(country))
      return {
        field: `${side}Level`,
        problem: `${label} Level cannot be ${levelLabel(level)} in ${COUNTRIES[country].name}: CEP is the postcode of Brazil`,
      };
    if (readCepRange(text)) return null;
    return wrong(
      `${label} must be the first and the last CEP of the range, as 01310000-01319999`,
      suggestCepRange(text) ?? undefined,
    );
  }
  if (!/^[1-9]\d{0,14}$/.test(text))
    return wrong(`${label} must be the ID of a location where the level is ${levelLabel(level)}`);
  const found = levelOf(Number(text));
  if (found === undefined || found === level) return null;
  if (found === null) return wrong(`There is no location ${text} in ${COUNTRIES[country].name}`);
  return {
    field: `${side}Level`,
    problem: `Location ${text} is a ${(LEVEL_NAMES[found] ?? 'place').toLowerCase()}, so its ${label} Level is ${levelLabel(found)}`,
    suggestion: levelLabel(found),
  };
}

/** Rule between the fields of a row: each end is named as its level asks, and the days are in their order. Null where it holds. */
export function cdtProblem(values: CdtValues, country: Country, levelOf: LevelOf): RowProblem | null {
  const ends = sideProblem(values, 'origin', country, levelOf) ?? sideProblem(values, 'destination', country, levelOf);
  if (ends) return ends;
  return values.minDays > values.maxDays
    ? { field: 'maxDays', problem: `Max CDT must not be below Min CDT, which is ${values.minDays}` }
    : null;
}

/**
 * Rule between the rows of a channel: the CEP ranges of one end are the same or apart, so that a parcel's CEP lies in one of them.
 * Rows are given one after another; the first of two that overlap is taken.
 */
export class CdtRangeRule {
  private readonly known = new Map<string, CepRanges>();

  add(channelId: number, values: CdtValues): RowProblem | null {
    for (const side of ['origin', 'destination'] as const) {
      if (values[`${side}Level`] !== CDT_LEVEL.cepRange) continue;
      const key = `${channelId}/${side}`;
      let ranges = this.known.get(key);
      if (!ranges) this.known.set(key, (ranges = new CepRanges()));
      const other = ranges.add(values[side]);
      if (other !== null)
        return {
          field: side,
          problem: `The CEP range ${values[side]} overlaps ${other}, another ${LABEL[side]} of channel ${channelId}: make them the same or keep them apart`,
        };
    }
    return null;
  }
}

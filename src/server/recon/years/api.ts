import type { YearGroup } from '../../../domain/recon/years.ts';
import type { ReaderLimits } from '../../imports/reader/api.ts';

/** Messages between the API process and a DuckDB process, which handles one request and then exits. */

/**
 * Sums of those parcels on a bill that have one status, reason, channel and currency, calculated from the file. Sums
 * are integers, represented as strings.
 */
export interface FileSum {
  status: number;
  reason: string;
  channelId: number;
  currency: string;
  parcels: number;
  billed: string;
  expected: string;
  difference: string;
}

/** A query on archive files. */
export interface YearsQuery {
  by: readonly [YearGroup, YearGroup | null];
  channelId: number | null;
  status: number | null;
  reason: string | null;
}

/** The sums of one group of parcels. */
export interface YearsSum {
  /** Ids of the group as strings, one for each requested dimension. */
  keys: readonly string[];
  currency: string;
  parcels: number;
  billed: string;
  expected: string;
  difference: string;
}

export interface YearsAnswer {
  /** Contains at most `GROUPS_MOST` entries. */
  list: readonly YearsSum[];
  groups: number;
  /** Sums over all groups, by currency. */
  totals: readonly Omit<YearsSum, 'keys'>[];
}

export type DuckQuestion =
  | { ask: 'version' }
  /** Writes the rows of `csv` (csv.ts) to the Parquet file `parquet`, with `about` as its metadata. */
  | { ask: 'write'; csv: string; parquet: string; about: Readonly<Record<string, string>> }
  | { ask: 'sum'; files: readonly string[]; query: YearsQuery };

export interface DuckAnswers {
  version: string;
  write: readonly FileSum[];
  sum: YearsAnswer;
}

/** The limits for one request. */
export interface DuckLimits extends Pick<ReaderLimits, 'seconds' | 'megabytes' | 'processorSeconds'> {
  /** The memory limit of DuckDB itself. It writes nothing to disk except its output file. */
  duckMegabytes: number;
}

export const SUM_LIMITS: DuckLimits = { duckMegabytes: 256, megabytes: 700, processorSeconds: 60, seconds: 120 };
/** Half a million parcels take two seconds. */
export const WRITE_LIMITS: DuckLimits = { duckMegabytes: 256, megabytes: 700, processorSeconds: 120, seconds: 600 };

/** The first message to a DuckDB process. */
export interface DuckStart extends DuckLimits {
  question: DuckQuestion;
  /** The package name of DuckDB. Tests use a package that does not exist. */
  module: string;
}

export type DuckAnswer = { value: unknown } | { missing: string } | { error: string; outOfMemory: boolean };

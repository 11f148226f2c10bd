import type { YearGroup } from '../../../domain/recon/years.ts';
import type { ReaderLimits } from '../../imports/reader/api.ts';

/** Messages between the API process and the process with DuckDB: one question per process. */

/** Parcels of a bill with one status, reason, channel and currency, as the file has them; sums are texts of whole numbers. */
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

/** Question about files. */
export interface YearsQuery {
  by: readonly [YearGroup, YearGroup | null];
  channelId: number | null;
  status: number | null;
  reason: string | null;
}

/** Sums of one group. */
export interface YearsSum {
  /** Ids of the requested groups, as texts. */
  keys: readonly string[];
  currency: string;
  parcels: number;
  billed: string;
  expected: string;
  difference: string;
}

export interface YearsAnswer {
  /** At most `GROUPS_MOST`. */
  list: readonly YearsSum[];
  groups: number;
  /** Of all groups, by currency. */
  totals: readonly Omit<YearsSum, 'keys'>[];
}

export type DuckQuestion =
  | { ask: 'version' }
  /** Writes rows of `csv` (csv.ts) as the Parquet file `parquet`; `about` is written into it. */
  | { ask: 'write'; csv: string; parquet: string; about: Readonly<Record<string, string>> }
  | { ask: 'sum'; files: readonly string[]; query: YearsQuery };

export interface DuckAnswers {
  version: string;
  write: readonly FileSum[];
  sum: YearsAnswer;
}

/** What one question may take. */
export interface DuckLimits extends Pick<ReaderLimits, 'seconds' | 'megabytes' | 'processorSeconds'> {
  /** Memory of DuckDB's own; it writes nothing to the disk but its file. */
  duckMegabytes: number;
}

export const SUM_LIMITS: DuckLimits = { duckMegabytes: 256, megabytes: 700, processorSeconds: 60, seconds: 120 };
/** Half a million parcels take two seconds. */
export const WRITE_LIMITS: DuckLimits = { duckMegabytes: 256, megabytes: 700, processorSeconds: 120, seconds: 600 };

/** Input of the process. */
export interface DuckStart extends DuckLimits {
  question: DuckQuestion;
  /** The package of DuckDB; tests name one that is not there. */
  module: string;
}

export type DuckAnswer = { value: unknown } | { missing: string } | { error: string; outOfMemory: boolean };

import { readCepRange } from '../../domain/cdt/cepRange.ts';
import type { CdtValues } from '../../domain/cdt/rowRules.ts';
import type { End } from '../../domain/leadTime.ts';
import type { CachedColumns } from './cachedColumns.ts';

/** Names that rows may have an end by: its country, the locations that it lies in, and among the rows' names the ranges with its CEP. */
function namesOf(texts: readonly string[], { country, locations, cep }: End): string[] {
  const own = [country, ...locations.map(String)];
  if (cep === undefined) return own;
  const number = Number(cep);
  const ranges = texts.filter(name => {
    const range = readCepRange(name);
    return range !== null && range.from <= number && number <= range.to;
  });
  return [...own, ...ranges];
}

/**
 * Those cached rows of a channel's Location CDT that fit a way. They are in the order of origin and destination, so that each pair of
 * names is looked up: a channel of 200,000 rows takes a fraction of a millisecond.
 */
export function rowsForWay(columns: CachedColumns, origin: End, destination: End): CdtValues[] {
  const destinations = namesOf(columns.texts('destination'), destination);
  const number = (name: string, row: number): number => columns.numbers(name)[row] as number;
  return namesOf(columns.texts('origin'), origin).flatMap(from =>
    destinations.flatMap(to => {
      const row = columns.positionOf([from, to]);
      if (row < 0) return [];
      return {
        originLevel: number('originLevel', row),
        origin: from,
        destinationLevel: number('destinationLevel', row),
        destination: to,
        minDays: number('minDays', row),
        maxDays: number('maxDays', row),
      };
    }),
  );
}

import type { SegmentColumns } from '../../contract/feed.ts';

/**
 * A few thousand stored locations: numbers are packed and all names are joined into one string, so that reading half a
 * million places means reading only a few hundred values.
 */
export interface PlaceSegment {
  ids: Float64Array<ArrayBuffer>;
  parentIds: Float64Array<ArrayBuffer>;
  levels: Uint8Array<ArrayBuffer>;
  versions: Int32Array<ArrayBuffer>;
  /** All names in one string; the name of row i ends before the UTF-16 code unit at `nameEnds[i]`. */
  names: string;
  nameEnds: Int32Array<ArrayBuffer>;
  /** Index into `postcodeTexts`, because there are few distinct postcodes. */
  postcodes: Int32Array<ArrayBuffer>;
  postcodeTexts: string[];
  /** Who last changed each location, and when; missing in segments created by an earlier server. */
  stamps?: PlaceStamps;
}

export interface PlaceStamps {
  /** Times in epoch seconds. */
  updatedAt: Float64Array<ArrayBuffer>;
  /** Index into `people`. */
  updatedBy: Int32Array<ArrayBuffer>;
  people: string[];
}

function packStamps(columns: SegmentColumns): { stamps?: PlaceStamps } {
  const { updatedAt, updatedBy, people } = columns;
  if (!updatedAt || !updatedBy || !people) return {};
  const stamps = {
    updatedAt: Float64Array.from(updatedAt as number[]),
    updatedBy: Int32Array.from(updatedBy as number[]),
    people: people as string[],
  };
  return { stamps };
}

/** Packs a segment from the server (contract/feed). A missing column counts as empty; versions start at 1. */
export function packPlaces(columns: SegmentColumns): PlaceSegment {
  const ids = Float64Array.from((columns['locationId'] ?? []) as number[]);
  const { length } = ids;
  const numbers = (name: string, missing: number): number[] =>
    Array.from({ length }, (_, row) => (columns[name]?.[row] as number | undefined) ?? missing);
  const texts = (name: string): string[] =>
    Array.from({ length }, (_, row) => (columns[name]?.[row] as string | undefined) ?? '');
  const names = texts('name');
  const nameEnds = new Int32Array(length);
  let end = 0;
  names.forEach((name, row) => (nameEnds[row] = end += name.length));
  const codes = new Map<string, number>();
  const postcodes = Int32Array.from(texts('postcode'), text => {
    const code = codes.get(text) ?? codes.size;
    codes.set(text, code);
    return code;
  });
  return {
    ids,
    parentIds: Float64Array.from(numbers('parentId', 0)),
    levels: Uint8Array.from(numbers('level', 0)),
    versions: Int32Array.from(numbers('version', 1)),
    names: names.join(''),
    nameEnds,
    postcodes,
    postcodeTexts: [...codes.keys()],
    ...packStamps(columns),
  };
}

/** Name of a row in a segment. */
export const nameOfRow = ({ names, nameEnds }: PlaceSegment, row: number): string =>
  names.slice(row === 0 ? 0 : nameEnds[row - 1], nameEnds[row]);

/** Stored size in bytes, estimated from the columns. */
export const placeBytes = ({ ids, names, postcodeTexts, stamps }: PlaceSegment): number =>
  ids.length * (stamps ? 41 : 29) + names.length + postcodeTexts.join('').length;

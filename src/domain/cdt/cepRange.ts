/** Ranges of Brazilian postcodes (CEP), inclusive at both ends, as stored in rows: "01310000-01319999". */
export interface CepRange {
  from: number;
  to: number;
}

const RANGE = /^(\d{8})-(\d{8})$/;

/** Parses a range in its stored form; null for any other string, or if the range ends before it begins. */
export function readCepRange(text: string): CepRange | null {
  const match = RANGE.exec(text);
  if (!match) return null;
  const [from, to] = [Number(match[1]), Number(match[2])];
  return from <= to ? { from, to } : null;
}

/**
 * The range that was most likely meant: the same digits in the stored form, with the leading zero that a spreadsheet
 * dropped from either end restored. Null if the digits do not form a range.
 */
export function suggestCepRange(text: string): string | null {
  const digits = text.replace(/\D/g, '');
  const ends = [8, 7].map(first => [digits.slice(0, first), digits.slice(first)] as const);
  for (const [from, to] of ends) {
    if (to.length !== 8 && to.length !== 7) continue;
    // The separator is optional only if both ends have all their digits; if a zero is missing, it is required.
    const isParted = new RegExp(`^\\D*${[...from].join('\\D*')}\\D+\\d`).test(text);
    if (!isParted && digits.length !== 16) continue;
    const written = `${from.padStart(8, '0')}-${to.padStart(8, '0')}`;
    if (readCepRange(written)) return written;
  }
  return null;
}

/** A set of ranges that are pairwise equal or disjoint, so that a CEP is in at most one of them. */
export class CepRanges {
  /** The ranges in the set, in ascending order. */
  private readonly ranges: (CepRange & { text: string })[] = [];

  /** Index of the first range that ends at or after the given CEP. */
  private placeOf(cep: number): number {
    let low = 0;
    let high = this.ranges.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.ranges[middle] as CepRange).to < cep) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /**
   * Adds a range.
   * @returns the existing range that it overlaps, in which case it is not added; null if it was added or is already in
   * the set
   */
  add(text: string): string | null {
    const range = readCepRange(text);
    if (!range) return null;
    const place = this.placeOf(range.from);
    const next = this.ranges[place];
    if (next && next.from <= range.to) return next.text === text ? null : next.text;
    this.ranges.splice(place, 0, { ...range, text });
    return null;
  }

  /** The range that contains a CEP, in its stored form; null if there is none. */
  find(cep: number): string | null {
    const range = this.ranges[this.placeOf(cep)];
    return range && range.from <= cep ? range.text : null;
  }
}

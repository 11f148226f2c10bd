/**
 * Postcode (CEP) ranges, inclusive at both ends, that may be nested. The narrowest range that contains a code is the
 * most specific (study 1 e R9).
 */

/** The maximum total length of the segments' lists; only a file whose ranges nearly all overlap exceeds it. */
const MOST_ENTRIES = 4_000_000;

export class CodeRanges {
  /** The first code of each segment. A segment is an interval within which the same ranges apply. */
  private readonly starts: Float64Array;
  /** The offset of each segment's list in `members`, followed by the end of the last list. */
  private readonly offsets: Int32Array;
  /** The indexes of each segment's ranges, narrowest first. */
  private readonly members: Int32Array;

  /**
   * @param from the first code of each range
   * @param to the last code of each range, not below its first code
   * @throws RangeError if too many ranges overlap to be listed
   */
  constructor(
    private readonly from: ArrayLike<number>,
    private readonly to: ArrayLike<number>,
  ) {
    const byStart = Array.from({ length: from.length }, (_, index) => index).sort(
      (a, b) => (from[a] as number) - (from[b] as number),
    );
    const bounds = [...new Set([...Array.from(from), ...Array.from(to, last => last + 1)])].sort((a, b) => a - b);
    this.starts = Float64Array.from(bounds);
    this.offsets = new Int32Array(bounds.length + 1);
    const members: number[] = [];
    let active: number[] = [];
    let next = 0;
    for (const [at, bound] of bounds.entries()) {
      active = active.filter(index => (to[index] as number) >= bound);
      for (; next < byStart.length && from[byStart[next] as number] === bound; next++)
        this.insert(active, byStart[next] as number);
      if (members.length + active.length > MOST_ENTRIES)
        throw new RangeError(`too many postcode ranges overlap at ${bound}`);
      for (const index of active) members.push(index);
      this.offsets[at + 1] = members.length;
    }
    this.members = Int32Array.from(members);
  }

  /** The number of codes in a range. */
  width = (index: number): number => (this.to[index] as number) - (this.from[index] as number) + 1;

  private insert(active: number[], index: number): void {
    const width = this.width(index);
    let at = active.length;
    while (at > 0 && this.width(active[at - 1] as number) > width) at--;
    active.splice(at, 0, index);
  }

  /** Indexes of the ranges that contain a code, narrowest first. */
  containing(code: number): Int32Array {
    let low = 0;
    let high = this.starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.starts[middle] as number) <= code) low = middle + 1;
      else high = middle;
    }
    return low === 0
      ? this.members.subarray(0, 0)
      : this.members.subarray(this.offsets[low - 1] as number, this.offsets[low] as number);
  }

  /**
   * Pairs of equally wide ranges that share a code which no narrower range contains, so that neither takes precedence.
   * Each pair is listed once.
   */
  ambiguous(): [number, number][] {
    const pairs = new Map<string, [number, number]>();
    for (let at = 0; at < this.starts.length; at++) {
      const [one, other] = this.members.subarray(this.offsets[at], this.offsets[at + 1]);
      if (one !== undefined && other !== undefined && this.width(one) === this.width(other))
        pairs.set(`${one}/${other}`, [one, other]);
    }
    return [...pairs.values()];
  }
}

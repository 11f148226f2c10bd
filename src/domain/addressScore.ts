/** Scores how well the parts of an address name the places on a path, from a place up to its state. */

/**
 * Score weights of a part that names no place on a path, contains a word of a name, is a full name, or a full name with
 * its kind words. The latter only decides between equal paths: "Barangay 16, Bulacan" is in Bulacan. A near match
 * outweighs a match of a single word.
 */
export const WEIGHTS = [0, 2, 8, 8] as const;
/** The bit that is set in the marks of a place for each part that covers its full name. */
export const FULL_MARKS = 0xaaaa_aaaa;

/** Two bits for each part that may refer to a place, by place: how much of its name the part covers. */
type Marks = Readonly<Uint32Array>;

/** The maximum score if each part refers to one place on the path and no place is matched twice. */
export function weightOf(marks: Marks, line: readonly number[], groups: number): number {
  const sets = 1 << line.length;
  /** The highest score found so far for each set of places to which parts are assigned. */
  const best = new Int32Array(sets);
  for (let group = 0; group < groups; group++) {
    for (let set = sets - 1; set >= 0; set--) {
      const base = best[set] as number;
      for (let at = 0; at < line.length; at++) {
        const score = ((marks[line[at] as number] as number) >>> (2 * group)) & 3;
        if (score === 0 || (set & (1 << at)) !== 0) continue;
        const total = base + WEIGHTS[score as 1 | 2 | 3];
        const more = set | (1 << at);
        if (total > (best[more] as number)) best[more] = total;
      }
    }
  }
  return best.reduce((most, total) => Math.max(most, total), 0);
}

/**
 * The score for parts that follow the order of the path or its reverse; the order customary in the country scores
 * slightly higher.
 * @param isDown whether the broadest place customarily comes first
 */
export function orderOf(marks: Marks, line: readonly number[], groups: number, isDown: boolean): number {
  const inOrder = (places: readonly number[]): number => {
    const best = Array.from({ length: places.length + 1 }, () => 0);
    for (let group = 0; group < groups; group++) {
      for (let at = places.length; at > 0; at--) {
        const score = ((marks[places[at - 1] as number] as number) >>> (2 * group)) & 3;
        if (score === 0) continue;
        let former = 0;
        for (let from = 0; from < at; from++) former = Math.max(former, best[from] as number);
        best[at] = Math.max(best[at] as number, former + WEIGHTS[score as 1 | 2 | 3]);
      }
    }
    return Math.max(...best);
  };
  const up = inOrder(line);
  const down = inOrder([...line].reverse());
  return isDown ? Math.max(2 * down + 1, 2 * up) : Math.max(2 * up + 1, 2 * down);
}

/** For each part, how much of the name of a place on the path it covers at most. */
export function scoresOf(marks: Marks, line: readonly number[], groups: number): number[] {
  return Array.from({ length: groups }, (_, group) =>
    Math.max(...line.map(at => ((marks[at] as number) >>> (2 * group)) & 3)),
  );
}

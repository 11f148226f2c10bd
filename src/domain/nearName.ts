/** The minimum name lengths, in letters, for one typo and for two typos. */
const ONE_ERROR_FROM = 4;
const TWO_ERRORS_FROM = 9;
/** Longer strings are not place names. */
const LETTERS_MOST = 60;
const DIGIT = /\d/;

/**
 * The number of typos between two folded names: letters that are wrong, missing, extra or swapped with their neighbor.
 * Short names may have one typo, long names two. Names of up to three letters and names with a number must match
 * exactly, because "Blok 12" and "Blok 13" are different places.
 * @returns 0 if the names are equal, 1 or 2 if they are similar, otherwise null
 */
export function typingErrors(name: string, typed: string): number | null {
  if (name === typed) return 0;
  const shorter = Math.min(name.length, typed.length);
  const longer = Math.max(name.length, typed.length);
  if (shorter < ONE_ERROR_FROM || longer > LETTERS_MOST) return null;
  const most = shorter >= TWO_ERRORS_FROM ? 2 : 1;
  if (longer - shorter > most || DIGIT.test(name) || DIGIT.test(typed)) return null;
  const errors = distance(name, typed, most);
  return errors <= most ? errors : null;
}

/** The optimal string alignment distance. Stops early once it exceeds `most`. */
function distance(a: string, b: string, most: number): number {
  let former: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let row = 1; row <= a.length; row++) {
    const line = [row];
    let least = row;
    for (let at = 1; at <= b.length; at++) {
      const same = a[row - 1] === b[at - 1];
      let cost = Math.min(
        (last[at] as number) + 1,
        (line[at - 1] as number) + 1,
        (last[at - 1] as number) + (same ? 0 : 1),
      );
      if (row > 1 && at > 1 && a[row - 1] === b[at - 2] && a[row - 2] === b[at - 1])
        cost = Math.min(cost, (former[at - 2] as number) + 1);
      line.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return most + 1;
    former = last;
    last = line;
  }
  return last[b.length] as number;
}

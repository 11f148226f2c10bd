/** More rounds than any loop of the server needs: at a hundred rows a round, these are more rows than a table has. */
const ROUNDS_MOST = 10_000_000;

/**
 * Counts the rounds of a loop that has no condition of its own, since its end depends on data or on others, as in
 * `for (let last = 0, round = rounds('Reading the log'); ; round())`. A loop that does not advance then ends with an error that names
 * it, instead of keeping the server busy for good.
 *
 * @param what names the loop as the beginning of a sentence
 * @returns is called after each round. @throws Error after the last one
 */
export function rounds(what: string, most = ROUNDS_MOST): () => void {
  let left = most;
  return () => {
    left -= 1;
    if (left < 1) throw new Error(`${what} did not finish within ${most} rounds, so it was stopped.`);
  };
}

/** More rounds than any loop of the server needs: with a hundred rows per round, this exceeds any table. */
const ROUNDS_MOST = 10_000_000;

/**
 * Counts the rounds of a loop without a condition, whose end depends on data or on other processes, such as `for (let
 * last = 0, round = rounds('Reading the log'); ; round())`. A loop that makes no progress then ends with an error that
 * names it, instead of keeping the server busy forever.
 * @param what names the loop, as the beginning of a sentence
 * @returns a function to call after each round; it throws an Error when there are too many
 */
export function rounds(what: string, most = ROUNDS_MOST): () => void {
  let left = most;
  return () => {
    left -= 1;
    if (left < 1) throw new Error(`${what} did not finish within ${most} rounds, so it was stopped.`);
  };
}

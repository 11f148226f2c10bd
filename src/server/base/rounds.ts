/**
 * More iterations than any loop in the server needs: at a hundred rows per iteration, it exceeds the size of any table.
 */
const ROUNDS_MOST = 10_000_000;

/**
 * Counts the iterations of a loop that has no condition because its end depends on data or other processes, such as
 * `for (let last = 0, round = rounds('Reading the log'); ; round())`. A loop that makes no progress then fails with an
 * error that names it, instead of keeping the server busy forever.
 * @param what describes the loop, as the beginning of a sentence
 * @returns a function to call after each iteration; throws an Error after too many
 */
export function rounds(what: string, most = ROUNDS_MOST): () => void {
  let left = most;
  return () => {
    left -= 1;
    if (left < 1) throw new Error(`${what} did not finish within ${most} rounds, so it was stopped.`);
  };
}

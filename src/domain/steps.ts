/**
 * Long-running work split into steps: a generator that pauses every few thousand rows. During the pauses, a server
 * handles other requests; a caller that blocks nobody runs all steps in a single pass.
 */
export type Steps<T> = Generator<void, T, void>;

/** The number of rows between pauses. */
const STEP_ROWS = 2_000;

/** Runs all steps without pausing. */
export function finish<T>(steps: Steps<T>): T {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

/** Calls a function for each row. */
export function* eachInSteps<T>(rows: Iterable<T>, run: (row: T, at: number) => void): Steps<void> {
  let at = 0;
  for (const row of rows) {
    run(row, at++);
    if (at % STEP_ROWS === 0) yield;
  }
}

/** Maps each row with a function. */
export function* mappedInSteps<T, R>(rows: Iterable<T>, make: (row: T, at: number) => R): Steps<R[]> {
  const made: R[] = [];
  yield* eachInSteps(rows, (row, at) => made.push(make(row, at)));
  return made;
}

/**
 * Returns a sorted copy, using a stable sort. Runs of a few thousand rows are sorted one at a time and then merged
 * pairwise.
 */
export function* sortedInSteps<T>(rows: readonly T[], compare: (one: T, other: T) => number): Steps<T[]> {
  let runs: T[][] = [];
  for (let at = 0; at < rows.length; at += STEP_ROWS) {
    runs.push(rows.slice(at, at + STEP_ROWS).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let at = 0; at < runs.length; at += 2)
      merged.push(yield* mergedInSteps(runs[at] as T[], runs[at + 1] ?? [], compare));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* mergedInSteps<T>(one: readonly T[], other: readonly T[], compare: (one: T, other: T) => number): Steps<T[]> {
  // Runs whose items are already in order are simply concatenated.
  if (one.length === 0 || other.length === 0 || compare(one.at(-1) as T, other[0] as T) <= 0) return one.concat(other);
  const merged: T[] = [];
  let [left, right] = [0, 0];
  while (left < one.length || right < other.length) {
    const takesOne = right === other.length || (left < one.length && compare(one[left] as T, other[right] as T) <= 0);
    merged.push((takesOne ? one[left++] : other[right++]) as T);
    if (merged.length % STEP_ROWS === 0) yield;
  }
  return merged;
}

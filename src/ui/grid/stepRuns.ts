/** A value that applies from `start` (inclusive) to `end` (exclusive). */
export interface Step {
  readonly start: number;
  readonly end: number;
  readonly value: number;
  /** The range and the value in words, for the callout. */
  readonly range: string;
  readonly text: string;
}

/** Splits sorted steps into runs without gaps: in each run, every step begins where the previous one ends. */
export function runsOf(steps: readonly Step[]): Step[][] {
  const runs: Step[][] = [];
  for (const step of steps) {
    const run = runs.at(-1);
    if (run && step.start <= (run.at(-1) as Step).end) run.push(step);
    else runs.push([step]);
  }
  return runs;
}

/** One measured figure, as written by `npm run bench -- --json FILE`. */
export interface Figure {
  id: string;
  value: number;
  unit: string;
  goal: number;
  better: 'lower' | 'higher';
  /** The same figure for other systems or methods, measured in the same run. */
  peers: Record<string, number>;
}

/**
 * The fraction of its full size at which the bench runs (OPS_BENCH_SCALE): a quick run of every group shows whether it
 * still works. The goals apply only to the full size.
 */
export const SCALE = Number(process.env['OPS_BENCH_SCALE'] ?? 1);

/** Whether this is the tiny run of the tests (OPS_BENCH_SCALE=0.01 OPS_DEMO_SCALE=small), which shows that every group works. */
export const isTiny = SCALE < 1 && process.env['OPS_DEMO_SCALE'] === 'small';

/** How long to measure, in seconds: as given, but only half a second if the goals do not apply. */
export const lasting = (seconds: number): number => (SCALE < 1 ? Math.min(seconds, 0.5) : seconds);

/** Scales a number of rows, places or rounds to this run, but to no less than `least`. */
export const scaled = (full: number, least = 10): number => Math.max(Math.min(full, least), Math.round(full * SCALE));

/** A group of figures with a shared setup. */
export interface FigureGroup {
  ids: readonly string[];
  /** Measures the requested figures of the group. */
  run: (wanted: ReadonlySet<string>, say: (text: string) => void) => Promise<Figure[]>;
}

/**
 * Measures some figures of a group separately: a step that fails loses only its own figures, not those of later steps.
 * Figures that were not measured are missing from the result, and the bench then ends with an error (main.ts).
 */
export async function step(
  ids: readonly string[],
  wanted: ReadonlySet<string>,
  say: (text: string) => void,
  work: () => Promise<unknown>,
): Promise<void> {
  if (!ids.some(id => wanted.has(id))) return;
  try {
    await work();
  } catch (error) {
    say(
      `${ids.join(', ')}: could not be measured: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
  }
}

/** The value below which a fraction `share` (0 to 1) of the samples lies. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export const median = (samples: readonly number[]): number => percentile(samples, 0.5);

export const round = (value: number, digits = 1): number => Number(value.toFixed(digits));

/**
 * Expresses a figure as a ratio to its floor, measured in the same run: the time that no program of its kind can beat,
 * as defined where it is measured. `unit` contains both values.
 */
export function versusFloor(
  id: string,
  ours: number,
  floor: number,
  goal: number,
  { unit, digits = 1, ...more }: { unit: string; digits?: number; peers?: Record<string, number> },
): Figure {
  const peers = { [`ours_${unit}`]: round(ours, digits), [`floor_${unit}`]: round(floor, digits), ...more.peers };
  return { id, value: round(ours / floor, 2), unit: 'x', goal, better: 'lower', peers };
}

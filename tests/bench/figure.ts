/** One measured figure, as `npm run bench -- --json FILE` writes it. */
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
 * The share of its full size that the bench runs at (OPS_BENCH_SCALE), so that a quick run of every group shows whether it still
 * works; the goals apply only to the full size.
 */
export const SCALE = Number(process.env['OPS_BENCH_SCALE'] ?? 1);

/** A number of rows, places or rounds at the scale of this run, but at least `least`. */
export const scaled = (full: number, least = 10): number => Math.max(Math.min(full, least), Math.round(full * SCALE));

/** A group of figures that share their set-up. */
export interface FigureGroup {
  ids: readonly string[];
  /** Measures those of its figures that are wanted. */
  run: (wanted: ReadonlySet<string>, say: (text: string) => void) => Promise<Figure[]>;
}

/**
 * Measures some figures of a group on their own: a step that fails loses only its own figures, not those of later
 * steps. Figures that were not measured are missing from the result, and the bench then ends with an error (main.ts).
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

/** The value below which `share` (0 to 1) of the samples lie. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export const median = (samples: readonly number[]): number => percentile(samples, 0.5);

export const round = (value: number, digits = 1): number => Number(value.toFixed(digits));

/**
 * Expresses a figure as a ratio to its floor, measured in the same run: the time that no program of its kind can beat,
 * as defined where it is measured. Both values are included in `unit`.
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

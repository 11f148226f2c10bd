/** One measured figure, as `npm run bench -- --json FILE` writes it. */
export interface Figure {
  id: string;
  value: number;
  unit: string;
  goal: number;
  better: 'lower' | 'higher';
  /** The same figure of other systems or other ways, measured in the same run. */
  peers: Record<string, number>;
}

/** A group of figures that share their set-up. */
export interface FigureGroup {
  ids: readonly string[];
  /** Measures those of its figures that are wanted. */
  run: (wanted: ReadonlySet<string>, say: (text: string) => void) => Promise<Figure[]>;
}

/** The value below which `share` (0 to 1) of the samples lie. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export const median = (samples: readonly number[]): number => percentile(samples, 0.5);

export const round = (value: number, digits = 1): number => Number(value.toFixed(digits));

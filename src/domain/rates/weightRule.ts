import { kilograms } from './weightRanges.ts';

/**
 * Determines a parcel's charged weight; part of each version of a rate table (issue 29, 3; study 1 d 4). Weights are in
 * whole grams, sizes in whole millimeters. All calculations are exact: a cubic weight is never rounded before the
 * rounding step.
 */
export interface WeightRule {
  /**
   * Whether sizes are used unchanged, rounded to the nearest centimeter (half up), or rounded up to a full centimeter.
   */
  readonly sizeRounding: 'none' | 'nearest' | 'up';
  /** Cubic centimeters per kilogram; 6000 for most carriers. */
  readonly divisor: number;
  /**
   * When the cubic weight counts. `always`: the larger of the two weights is used. `above`: the cubic weight counts
   * only above the threshold. `half`: half of the amount by which the cubic weight exceeds the actual weight is added.
   * `never`: the cubic weight is ignored.
   */
  readonly cubic: 'always' | 'above' | 'half' | 'never';
  /** In grams; used only for `above`. A cubic weight equal to the threshold does not count. */
  readonly threshold: number;
  /** The step to which charged weights are rounded, in grams; 1 for no rounding. */
  readonly step: number;
  /**
   * Whether to round up to the next step, to the nearest step (half up), or up only if the remainder exceeds the
   * tolerance.
   */
  readonly rounding: 'up' | 'nearest' | 'tolerance';
  /** The largest remainder in grams that is rounded down; used only for `tolerance`. */
  readonly tolerance: number;
  /** Minimum charged weight in grams. */
  readonly minimum: number;
  /**
   * Which range a bound belongs to. `above`: the range that begins there ([start, end)). `below`: the range that ends
   * there ((start, end], where the first range also includes its start).
   */
  readonly bound: 'above' | 'below';
  /** Whether fees also depend on a maximum sum of sides; if so, the higher of the two tiers applies. */
  readonly tiers: boolean;
}

/** A parcel's dimensions in millimeters, in any order. */
export type Sides = readonly [number, number, number];

export const DEFAULT_WEIGHT_RULE: WeightRule = {
  sizeRounding: 'none',
  divisor: 6000,
  cubic: 'always',
  threshold: 0,
  step: 1,
  rounding: 'up',
  tolerance: 0,
  minimum: 0,
  bound: 'above',
  tiers: false,
};

/**
 * The maximum weight of a parcel (1000 tons) and its maximum side (100 meters), chosen so that their products are
 * exact.
 */
export const MOST_GRAMS = 1_000_000_000;
export const MOST_MILLIMETERS = 100_000;
const MOST_DIVISOR = 100_000;

const CHOICES = {
  sizeRounding: ['none', 'nearest', 'up'],
  cubic: ['always', 'above', 'half', 'never'],
  rounding: ['up', 'nearest', 'tolerance'],
  bound: ['above', 'below'],
} as const;

/** What is wrong with a rule, and in which field; null if the rule is valid. */
export function weightRuleProblem(rule: WeightRule): { field: keyof WeightRule; message: string } | null {
  for (const field of ['sizeRounding', 'cubic', 'rounding', 'bound'] as const)
    if (!(CHOICES[field] as readonly string[]).includes(rule[field]))
      return { field, message: `Weight rule: ${field} must be one of ${CHOICES[field].join(', ')}` };
  const bounds = [
    ['divisor', 1, MOST_DIVISOR, 'The divisor'],
    ['step', 1, MOST_GRAMS, 'The step in grams'],
    ['threshold', 0, MOST_GRAMS, 'The threshold in grams'],
    ['tolerance', 0, MOST_GRAMS, 'The tolerance in grams'],
    ['minimum', 0, MOST_GRAMS, 'The minimum in grams'],
  ] as const;
  for (const [field, least, most, name] of bounds)
    if (!Number.isSafeInteger(rule[field]) || rule[field] < least || rule[field] > most)
      return { field, message: `${name} must be a whole number between ${least} and ${most}` };
  if (rule.rounding === 'tolerance' && rule.tolerance >= rule.step)
    return {
      field: 'tolerance',
      message: `The tolerance (${rule.tolerance} g) must be below the step (${rule.step} g): otherwise nothing is ever rounded up`,
    };
  return null;
}

/** The sides after rounding, as used for the charge. */
export function roundedSides(sides: Sides, { sizeRounding }: Pick<WeightRule, 'sizeRounding'>): Sides {
  if (sizeRounding === 'none') return sides;
  const round = (side: number) => (sizeRounding === 'up' ? Math.ceil(side / 10) : Math.floor((side + 5) / 10)) * 10;
  return [round(sides[0]), round(sides[1]), round(sides[2])];
}

/** Volume in cubic millimeters; exact for sides up to 100 meters. */
export const volumeOf = (sides: Sides): number => sides[0] * sides[1] * sides[2];

/** Whether a rule requires a parcel's dimensions. */
export const needsSides = ({ cubic, tiers }: Pick<WeightRule, 'cubic' | 'tiers'>): boolean =>
  cubic !== 'never' || tiers;

/** The charged weight in grams. */
export function chargedGrams(grams: number, sides: Sides | null, rule: WeightRule): number {
  const { divisor, step } = rule;
  // All amounts are in fractions of a gram, so that the cubic weight and half of it are integers: grams * 2 * divisor.
  const parts = 2 * divisor;
  const actual = grams * parts;
  const weighed = sides === null ? actual : withCubic(actual, 2 * volumeOf(roundedSides(sides, rule)), rule);
  const stepParts = step * parts;
  const rest = weighed % stepParts;
  const steps = (weighed - rest) / stepParts + (nextStep(rest, stepParts, rule) ? 1 : 0);
  return Math.max(steps * step, rule.minimum);
}

function withCubic(actual: number, cubic: number, { cubic: counts, threshold, divisor }: WeightRule): number {
  if (counts === 'never' || cubic <= actual) return actual;
  if (counts === 'above') return cubic > threshold * 2 * divisor ? cubic : actual;
  return counts === 'half' ? (actual + cubic) / 2 : cubic;
}

function nextStep(rest: number, step: number, { rounding, tolerance, divisor }: WeightRule): boolean {
  if (rounding === 'up') return rest > 0;
  return rounding === 'nearest' ? 2 * rest >= step : rest > tolerance * 2 * divisor;
}

const CENTIMETERS = (side: number): string => String(side / 10);

/** The calculation of `chargedGrams` in words: "cubic 50 x 50 x 100 cm / 6000 = 41.667 kg; …; charged 42 kg". */
export function weightWords(grams: number, sides: Sides | null, rule: WeightRule): string {
  const words = [`weighed ${kilograms(grams)} kg`];
  if (sides !== null && rule.cubic !== 'never') {
    const charged = roundedSides(sides, rule);
    const volume = volumeOf(charged);
    const cubic = volume / rule.divisor / 1000;
    const rounded = rule.sizeRounding === 'none' ? '' : ', sizes rounded to cm';
    words.push(
      `cubic ${charged.map(CENTIMETERS).join(' x ')} cm / ${rule.divisor} = ${Number(cubic.toFixed(4))} kg${rounded}`,
    );
    words.push(cubicWords(grams * rule.divisor, volume, rule));
  }
  if (rule.step > 1) {
    const how = { up: 'up', nearest: 'to the nearest', tolerance: `with ${kilograms(rule.tolerance)} kg tolerance` };
    words.push(`in steps of ${kilograms(rule.step)} kg, rounded ${how[rule.rounding]}`);
  }
  const charged = chargedGrams(grams, sides, rule);
  if (rule.minimum > 0 && charged === rule.minimum) words.push(`minimum ${kilograms(rule.minimum)} kg`);
  return `${words.join('; ')}; charged ${kilograms(charged)} kg`;
}

/** Which of the two weights applies, and why. Both are given in fractions of a gram: grams * divisor. */
function cubicWords(actual: number, cubic: number, { cubic: counts, threshold, divisor }: WeightRule): string {
  if (counts === 'above' && cubic <= threshold * divisor)
    return `the cubic weight is not above ${kilograms(threshold)} kg and does not count`;
  if (cubic <= actual) return 'the cubic weight is not the larger one';
  return counts === 'half' ? 'half of the difference is added' : 'the cubic weight counts';
}

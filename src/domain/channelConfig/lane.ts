import { isCountry, type Country } from '../country.ts';
import { repeatedName, repeatedWords } from '../jsonNames.ts';
import { CATEGORY, type Category } from '../permission.ts';

/** The properties of a channel that its lane code determines. */
export interface Lane {
  country: Country;
  category: Category;
}

/**
 * Reads a lane code (ENT-4): the 2 characters before the last 2 identify the country, and a code that starts with L is
 * Local, any other CrossBorder. Returns null if they identify none of the eight countries.
 */
export function laneOf(laneCode: string): Lane | null {
  const country = laneCode.slice(-4, -2);
  if (laneCode.length < 4 || !isCountry(country)) return null;
  return { country, category: laneCode.startsWith('L') ? CATEGORY.local : CATEGORY.crossBorder };
}

/** Limits that are not stored (ENT-6). */
const NOT_STORED: readonly string[] = ['max_weight', 'min_weight'];

const EXAMPLE = 'such as {"max_length": 120.5}';

/**
 * Reads the limit JSON of a non-integrated channel, an object of non-negative numbers, as it is stored: without
 * max_weight and min_weight (ENT-6).
 *
 * @returns the limits, or what is wrong, as the end of a sentence that begins with "limit: "
 */
export function storedLimit(text: string): Record<string, number> | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return `must be JSON, ${EXAMPLE}`;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return `must be a JSON object of numbers, ${EXAMPLE}`;
  const limits = Object.entries(value as Record<string, unknown>);
  for (const [name, limit] of limits) {
    if (!/^[a-z][a-z0-9_]{0,49}$/.test(name))
      return `a name must consist of at most 50 lower-case letters, digits and _, and begin with a letter, ${EXAMPLE}`;
    if (typeof limit !== 'number' || !Number.isFinite(limit) || limit < 0)
      return `${name} must be a number of at least 0, ${EXAMPLE}`;
  }
  const twice = repeatedName(text);
  if (twice !== null) return repeatedWords(twice);
  const stored = limits.filter((pair): pair is [string, number] => !NOT_STORED.includes(pair[0]));
  return Object.fromEntries(stored);
}

import { isCountry, type Country } from '../country.ts';
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

/**
 * Reads the limit JSON of a non-integrated channel, an object of non-negative numbers, as it is stored: without
 * max_weight and min_weight (ENT-6). Returns null if it is something else.
 */
export function storedLimit(text: string): Record<string, number> | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const limits = Object.entries(value as Record<string, unknown>);
  const isLimit = (limit: unknown): limit is number =>
    typeof limit === 'number' && Number.isFinite(limit) && limit >= 0;
  if (!limits.every((pair): pair is [string, number] => /^[a-z][a-z0-9_]{0,49}$/.test(pair[0]) && isLimit(pair[1])))
    return null;
  return Object.fromEntries(limits.filter(([name]) => !NOT_STORED.includes(name)));
}

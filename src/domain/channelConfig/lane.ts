import { isCountry, type Country } from '../country.ts';
import { CATEGORY, type Category } from '../permission.ts';

/** What the lane code of a channel says about it. */
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

/** The limits of a non-integrated channel as they are stored: without max_weight and min_weight (ENT-6). */
export const storedLimit = <T>(limit: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(limit).filter(([name]) => name !== 'max_weight' && name !== 'min_weight'));

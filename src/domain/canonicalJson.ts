/** The maximum nesting depth of a JSON value. */
const DEEPEST = 32;

/**
 * Returns a value with the keys of its objects sorted.
 * @throws RangeError if it is nested too deeply
 */
function ordered(value: unknown, depth: number): unknown {
  if (depth > DEEPEST) throw new RangeError('nested too deeply');
  if (Array.isArray(value)) return value.map(item => ordered(item, depth + 1));
  if (value === null || typeof value !== 'object') return value;
  const keys = Object.keys(value).sort();
  // Each entry is defined as an own property, so that "__proto__" is treated as an ordinary key.
  return Object.fromEntries(keys.map(key => [key, ordered((value as Record<string, unknown>)[key], depth + 1)]));
}

/** Matches a number that is too long to be parsed exactly, such as a 20-digit id. */
const LONG_NUMBER = /(^|[[:,])\s*-?\d{17,}/;

/**
 * The canonical form of a JSON string: sorted keys, no spaces.
 *
 * @returns null if the string is not valid JSON, is nested more than 32 levels deep, or contains a number with more
 * digits than can be represented
 */
export function canonicalJson(text: string): string | null {
  const outside = text.replace(/"(?:[^"\\]|\\.)*"/g, '""');
  if (LONG_NUMBER.test(outside)) return null;
  try {
    return JSON.stringify(ordered(JSON.parse(text), 0)).normalize('NFC');
  } catch {
    return null;
  }
}

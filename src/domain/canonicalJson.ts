/** The maximum nesting depth of a JSON value. */
const DEEPEST = 32;

/** A value with the keys of its objects sorted. @throws RangeError if it is nested too deeply */
function ordered(value: unknown, depth: number): unknown {
  if (depth > DEEPEST) throw new RangeError('nested too deeply');
  if (Array.isArray(value)) return value.map(item => ordered(item, depth + 1));
  if (value === null || typeof value !== 'object') return value;
  const keys = Object.keys(value).sort();
  // Entries are defined one by one, so that a key "__proto__" stays an ordinary key.
  return Object.fromEntries(keys.map(key => [key, ordered((value as Record<string, unknown>)[key], depth + 1)]));
}

/** Whether parsing changed a number in the text, such as an id of 20 digits. */
const LONG_NUMBER = /(^|[[:,])\s*-?\d{17,}/;

/**
 * The canonical text of a JSON value: keys sorted, no spaces.
 *
 * @returns null if the text is not JSON, is nested more than 32 levels deep, or has a number with more digits than
 * can be represented
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

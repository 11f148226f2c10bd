import { createHash } from 'node:crypto';
import type { QueryConfig } from 'pg';

/** The names of statements by their text, which has few variants: one for each combination of filters, for example. */
const names = new Map<string, string>();

/**
 * A statement that each connection plans once instead of at each call. Only for statements whose best plan does not
 * depend on the values, and whose text contains no values.
 */
export function prepared(text: string, values: unknown[]): QueryConfig {
  let name = names.get(text);
  if (name === undefined) {
    name = createHash('sha256').update(text).digest('hex').slice(0, 32);
    names.set(text, name);
  }
  return { name, text, values };
}

import { createHash } from 'node:crypto';
import type { QueryConfig } from 'pg';

/** Statement names by SQL text. There are few distinct texts, e.g. one for each combination of filters. */
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

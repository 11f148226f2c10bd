import type { Values } from './formState.ts';

/** A colleague's version of the record being edited, as form values. */
export interface Theirs<V extends Values> {
  values: V;
  /** Who last changed the record. */
  by: string;
  /** Formats a value for display. */
  words: (key: keyof V & string, value: unknown) => string;
}

/**
 * A field that a colleague changed while the form was open. `keeps` is the side whose value the form contains; null
 * until the person chooses.
 */
export interface Met {
  key: string;
  mine: unknown;
  theirs: unknown;
  keeps: 'mine' | 'theirs' | null;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * Merges a colleague's version of the record into an open form. An untouched field takes the colleague's value; a field
 * that both people changed keeps its value until the person chooses between them.
 *
 * @param base the record as last known to the form
 * @param met conflicts detected earlier, which are kept
 */
export function meet<V extends Values>(
  base: V,
  values: V,
  theirs: V,
  met: readonly Met[],
): { values: V; met: readonly Met[] } {
  const next: Record<string, unknown> = { ...values };
  const all = new Map(met.map(one => [one.key, one]));
  for (const [key, value] of Object.entries(theirs)) {
    if (same(base[key], value)) continue;
    const mine = all.get(key)?.mine ?? values[key];
    if (same(values[key], value)) all.delete(key);
    else if (same(values[key], base[key])) {
      next[key] = value;
      all.set(key, { key, mine, theirs: value, keeps: 'theirs' });
    } else all.set(key, { key, mine: values[key], theirs: value, keeps: null });
  }
  return { values: next as V, met: [...all.values()] };
}

/**
 * The remaining conflicts after the person has changed some values: in a field that they edited, their value is kept.
 */
export const metAfter = (met: readonly Met[], changed: Values): readonly Met[] =>
  met.map(one =>
    !(one.key in changed) || same(changed[one.key], one.theirs)
      ? one
      : { ...one, mine: changed[one.key], keeps: 'mine' },
  );

import type { Values } from './formState.ts';

/** A record as a colleague has made it while its form is open, as the form has values. */
export interface Theirs<V extends Values> {
  values: V;
  /** Who changed it last. */
  by: string;
  /** A value in words. */
  words: (key: keyof V & string, value: unknown) => string;
}

/** A field that a colleague changed while the form was open. `keeps`: which value the form has; null while the person has to say. */
export interface Met {
  key: string;
  mine: unknown;
  theirs: unknown;
  keeps: 'mine' | 'theirs' | null;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * What becomes of a form whose record has changed. What the person has not touched takes the colleague's value; what both changed stays as it
 * is until the person says whose value counts.
 *
 * @param base the record as the form knew it before
 * @param met what was met before, which goes on
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

/** What was met once the person has changed values: a field that they typed into is theirs to say. */
export const metAfter = (met: readonly Met[], changed: Values): readonly Met[] =>
  met.map(one =>
    !(one.key in changed) || same(changed[one.key], one.theirs)
      ? one
      : { ...one, mine: changed[one.key], keeps: 'mine' },
  );

import { fold } from '../domain/fold.ts';

/** Maximum number of options in a list; typing narrows it down. */
export const OPTION_CAP = 50;

export interface Narrowed<T> {
  shown: readonly T[];
  /** Number of further matching options. */
  hidden: number;
}

/**
 * Returns the items whose text contains every typed word (ignoring accents and case), up to a maximum. Items that start
 * with the typed text come first.
 */
export function narrow<T>(items: readonly T[], text: string, of: (item: T) => string, cap = OPTION_CAP): Narrowed<T> {
  const wanted = fold(text);
  const words = wanted.split(' ').filter(word => word !== '');
  const folded = items.map(item => ({ item, name: fold(of(item)) }));
  const matching = folded.filter(({ name }) => words.every(word => name.includes(word)));
  const first = matching.filter(({ name }) => name.startsWith(wanted));
  const rest = matching.filter(({ name }) => !name.startsWith(wanted));
  const all = [...first, ...rest].map(({ item }) => item);
  return { shown: all.slice(0, cap), hidden: Math.max(0, all.length - cap) };
}

import { fold } from '../domain/fold.ts';
import { quickFinds, quickWords } from '../domain/quickFind.ts';
import { matchPlaceNames } from '../domain/placeMatch.ts';
import type { DeclaredCollection, CachedFilter } from './cached.ts';

/** The parts of a declaration that determine whether a record matches a filter. */
type Filtered = Pick<DeclaredCollection, 'ofEntity' | 'owner' | 'filters' | 'views' | 'marks'>;

type Fields = Readonly<Record<string, unknown>>;

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

function meets(declaration: Filtered, { in: columns, is }: CachedFilter, row: Fields, value: unknown): boolean {
  if (is === 'shown') return value !== false || columns.some(column => isMarked(declaration, column, row));
  if (Array.isArray(value)) return columns.some(column => isOneOf(row[column], value as (string | number)[]));
  if (is === 'quick') {
    return quickWords(String(value)).every(word => columns.some(column => quickFinds(row[column], word)));
  }
  if (is === 'equal') return columns.some(column => row[column] === value);
  if (is === 'from' || is === 'until') return columns.some(column => isBound(row[column], is, value));
  const text = String(value);
  return columns.some(column => {
    const own = String(row[column] ?? '');
    if (is === 'named') return own !== '' && matchPlaceNames([own], text).length > 0;
    return is === 'prefix' ? fold(own).startsWith(fold(text)) : fold(own).includes(fold(text));
  });
}

/**
 * Whether a number or day is on the allowed side of a bound: at least `from`, or at most `until`. An empty value never
 * is.
 */
function isBound(own: unknown, is: 'from' | 'until', value: unknown): boolean {
  if (!isGiven(own) || typeof own !== typeof value) return false;
  return is === 'from' ? (own as number) >= (value as number) : (own as number) <= (value as number);
}

/** Whether a value equals one of several; strings are compared as in the list's filters. */
const isOneOf = (own: unknown, wanted: readonly (string | number)[]): boolean =>
  wanted.some(one => (typeof own === 'string' ? fold(own) === fold(String(one)) : own === one));

/** Whether any flag in a mask is Yes, for a record that stores its flags in separate fields. */
function isMarked({ views, marks }: Filtered, mark: string, row: Fields): boolean {
  const wanted = marks[mark];
  if (!wanted || !('mask' in wanted)) return false;
  return Object.entries(views).some(
    ([field, view]) =>
      'mask' in view && view.of === wanted.of && (view.mask & wanted.mask) !== 0 && row[field] === true,
  );
}

/**
 * Whether a record matches the filters; used to decide where pending writes appear in a list. Only the server, which
 * has all names of a level, can tell whether the typed input is exactly another place's name.
 */
export function cachedMatches(declaration: Filtered, row: Fields, filters: Fields): boolean {
  const { owner } = declaration;
  if (!declaration.ofEntity && isGiven(filters[owner]) && row[owner] !== filters[owner]) return false;
  return Object.entries(declaration.filters).every(
    ([name, filter]) => !isGiven(filters[name]) || meets(declaration, filter, row, filters[name]),
  );
}

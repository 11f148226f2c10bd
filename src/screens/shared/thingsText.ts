/** How many of a person's unfinished writes are imports of files, and how many are bulk changes. */
export interface ImportCounts {
  imports: number;
  bulks: number;
}

/** The counts of a person's unfinished imports and bulk changes, and of those that wait for the person's decision. */
export interface OpenCounts {
  open: ImportCounts;
  undecided: ImportCounts;
}

export const NO_IMPORTS: OpenCounts = { open: { imports: 0, bulks: 0 }, undecided: { imports: 0, bulks: 0 } };

/** The kinds of unfinished work with their counts, such as "change" 2 and "import" 1; kinds without any are omitted. */
export function kindsOf(n: number, { imports, bulks }: ImportCounts): (readonly [count: number, word: string])[] {
  const all = [
    [n - imports - bulks, 'change'],
    [imports, 'import'],
    [bulks, 'bulk change'],
  ] as const;
  return all.filter(([count]) => count > 0);
}

/** Joins words: "a", "a and b", "a, b and c". */
export const joined = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

export const plural = (count: number, word: string): string => `${word}${count === 1 ? '' : 's'}`;

/**
 * Each count with its word: "2 changes", "1 import".
 * @param adjective placed before the first word: "2 unsent changes"
 */
export const countedThings = (kinds: readonly (readonly [count: number, word: string])[], adjective = ''): string[] =>
  kinds.map(
    ([count, word], at) => `${count} ${at === 0 && adjective !== '' ? `${adjective} ` : ''}${plural(count, word)}`,
  );

/**
 * Formats a count, e.g. "2 changes" or "1 change, 1 import and 2 bulk changes".
 * @param n the number of all, including imports and bulk changes
 * @param adjective placed before the first word: "2 unsent changes and 1 import"
 */
export function thingsText(n: number, counts: ImportCounts, adjective = ''): string {
  const kinds = kindsOf(n, counts);
  return joined(countedThings(kinds.length === 0 ? [[n, 'change']] : kinds, adjective));
}

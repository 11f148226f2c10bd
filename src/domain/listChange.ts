/**
 * What a change adds to and removes from a long list (PB15). A list is stored as a single string: comma-separated
 * entries, "a, b, c" (warehouses, ids); one part per region, "Johor: 2026-01-01, 2026-02-01; Kedah: 2026-01-01"
 * (weekends, holidays); or one line per entry.
 */

/** Shorter lists are easier to read in full. */
const LONG_FROM = 4;

export interface ListChange {
  /** Entries as written in the list, by name of the part; '' if the list has no parts. */
  added: string;
  lost: string;
  /** The number of unchanged entries. */
  kept: number;
}

/** The entries of a list, by name of the part; a list without parts has a single part named ''. */
function partsOf(text: string): Map<string, Set<string>> {
  const parts = new Map<string, Set<string>>();
  for (const section of text.split(/[;\n]/)) {
    const [, name = '', entries = section] = /^\s*([^:,]*[^:,\s\d][^:,]*):\s*(.*)$/s.exec(section) ?? [];
    const own = parts.get(name.trim()) ?? new Set<string>();
    for (const entry of entries.split(',')) if (entry.trim() !== '') own.add(entry.trim());
    if (own.size > 0) parts.set(name.trim(), own);
  }
  return parts;
}

const sizeOf = (parts: ReadonlyMap<string, ReadonlySet<string>>): number =>
  [...parts.values()].reduce((sum, { size }) => sum + size, 0);

/** For each part, the entries that the other list does not contain. */
function without(
  parts: ReadonlyMap<string, ReadonlySet<string>>,
  others: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const left = [...parts].map(([name, entries]): [string, Set<string>] => [
    name,
    new Set([...entries].filter(entry => others.get(name)?.has(entry) !== true)),
  ]);
  return new Map(left.filter(([, { size }]) => size > 0));
}

const textOf = (parts: ReadonlyMap<string, ReadonlySet<string>>, named: boolean): string =>
  [...parts]
    .map(([name, entries]) => `${named && name !== '' ? `${name}: ` : ''}${[...entries].join(', ')}`)
    .join('; ');

/**
 * The change to a long list; null if it is clearer to show both lists in full, because they are short, have nothing in
 * common, or differ only in order.
 */
export function listChange(before: string, after: string): ListChange | null {
  const [was, is] = [partsOf(before), partsOf(after)];
  if (Math.max(sizeOf(was), sizeOf(is)) < LONG_FROM) return null;
  const [lost, added] = [without(was, is), without(is, was)];
  const kept = sizeOf(was) - sizeOf(lost);
  if (kept === 0 || sizeOf(lost) + sizeOf(added) === 0) return null;
  const named = new Set([...was.keys(), ...is.keys()]).size > 1;
  return { added: textOf(added, named), lost: textOf(lost, named), kept };
}

/** "adds 2026-05-05; removes 2026-06-06; 40 stay"; null if it is clearer to show both lists in full. */
export function listChangeText(before: string, after: string): string | null {
  const change = listChange(before, after);
  if (!change) return null;
  const parts = [
    ...(change.added === '' ? [] : [`adds ${change.added}`]),
    ...(change.lost === '' ? [] : [`removes ${change.lost}`]),
    `${change.kept} ${change.kept === 1 ? 'stays' : 'stay'}`,
  ];
  return parts.join('; ');
}

import { columnLetter } from '../sheet/columns.ts';
import { ROLES, type Layout, type Role } from './layout.ts';

/**
 * What a column in a supplier's file is used for: a role, a charge, or one half of a pair; '' if the column is unused.
 */
export type Use = Role | 'charge' | 'pairText' | 'pairAmount' | '';

/** Roles that exist only in files with one charge per row. */
const OF_ROWS: readonly Role[] = ['code', 'text', 'amount', 'discount', 'tax', 'cod'];

const isRole = (use: Use): use is Role => use !== '' && Object.hasOwn(ROLES, use);

function useOf({ roles, charges }: Layout, column: number): Use {
  const role = (Object.keys(roles) as Role[]).find(one => roles[one] === column);
  if (role) return role;
  if (charges.as === 'columns' && charges.columns.some(one => one.column === column)) return 'charge';
  if (charges.as === 'pairs' && charges.pairs.some(one => one.text === column)) return 'pairText';
  if (charges.as === 'pairs' && charges.pairs.some(one => one.amount === column)) return 'pairAmount';
  return '';
}

/** The use of each column in a file. */
export const usesIn = (layout: Layout, columns: number): Use[] =>
  Array.from({ length: columns }, (_, column) => useOf(layout, column));

/** The uses that can be chosen for a column, with their labels. */
export const usesOffered = (as: Layout['charges']['as']): readonly (readonly [Use, string])[] => [
  ['', 'Not used'],
  ...(Object.entries(ROLES) as [Role, string][]).filter(([role]) => as === 'rows' || !OF_ROWS.includes(role)),
  ...(as === 'columns' ? ([['charge', 'A charge']] as const) : []),
  ...(as === 'pairs'
    ? ([
        ['pairText', 'Charge of a pair'],
        ['pairAmount', 'Amount of a pair'],
      ] as const)
    : []),
];

/**
 * Changes the use of a column. Since a role can only be assigned to one column, the column that had it before becomes
 * unused.
 */
export const withUse = (uses: readonly Use[], column: number, use: Use): Use[] =>
  uses.map((was, at) => (at === column ? use : isRole(use) && was === use ? '' : was));

/** Pairs each charge column with the next amount column; also returns the columns that have no counterpart. */
function pairsOf(uses: readonly Use[]): { pairs: { text: number; amount: number }[]; alone: number[] } {
  const pairs: { text: number; amount: number }[] = [];
  const alone: number[] = [];
  let open: number | null = null;
  for (const [column, use] of uses.entries()) {
    if (use === 'pairText') {
      if (open !== null) alone.push(open);
      open = column;
    } else if (use === 'pairAmount') {
      if (open === null) alone.push(column);
      else pairs.push({ text: open, amount: column });
      open = null;
    }
  }
  return { pairs, alone: open === null ? alone : [...alone, open] };
}

/**
 * The layout in which a file's columns have the given uses. Columns beyond those of the file keep their uses.
 * @param headings cells of the header row; a charge in a separate column is named after its heading
 */
export function withUses(layout: Layout, uses: readonly Use[], headings: readonly string[]): Layout {
  const { charges } = layout;
  const isBeyond = (column: number): boolean => column >= uses.length;
  const roles: Partial<Record<Role, number>> = {};
  for (const [role, column] of Object.entries(layout.roles)) if (isBeyond(column)) roles[role as Role] = column;
  for (const [column, use] of uses.entries()) if (isRole(use)) roles[use] = column;
  switch (charges.as) {
    case 'rows':
      return { ...layout, roles };
    case 'columns': {
      const own = uses.flatMap((use, column) =>
        use === 'charge' ? [{ column, name: headings[column] || `Column ${columnLetter(column)}` }] : [],
      );
      const beyond = charges.columns.filter(({ column }) => isBeyond(column));
      return { ...layout, roles, charges: { as: 'columns', columns: [...own, ...beyond] } };
    }
    case 'pairs': {
      const beyond = charges.pairs.filter(({ text, amount }) => isBeyond(text) || isBeyond(amount));
      return { ...layout, roles, charges: { as: 'pairs', pairs: [...pairsOf(uses).pairs, ...beyond] } };
    }
  }
}

/** What is wrong with the columns' uses, as a sentence; null if nothing is. */
export function usesProblem(uses: readonly Use[]): string | null {
  const [column] = pairsOf(uses).alone;
  if (column === undefined) return null;
  return uses[column] === 'pairText'
    ? `Column ${columnLetter(column)} is a charge without an amount. Select the column after it that contains the amount.`
    : `Column ${columnLetter(column)} is an amount without a charge. Select the column before it that contains the charge.`;
}

/**
 * The layout after choosing whether charges are in rows, pairs or columns; roles that do not exist in such files are
 * dropped.
 */
export function withChargesAs(layout: Layout, as: Layout['charges']['as']): Layout {
  const offered = new Set(usesOffered(as).map(([use]) => use));
  const roles = Object.fromEntries(Object.entries(layout.roles).filter(([role]) => offered.has(role as Role)));
  if (as === 'rows') return { ...layout, roles, charges: { as } };
  return { ...layout, roles, charges: as === 'pairs' ? { as, pairs: [] } : { as, columns: [] } };
}

/** Whether a cell is text rather than a number, as headings usually are. */
const isText = (cell: string): boolean => cell.trim() !== '' && !/^[\d.,\s-]+$/.test(cell);

/** The number of rows before the likely header row, which is the first row with at least three text cells. */
export const rowsAboveHeader = (rows: readonly (readonly string[])[]): number =>
  Math.max(
    0,
    rows.findIndex(row => row.filter(isText).length >= 3),
  );

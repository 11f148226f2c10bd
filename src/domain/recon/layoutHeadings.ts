import { columnLetter } from '../sheet/columns.ts';
import { cellOf, type BillCell } from './billCells.ts';
import { chargeName, type Layout } from './layout.ts';

/** The columns that a layout reads, in the order of the file. */
function columnsOf({ roles, charges }: Layout): number[] {
  const own =
    charges.as === 'pairs'
      ? charges.pairs.flatMap(({ text, amount }) => [text, amount])
      : charges.as === 'columns'
        ? charges.columns.map(({ column }) => column)
        : [];
  return [...new Set([...Object.values(roles), ...own])].toSorted((a, b) => a - b);
}

const headed = (heading: string): string => (heading === '' ? 'has no heading' : `is headed "${heading}"`);

/**
 * Whether a supplier has changed its file since the layout was made: columns are read by position, so another heading
 * means that an amount may be read from the column of a weight. If each charge has its own columns, a new column may
 * contain a charge that would be left out. Case, width and spaces of headings make no difference.
 * @param cells the header row of the file
 * @returns what has changed and what to do, as sentences; null if nothing has, or if the layout knows no headings
 */
export function headingsProblem(layout: Layout, cells: readonly BillCell[]): string | null {
  const { headings, headerRow, charges } = layout;
  if (!headerRow || headings === undefined) return null;
  const advice =
    'If the supplier has changed its file, open the layout with this file, check the role of each column and save it; otherwise choose another layout.';
  const named = (column: number) => `Column ${columnLetter(column)} of the file ${headed(cellOf(cells, column))}`;
  const changed = columnsOf(layout).find(
    column => chargeName(cellOf(cells, column)) !== chargeName(headings[column] ?? ''),
  );
  if (changed !== undefined)
    return `${named(changed)}, and that of the layout ${headed(headings[changed] ?? '')}. ${advice}`;
  if (charges.as === 'rows') return null;
  const known = new Set(headings.map(chargeName));
  const added = cells.findIndex((_, column) => {
    const heading = chargeName(cellOf(cells, column));
    return heading !== '' && !known.has(heading);
  });
  return added < 0 ? null : `${named(added)}, which the layout does not know. ${advice}`;
}

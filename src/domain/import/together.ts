import type { SheetData } from '../sheet/columns.ts';
import { LIMITS } from '../sheet/limits.ts';
import { SheetFileError } from '../sheet/problem.ts';

const cellsOf = ({ rows, columns }: SheetData): number => rows * columns.filter(Boolean).length;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/**
 * Checks that another file fits in memory together with the import's other files.
 * @throws SheetFileError 'tooManyTogether' if the files combined have too many rows or cells
 */
export function comeTogether(sheet: SheetData, others: readonly SheetData[]): void {
  if (others.length === 0) return;
  const all = [sheet, ...others];
  if (sum(all.map(({ rows }) => rows)) > LIMITS.rowsTogether || sum(all.map(cellsOf)) > LIMITS.cells)
    throw new SheetFileError('tooManyTogether');
}

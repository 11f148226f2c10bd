import type { SheetData } from '../sheet/columns.ts';
import { LIMITS } from '../sheet/limits.ts';
import { SheetFileError } from '../sheet/problem.ts';

const cellsOf = ({ rows, columns }: SheetData): number => rows * columns.filter(Boolean).length;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/**
 * Whether one more file may come to those of an import, which are all in memory at a time.
 * @throws SheetFileError 'tooManyTogether' where it has too many rows or cells next to them
 */
export function comeTogether(sheet: SheetData, others: readonly SheetData[]): void {
  if (others.length === 0) return;
  const all = [sheet, ...others];
  if (sum(all.map(({ rows }) => rows)) > LIMITS.rowsTogether || sum(all.map(cellsOf)) > LIMITS.cells)
    throw new SheetFileError('tooManyTogether');
}

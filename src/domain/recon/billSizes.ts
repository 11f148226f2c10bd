import { plainHyphens } from '../import/normalise.ts';
import { shortDecimalText } from '../wholeNumber.ts';
import { MOST_MILLIMETERS, type Sides } from '../rates/weightRule.ts';
import { readMeasure, type BillCell } from './billCells.ts';

/** The number of millimeters in each unit of length that a file may use. */
export const SIZE_UNITS = { mm: 1, cm: 10, m: 1000, in: 25.4 } as const;
export type SizeUnit = keyof typeof SIZE_UNITS;

const MILLIMETERS_OF_WORD: ReadonlyMap<string, number> = new Map([
  ['mm', SIZE_UNITS.mm],
  ['cm', SIZE_UNITS.cm],
  ['cms', SIZE_UNITS.cm],
  ['m', SIZE_UNITS.m],
  ['in', SIZE_UNITS.in],
  ['inch', SIZE_UNITS.in],
  ['inches', SIZE_UNITS.in],
]);

/** Matches the placeholders that suppliers enter for parcels that they did not measure. */
const NOT_MEASURED = /^(?:|-+|n\/?a)$/i;

/** Splits "30 x 20 x 10 cm" into three lengths; if only the last one has a unit, all three get it. */
function splitSides(text: string): string[] {
  const parts = text
    .normalize('NFKC')
    .split(/[x×*]/i)
    .map(part => part.trim());
  const unit = /\d\s*([a-z]+\.?)$/i.exec(parts.at(-1) ?? '')?.[1] ?? '';
  return parts.map(part => (/[a-z]/i.test(part) ? part : `${part} ${unit}`.trim()));
}

/**
 * Reads a parcel's three sizes from the cells of its length, width and height. The cell of the length may also contain
 * all three: "30 x 20 x 10 cm".
 *
 * @param form the decimal mark and the unit of the file; a unit in a cell takes precedence
 * @returns the sizes in millimeters; null if a size is missing or 0, which means that the parcel was not measured; or
 *   the end of a sentence that says why a cell cannot be read
 */
export function readSides(
  cells: readonly [length: BillCell, width: BillCell, height: BillCell],
  { decimalMark, sizeUnit }: { decimalMark: '.' | ','; sizeUnit: SizeUnit },
): Sides | { cell: string; problem: string } | null {
  const together = typeof cells[0] === 'string' ? splitSides(cells[0]) : [];
  const sides: number[] = [];
  for (const cell of together.length === 3 ? together : cells) {
    if (typeof cell === 'string' && NOT_MEASURED.test(plainHyphens(cell).trim())) continue;
    const side = readMeasure(cell, decimalMark, SIZE_UNITS[sizeUnit], MILLIMETERS_OF_WORD);
    if (side === null) return { cell: String(cell), problem: 'is not a size' };
    if (side > MOST_MILLIMETERS) return { cell: String(cell), problem: 'is longer than any parcel' };
    sides.push(side);
  }
  const [length = 0, width = 0, height = 0] = sides;
  return length > 0 && width > 0 && height > 0 ? [length, width, height] : null;
}

/** The sizes of a shipment or of a billed parcel; null unless all three are known. */
export const sidesOf = ({ length, width, height }: Readonly<Record<'length' | 'width' | 'height', number | null>>) =>
  length === null || width === null || height === null ? null : ([length, width, height] as const);

/** Formats sizes in centimeters: "30 x 20 x 10.5". */
export const sidesText = (sides: Sides): string => sides.map(side => shortDecimalText(side, 1)).join(' x ');

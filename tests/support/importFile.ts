import type { ImportFile, ImportLookup } from '../../src/domain/import/check.ts';
import type { ImportDeclaration } from '../../src/domain/import/declaration.ts';
import { findHeaders } from '../../src/domain/import/headers.ts';
import { PlaceLookup } from '../../src/domain/import/places.ts';
import { CELL, cellText, ColumnStore } from '../../src/domain/sheet/columns.ts';
import { TextPool } from '../../src/domain/sheet/textPool.ts';

/** The headings of a file of serviceable locations. */
export const IMPORT_HEADERS = [
  'Channel ID',
  'Applicable Type',
  'Location ID',
  'Support Deliver',
  'Support COD Deliver',
  'Support Pickup',
  'Support COD Pickup',
  'Action Code',
] as const;

export type TestCell = string | number | boolean | null | { formula: true } | { error: string } | { serial: number };

/** An import file with these rows, the first of which is the header row. */
export function importFileOf(
  declaration: ImportDeclaration,
  rows: readonly (readonly TestCell[])[],
  fileName = 'file.xlsx',
): ImportFile {
  const texts = new TextPool();
  const store = new ColumnStore();
  rows.forEach((cells, at) => {
    const row = store.row(at + 1);
    cells.forEach((cell, column) => {
      if (cell === null || cell === '') return;
      if (typeof cell === 'number') store.set(column, row, CELL.number, cell);
      else if (typeof cell === 'boolean') store.set(column, row, CELL.boolean, cell ? 1 : 0);
      else if (typeof cell === 'string') store.set(column, row, CELL.text, texts.internText(cell));
      else if ('formula' in cell) store.set(column, row, CELL.formula, 0);
      else if ('serial' in cell) store.set(column, row, CELL.date, cell.serial);
      else store.set(column, row, CELL.error, texts.internText(cell.error));
    });
  });
  const sheet = store.data('Sheet1', texts, false);
  const head = Array.from({ length: Math.min(20, sheet.rows) }, (_, row) => ({
    cells: Array.from({ length: sheet.columns.length }, (_, column) => cellText(sheet, column, row)),
  }));
  return { fileName, sheet, match: findHeaders(declaration, [{ hidden: false, head }]).match };
}

/** A small tree: two states, each with a city of the same name, and districts and streets. */
export const TEST_PLACES = new PlaceLookup({
  ids: [1, 2, 3, 4, 5, 6, 7, 8],
  names: ['Jawa Barat', 'Bandung', 'Coblong', 'Dago', 'Cibiru', 'Banten', 'Bandung', 'São José'],
  parents: [0, 1, 2, 3, 2, 0, 6, 7],
  levels: [0, 1, 2, 3, 2, 0, 1, 2],
});

const CHANNELS = new Map([
  [10_021, 'J&T Express'],
  [10_022, 'JNE'],
]);

export const TEST_LOOKUP: ImportLookup = {
  country: 'ID',
  ownerName: (of, id) => (of === 'channel' ? (CHANNELS.get(id) ?? null) : null),
  ownerIds: () => CHANNELS.keys(),
  places: TEST_PLACES,
};

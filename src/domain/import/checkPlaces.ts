import { LOCATION_LEVEL } from '../serviceable.ts';
import { CELL, cellText, type SheetData } from '../sheet/columns.ts';
import type { ImportFile } from './check.ts';
import type { ColumnSink } from './checkColumn.ts';
import type { ImportDeclaration, PlaceGroup } from './declaration.ts';
import { INVALID } from './parseCell.ts';
import { normalise } from './normalise.ts';
import { NO_PLACE, SEVERAL_PLACES, type PlaceLookup } from './places.ts';
import { RULE } from './rules.ts';

/** The name index of a blank cell. */
const LEFT_OUT = -2;

/** Returns the name indexes for a column of the sheet. Each string is looked up only once. */
function nameReader(sheet: SheetData, from: number, places: PlaceLookup): (row: number) => number {
  const cells = from < 0 ? undefined : sheet.columns[from];
  if (!cells) return () => LEFT_OUT;
  const { kinds, values } = cells;
  const known = new Int32Array(sheet.texts.count).fill(-3);
  const look = (text: string): number => {
    const name = normalise(text, 'line');
    return name === '' ? LEFT_OUT : places.nameNumber(name);
  };
  return row => {
    const kind = kinds[row];
    if (kind === CELL.empty) return LEFT_OUT;
    if (kind !== CELL.text) return look(cellText(sheet, from, row));
    const text = values[row] as number;
    let name = known[text] as number;
    if (name === -3) name = known[text] = look(sheet.texts.text(text));
    return name;
  };
}

/**
 * Validates the places of a group. An id must be known, and the names next to it must match it; without an id, the
 * names must identify exactly one place, whose id becomes the row's value. The place must not be deeper than the
 * group's deepest level.
 *
 * @param values the file's values by declared column; the id column is filled in
 * @returns the place of each row, or -1
 */
export function checkPlaces(
  { columns }: ImportDeclaration,
  group: PlaceGroup,
  { sheet, match }: ImportFile,
  values: readonly (Float64Array | undefined)[],
  places: PlaceLookup,
  sink: ColumnSink,
  skip: (row: number) => boolean,
): Int32Array {
  const columnOf = (key: string): number => columns.findIndex(column => column.key === key);
  const idColumn = group.id === null ? -1 : columnOf(group.id);
  const ids = idColumn < 0 ? undefined : values[idColumn];
  const nameColumns = group.names.map(columnOf);
  const readers = nameColumns.map(column => nameReader(sheet, match.columns[column] ?? -1, places));
  const deepest = group.deepest ?? LOCATION_LEVEL.street;
  const found = new Int32Array(sheet.rows).fill(-1);
  const names = group.names.map(() => LEFT_OUT);
  for (let row = sink.first; row < sheet.rows; row++) {
    if (skip(row)) continue;
    let named = false;
    for (let level = 0; level < readers.length; level++) {
      const name = (readers[level] as (row: number) => number)(row);
      names[level] = name;
      if (name !== LEFT_OUT) named = true;
    }
    if (named) sink.filled[row] = 1;
    const id = ids?.[row] ?? Number.NaN;
    if (id === id) {
      if (!(id > 0)) continue;
      const place = places.indexOf(id);
      if (place < 0) {
        sink.fail(row, idColumn, RULE.unknownLocation);
        continue;
      }
      found[row] = place;
      if (places.levelOf(place) > deepest) {
        sink.fail(row, idColumn, RULE.tooDeep, place);
        continue;
      }
      if (!named) continue;
      for (let level = 0; level < names.length; level++) {
        const name = names[level] as number;
        if (name !== LEFT_OUT && name !== places.nameAbove(place, level)) {
          sink.fail(row, nameColumns[level] as number, RULE.placeMismatch, place);
        }
      }
    } else if (named) {
      const place = places.find(names);
      if (place >= 0) {
        found[row] = place;
        if (ids) ids[row] = places.idOf(place);
        const level = places.levelOf(place);
        if (level > deepest) sink.fail(row, nameColumns[level] as number, RULE.tooDeep, place);
      } else {
        // Marked as invalid rather than blank, so that only one error is reported.
        if (ids) ids[row] = INVALID;
        report(place, names, nameColumns, row, places, sink);
      }
    }
  }
  return found;
}

/** Reports the first name that does not match. The error's detail is the place above it, or -1. */
function report(
  place: number,
  names: readonly number[],
  nameColumns: readonly number[],
  row: number,
  places: PlaceLookup,
  sink: ColumnSink,
): void {
  let parent = -1;
  let last = 0;
  for (let level = 0; level < names.length; level++) {
    if (names[level] === LEFT_OUT) continue;
    last = level;
    const next = places.find(names.slice(0, level + 1));
    if (next === NO_PLACE) {
      sink.fail(row, nameColumns[level] as number, RULE.unknownPlace, parent);
      return;
    }
    if (next >= 0) parent = next;
  }
  if (place === SEVERAL_PLACES) sink.fail(row, nameColumns[last] as number, RULE.ambiguousPlace, parent);
}

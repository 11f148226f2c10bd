import type { Country } from '../country.ts';
import type { SheetData } from '../sheet/columns.ts';
import { TextPool } from '../sheet/textPool.ts';
import { readColumn, isExampleRow, type ColumnSink } from './checkColumn.ts';
import { checkPlaces } from './checkPlaces.ts';
import {
  holdsText,
  REMOVE,
  valueColumns,
  type ImportColumn,
  type ImportDeclaration,
  type NamedOwner,
} from './declaration.ts';
import type { Problem } from '../problem.ts';
import { ErrorList } from './errorList.ts';
import { findOtherNames, type OtherNames } from './otherNames.ts';
import type { HeaderMatch } from './headers.ts';
import { KeyTable } from './keyTable.ts';
import { BLANK, cellParser, EMPTIED, INVALID } from './parseCell.ts';
import type { PlaceLookup } from './places.ts';
import { RULE, type RuleCode } from './rules.ts';

/** A file of an import: the selected sheet, and how its columns are mapped. */
export interface ImportFile {
  fileName: string;
  sheet: SheetData;
  match: HeaderMatch;
}

/** The data against which references are validated: the mirror in the browser, the database on the server. */
export interface ImportLookup {
  country: Country;
  /** The name of the entity's channel or 3PL with this id; null if the id is unknown. */
  ownerName: (of: NamedOwner, id: number) => string | null;
  /** Ids of the entity's channels or 3PLs. */
  ownerIds: (of: NamedOwner) => Iterable<number>;
  places: PlaceLookup;
  /**
   * Whether a list of the entity has a record with this value in the field to which files refer; null if the list is
   * not completely known here, so that the server decides.
   */
  known?: (collection: string, value: number | string) => boolean | null;
  /** Set if the references are not available. They are then not checked, instead of all being reported as invalid. */
  noReferences?: boolean;
}

/** The outcome for a row of a file. */
export const ROW = { write: 0, remove: 1, skipped: 2 } as const;

/** A checked file, with the values of each declared column for every stored row of its sheet. */
export interface CheckedFile extends ImportFile {
  /**
   * Values by declared column; BLANK or INVALID for a cell without a valid value. Columns of kind info have no values.
   */
  values: readonly (Float64Array | undefined)[];
  /** The ROW status of each stored row. The header row, the rows above it, blank rows and the example are skipped. */
  rowKinds: Uint8Array;
  /** 1 if a row has an error. */
  wrong: Uint8Array;
  /** The place of each row, by place group: an index in the lookup, or -1. */
  places: readonly Int32Array[];
  /** Names of channels and 3PLs that differ from those of the ids next to them, by pair of columns. */
  otherNames: readonly OtherNames[];
}

export interface Checked {
  declaration: ImportDeclaration;
  files: readonly CheckedFile[];
  errors: ErrorList;
  /** The strings that values refer to by index. */
  texts: TextPool;
  keys: KeyTable;
  /** Problems found by the rules between values. A RULE.row or RULE.reversed error stores its index in this list. */
  faults: readonly Problem[];
  counts: RowCounts;
  /** The row counts of each file. */
  fileCounts: readonly RowCounts[];
}

/** Counts of the rows below the headers. */
export interface RowCounts {
  /** The number of non-empty rows, which is the sum of the counts below. */
  rows: number;
  writes: number;
  removals: number;
  wrongRows: number;
  /** Blank rows and the template's example row. */
  skipped: number;
}

/**
 * Validates the files of one import against its declaration: each cell against its column's type, required values,
 * references, places, and rows with the same key within and across files. The browser and the server run the same
 * check.
 *
 * @param texts the strings of the cached records, so that equal strings have equal indexes on both sides
 */
export function checkImport(
  declaration: ImportDeclaration,
  files: readonly ImportFile[],
  lookup: ImportLookup,
  texts: TextPool = new TextPool(),
): Checked {
  const errors = new ErrorList();
  const checked = files.map((file, number) => checkFile(declaration, file, number, lookup, texts, errors));
  const keyAt = declaration.key.map(key => declaration.columns.findIndex(column => column.key === key));
  const keyColumns = checked.map(({ values }) => keyAt.map(at => values[at] as Float64Array));
  const rows = files.reduce((sum, { sheet }) => sum + sheet.rows, 0);
  const keys = new KeyTable(rows, file => keyColumns[file] as readonly Float64Array[]);
  const result = { declaration, files: checked, errors, texts, keys, faults: [] as Problem[] };
  for (const [number, file] of checked.entries())
    checkKeys(result, number, keyColumns[number] as Float64Array[], file, keyAt[0] ?? 0);
  checkRows(result, lookup);
  return { ...result, ...countFiles(checked) };
}

function checkFile(
  declaration: ImportDeclaration,
  file: ImportFile,
  number: number,
  lookup: ImportLookup,
  texts: TextPool,
  errors: ErrorList,
): CheckedFile {
  const { sheet, match } = file;
  const first = match.row + 1;
  const rowKinds = new Uint8Array(sheet.rows);
  const wrong = new Uint8Array(sheet.rows);
  const filled = new Uint8Array(sheet.rows);
  const sink: ColumnSink = {
    first,
    filled,
    fail: (row, column, rule, detail) => {
      wrong[row] = 1;
      errors.add(number, row, column, rule, detail);
    },
  };
  rowKinds.fill(ROW.skipped, 0, first);
  for (let row = first; row < Math.min(sheet.rows, first + 3); row++) {
    if (isExampleRow(declaration, file, row)) rowKinds[row] = ROW.skipped;
  }
  const skip = (row: number): boolean => rowKinds[row] === ROW.skipped;
  const values = declaration.columns.map((column, at) =>
    column.type.kind === 'info'
      ? undefined
      : readColumn(
          column,
          at,
          sheet,
          match.columns[at] ?? -1,
          cellParser(column.type, { country: lookup.country, texts }),
          sink,
          skip,
        ),
  );
  const groups = lookup.noReferences ? [] : (declaration.places ?? []);
  const places = groups.map(group => checkPlaces(declaration, group, file, values, lookup.places, sink, skip));
  const actions = values[declaration.columns.findIndex(({ key }) => key === declaration.action)];
  for (let row = first; row < sheet.rows; row++) {
    if (skip(row)) continue;
    if (filled[row] === 0) rowKinds[row] = ROW.skipped;
    else if (actions?.[row] === REMOVE) rowKinds[row] = ROW.remove;
  }
  declaration.columns.forEach((column, at) => {
    const read = values[at];
    if (!read) return;
    if (lookup.noReferences && column.type.kind === 'id' && column.type.of === 'location') return;
    const owner = column.type.kind === 'id' && column.type.of !== 'location' ? column.type.of : undefined;
    if (!lookup.noReferences && owner) checkOwners(owner, read, at, first, lookup, sink, skip);
    if (column.required === 'no') return;
    for (let row = first; row < sheet.rows; row++) {
      const value = read[row] as number;
      if (value === value || rowKinds[row] === ROW.skipped) continue;
      if (column.required === 'always' || rowKinds[row] === ROW.write) sink.fail(row, at, RULE.required);
    }
  });
  return {
    ...file,
    values,
    rowKinds,
    wrong,
    places,
    otherNames: otherNamesIn(declaration, file, values, lookup, skip),
  };
}

function otherNamesIn(
  { columns, names = [] }: ImportDeclaration,
  { sheet, match }: ImportFile,
  values: CheckedFile['values'],
  lookup: ImportLookup,
  skip: (row: number) => boolean,
): OtherNames[] {
  const columnOf = (key: string): number => columns.findIndex(column => column.key === key);
  return names.flatMap(({ name, id }) => {
    const at = match.columns[columnOf(name)] ?? -1;
    const ids = values[columnOf(id)];
    const type = columns[columnOf(id)]?.type;
    const of = type?.kind === 'id' && type.of !== 'location' ? type.of : undefined;
    if (at < 0 || !ids || of === undefined || lookup.noReferences) return [];
    return [findOtherNames(sheet, { of, ids, at, first: match.row + 1 }, own => lookup.ownerName(of, own), skip)];
  });
}

const UNKNOWN: Readonly<Record<NamedOwner, RuleCode>> = { channel: RULE.unknownChannel, '3pl': RULE.unknownThreePl };

function checkOwners(
  of: NamedOwner,
  values: Float64Array,
  column: number,
  first: number,
  lookup: ImportLookup,
  sink: ColumnSink,
  skip: (row: number) => boolean,
): void {
  const known = new Map<number, boolean>();
  let last = BLANK;
  let lastKnown = true;
  for (let row = first; row < values.length; row++) {
    const id = values[row] as number;
    if (id !== last) {
      if (!(id > 0) || skip(row)) continue;
      let isKnown = known.get(id);
      if (isKnown === undefined) known.set(id, (isKnown = lookup.ownerName(of, id) !== null));
      last = id;
      lastKnown = isKnown;
    }
    if (!lastKnown && !skip(row)) sink.fail(row, column, UNKNOWN[of]);
  }
}

/**
 * Finds rows with the same key. Rows with equal values are duplicates, reported on the key. Otherwise, they are
 * contradictory, reported on each cell that differs, or only on the action if that differs. The first of the rows
 * counts.
 */
function checkKeys(
  { declaration, files, errors, keys }: Pick<Checked, 'declaration' | 'files' | 'errors' | 'keys'>,
  number: number,
  keyColumns: readonly Float64Array[],
  file: CheckedFile,
  reportAt: number,
): void {
  const { columns } = declaration;
  const actionAt = columns.findIndex(({ key }) => key === declaration.action);
  const valuesAt = valueColumns(declaration).map(column => columns.indexOf(column));
  for (let row = file.match.row + 1; row < file.sheet.rows; row++) {
    if (file.rowKinds[row] === ROW.skipped) continue;
    let whole = true;
    for (let at = 0; at < keyColumns.length; at++) if (!isValue(keyColumns[at]?.[row] as number)) whole = false;
    if (!whole) continue;
    const before = keys.add(number, row);
    if (before < 0) continue;
    const other = files[keys.fileOf(before)] as CheckedFile;
    const otherRow = keys.rowOf(before);
    const differs = (at: number): boolean => !Object.is(file.values[at]?.[row], other.values[at]?.[otherRow]);
    const differing = actionAt >= 0 && differs(actionAt) ? [actionAt] : valuesAt.filter(differs);
    file.wrong[row] = 1;
    if (differing.length === 0) errors.add(number, row, reportAt, RULE.duplicate, before);
    for (const at of differing) {
      if (!isStated(columns[at] as ImportColumn, file, at, row))
        errors.add(number, row, at, RULE.contradiction, before);
    }
  }
}

/** Applies the declaration's rules between values and between rows to all rows whose cells are valid. */
function checkRows(
  {
    declaration,
    files,
    errors,
    texts,
    faults,
  }: Omit<Checked, 'counts' | 'fileCounts' | 'faults'> & { faults: Problem[] },
  lookup: ImportLookup,
): void {
  const rule = declaration.rows?.(lookup);
  if (!rule) return;
  const columns = declaration.columns.map(({ key, type }, at) => ({
    key,
    at,
    isText: holdsText(type),
  }));
  for (const [number, { values, rowKinds, wrong }] of files.entries()) {
    for (let row = 0; row < rowKinds.length; row++) {
      if (rowKinds[row] !== ROW.write || wrong[row] === 1) continue;
      const said: Record<string, number | string | null> = {};
      for (const { key, at, isText } of columns) {
        const value = values[at]?.[row] ?? BLANK;
        said[key] = isValue(value) ? (isText && value !== EMPTIED ? texts.text(value) : value) : null;
      }
      const problem = rule(said);
      if (problem) reportProblem({ declaration, files, errors, faults }, { file: number, row, problem });
    }
  }
}

/** A row that breaks a rule between the values of its record. */
export interface BrokenRule {
  file: number;
  row: number;
  problem: Problem;
}

/** Marks a row as wrong, with its error in the column of the problem's field. */
function reportProblem(
  {
    declaration: { columns },
    files,
    errors,
    faults,
  }: Pick<Checked, 'declaration' | 'files' | 'errors'> & { faults: Problem[] },
  { file, row, problem }: BrokenRule,
): void {
  const at = columns.findIndex(({ key }) => key === problem.field);
  (files[file] as CheckedFile).wrong[row] = 1;
  errors.add(file, row, Math.max(0, at), problem.reversed ? RULE.reversed : RULE.row, faults.length);
  faults.push(problem);
}

/** Adds the errors of rows that turn out to break a rule when they are compared with the existing records. */
export function withBrokenRules(checked: Checked, broken: readonly BrokenRule[]): Checked {
  const faults = [...checked.faults];
  for (const one of broken) reportProblem({ ...checked, faults }, one);
  return { ...checked, faults, ...countFiles(checked.files) };
}

/** Whether a cell already has an error of its own: it is unparsable, or blank although required. */
function isStated({ required }: ImportColumn, { values, rowKinds }: CheckedFile, at: number, row: number): boolean {
  const value = values[at]?.[row] as number;
  if (value === value) return value === INVALID;
  return required === 'always' || (required === 'write' && rowKinds[row] === ROW.write);
}

/** Whether a value is neither BLANK nor INVALID. */
const isValue = (value: number): boolean => value === value && value !== INVALID;

const NO_ROWS: RowCounts = { rows: 0, writes: 0, removals: 0, wrongRows: 0, skipped: 0 };

const sumOf = (a: RowCounts, b: RowCounts): RowCounts => ({
  rows: a.rows + b.rows,
  writes: a.writes + b.writes,
  removals: a.removals + b.removals,
  wrongRows: a.wrongRows + b.wrongRows,
  skipped: a.skipped + b.skipped,
});

function countFiles(files: readonly CheckedFile[]): Pick<Checked, 'counts' | 'fileCounts'> {
  const fileCounts = files.map(countRows);
  return { counts: fileCounts.reduce(sumOf, NO_ROWS), fileCounts };
}

function countRows({ rowKinds, wrong, match }: CheckedFile): RowCounts {
  const counts = { ...NO_ROWS };
  for (let row = match.row + 1; row < rowKinds.length; row++) {
    const kind = rowKinds[row];
    if (kind === ROW.skipped) {
      counts.skipped += 1;
      continue;
    }
    counts.rows += 1;
    if (wrong[row] === 1) counts.wrongRows += 1;
    else if (kind === ROW.remove) counts.removals += 1;
    else counts.writes += 1;
  }
  return counts;
}

import { brokenRows } from '../../contract/importedRecords.ts';
import { importById } from '../../contract/imports/registry.ts';
import { importedResource } from '../../contract/rateImports/resources.ts';
import type { Country } from '../../domain/country.ts';
import {
  checkImport,
  ROW,
  withBrokenRules,
  type Checked,
  type CheckedFile,
  type ImportFile,
  type ImportLookup,
} from '../../domain/import/check.ts';
import { coverageSentences } from '../../domain/import/coverage.ts';
import { holdsText, type ImportColumn, type ImportDeclaration } from '../../domain/import/declaration.ts';
import { describeError } from '../../domain/import/describe.ts';
import {
  CHANGE,
  diffImport,
  rowChanges,
  type ChangeName,
  type Diff,
  type ExistingRecords,
} from '../../domain/import/diff.ts';
import { cellsInStyle, CorrectedCells, isEmptyRow, rowsAlike, setCell } from '../../domain/import/edit.ts';
import { fileSheet } from '../../domain/import/fileSheet.ts';
import { overwriteOf } from '../../domain/import/overwrite.ts';
import { PlaceLookup } from '../../domain/import/places.ts';
import { openNumber, type NumberStyle } from '../../domain/rates/pastedNumbers.ts';
import { EMPTIED, NONE_WORD, writtenRule } from '../../domain/import/parseCell.ts';
import { RULE, RULE_LABELS, ruleName, type RuleName } from '../../domain/import/rules.ts';
import { CELL, cellText, numberText } from '../../domain/sheet/columns.ts';
import { shortDecimalText } from '../../domain/wholeNumber.ts';
import type { Deflate } from '../../domain/sheet/writeWorkbook.ts';
import type {
  CheckSummary,
  CompareSummary,
  ExcelApi,
  ImportCalls,
  ImportTarget,
  UnclearNumber,
} from '../../sync/excelClient/api.ts';
import type { ChangedRow, WrongRow } from '../../contract/importRows.ts';
import type { ImportMirror } from './mirror.ts';
import { workbookBlob } from './workbookBlob.ts';

type SessionApi = ImportCalls & Pick<ExcelApi, 'begin'>;

/** The number of unclear numbers among which an example is searched. */
const MOST_EXAMPLES = 10_000;

const NO_PLACES = { ids: [], names: [], parents: [], levels: [] };

/** An import in the worker: its files are checked together, corrected, and compared with the mirror. */
export class ImportSession implements SessionApi {
  private readonly mirrorOf: (userId: number) => ImportMirror;
  private readonly fileOf: (fileId: number) => ImportFile;
  private readonly deflate: Deflate;
  private mirror: ImportMirror | null = null;
  private target: { declaration: ImportDeclaration; entity: ImportTarget['entity'] } | null = null;
  private lookup: ImportLookup | null = null;
  private fileIds: readonly number[] = [];
  private files: ImportFile[] = [];
  private checked: Checked | null = null;
  private cells = new CorrectedCells();
  /** Errors by rule, in order; '' means all rules. */
  private ordered = new Map<RuleName | '', Int32Array>();
  private diff: Diff | null = null;
  /** Whether the comparison added errors to the check. */
  private hasBrokenRules = false;

  constructor(mirrorOf: (userId: number) => ImportMirror, fileOf: (fileId: number) => ImportFile, deflate: Deflate) {
    this.deflate = deflate;
    this.mirrorOf = mirrorOf;
    this.fileOf = fileOf;
  }

  get declaration(): ImportDeclaration {
    if (!this.target) throw new Error('no import has started');
    return this.target.declaration;
  }

  /** The import's country; null until the import begins. */
  get country(): ImportTarget['entity'] | null {
    return this.target?.entity ?? null;
  }

  async begin({ importId, entity, userId }: ImportTarget): Promise<null | { title: string }> {
    const declaration = importById(importId);
    if (!declaration) return null;
    this.mirror = this.mirrorOf(userId);
    this.target = { declaration, entity };
    this.lookup = null;
    this.forget();
    // Read while the person is still selecting a file. If that fails, the check reads it again.
    this.lookup = await this.mirror.lookup(entity, this.declaration.id).catch(() => null);
    return { title: declaration.title };
  }

  async check(fileIds: readonly number[]): Promise<CheckSummary> {
    this.fileIds = fileIds;
    this.files = fileIds.map(this.fileOf);
    this.cells = new CorrectedCells();
    return this.checkAgain();
  }

  async refresh(): Promise<CheckSummary> {
    this.lookup = null;
    return this.checkAgain();
  }

  async errors(from: number, count: number, rule?: RuleName) {
    const { checked, lookup } = this;
    if (!checked || !lookup) return [];
    return [...this.inOrder(checked, rule).subarray(from, from + count)].map(at => describeError(checked, lookup, at));
  }

  async wrongRows(from: number, count: number, rule?: RuleName): Promise<{ total: number; rows: readonly WrongRow[] }> {
    const { checked, lookup } = this;
    if (!checked || !lookup) return { total: 0, rows: [] };
    const { files, rows } = checked.errors;
    const ordered = this.inOrder(checked, rule);
    const found: WrongRow[] = [];
    let total = 0;
    for (let start = 0, end = 0; start < ordered.length; start = end) {
      const first = ordered[start] as number;
      const sameRow = (at: number): boolean => files[at] === files[first] && rows[at] === rows[first];
      while (end < ordered.length && sameRow(ordered[end] as number)) end += 1;
      if (total >= from && found.length < count) {
        const errors = [...ordered.subarray(start, end)].map(at => describeError(checked, lookup, at));
        found.push(this.wrongRow(checked, files[first] as number, rows[first] as number, errors));
      }
      total += 1;
    }
    return { total, rows: found };
  }

  async alike(key: string, value: string): Promise<number> {
    const column = this.columnAt(key);
    return this.files.reduce((sum, file, at) => sum + rowsAlike(file, column, value, this.kindsAt(at)).length, 0);
  }

  async edit(edits: Parameters<ExcelApi['edit']>[0]): Promise<CheckSummary> {
    for (const { fileId, row, key, text } of edits) {
      const at = this.fileIds.indexOf(fileId);
      const file = this.files[at];
      const place = file?.sheet.rowNumbers.subarray(0, file.sheet.rows).indexOf(row) ?? -1;
      if (!file || place < 0) continue;
      this.correct(at, place, this.columnAt(key), text);
      const now = this.files[at] as ImportFile;
      if (isEmptyRow(now, place)) this.cells.leaveOut(at, now, place);
    }
    return this.checkAgain();
  }

  async replace(key: string, value: string, by: string, fileIds = this.fileIds) {
    const column = this.columnAt(key);
    let replaced = 0;
    for (const [at, file] of this.files.entries()) {
      if (!fileIds.includes(this.fileIds[at] as number)) continue;
      const rows = rowsAlike(file, column, value, this.kindsAt(at));
      for (const row of rows) this.correct(at, row, column, by);
      replaced += rows.length;
    }
    return { ...(await this.checkAgain()), replaced };
  }

  async unclearNumber(): Promise<UnclearNumber | null> {
    const { checked, lookup } = this;
    if (!checked || !lookup) return null;
    const { files, rows, columns } = checked.errors;
    let first: UnclearNumber | null = null;
    for (const at of this.inOrder(checked, 'twoNumbers').subarray(0, MOST_EXAMPLES)) {
      const number = files[at] as number;
      const { sheet, match, fileName } = checked.files[number] as CheckedFile;
      const column = columns[at] as number;
      const { type } = this.declaration.columns[column] as ImportColumn;
      const text = cellText(sheet, match.columns[column] ?? -1, rows[at] as number);
      const open = openNumber(text, writtenRule(type, lookup.country));
      if (!open) continue;
      const unclear = { fileId: this.fileIds[number] as number, fileName, ...open };
      // A number with two meanings is the better example.
      if (open.point !== null && open.comma !== null) return unclear;
      first ??= unclear;
    }
    return first;
  }

  async writeNumbers(fileId: number, style: NumberStyle): Promise<CheckSummary> {
    const at = this.fileIds.indexOf(fileId);
    const { lookup } = this;
    if (at >= 0 && lookup)
      for (const [column, { type }] of this.declaration.columns.entries()) {
        if (type.kind !== 'integer' && type.kind !== 'decimal') continue;
        const rule = writtenRule(type, lookup.country);
        const cells = cellsInStyle(this.files[at] as ImportFile, column, style, rule, this.kindsAt(at));
        for (const { row, text } of cells) this.correct(at, row, column, text);
      }
    return this.checkAgain();
  }

  async valuesOf(key: string, most: number): Promise<readonly (number | string)[] | null> {
    const { checked } = this;
    const at = this.columnAt(key);
    const column = this.declaration.columns[at];
    if (!checked || !column) return null;
    const found = new Set<number | string>();
    for (const { values, rowKinds, wrong } of checked.files) {
      for (let row = 0; row < rowKinds.length; row++) {
        const value = values[at]?.[row];
        if (rowKinds[row] !== ROW.write || wrong[row] === 1 || value === undefined || Number.isNaN(value)) continue;
        found.add(holdsText(column.type) ? checked.texts.text(value) : value);
        if (found.size > most) return null;
      }
    }
    return [...found];
  }

  async workbook(fileId: number, errors: boolean): Promise<Blob> {
    const { checked, lookup } = this;
    const at = this.fileIds.indexOf(fileId);
    if (!checked || !lookup || at < 0) throw new Error(`file ${fileId} is not checked`);
    return workbookBlob([fileSheet(checked, at, errors ? lookup : null)], this.deflate);
  }

  async compare(): Promise<CompareSummary> {
    // The current records may no longer break a rule that they broke in the last comparison.
    if (this.hasBrokenRules) await this.checkAgain();
    const { lookup, mirror, target } = this;
    if (!this.checked || !lookup || !mirror || !target) throw new Error('nothing is checked');
    const { records, asOf, since } = await mirror.cached(target.entity, this.checked);
    const { checked, diff } = this.ruled(this.checked, records, target.entity);
    this.hasBrokenRules = checked !== this.checked;
    this.checked = checked;
    this.diff = diff;
    this.ordered = new Map();
    const check = this.hasBrokenRules ? this.summaryOf(checked, lookup) : null;
    const meaning = coverageSentences(checked, diff, lookup, this.declaration.title.toLowerCase());
    const overwrite = overwriteOf(this.declaration, diff, target.entity);
    return { check, counts: diff.counts, meaning, overwrite, notCached: [...(records.notCached ?? [])], asOf, since };
  }

  async changes(change: ChangeName, from: number, count: number): Promise<readonly ChangedRow[]> {
    const { checked, diff } = this;
    if (!checked || !diff) return [];
    const rows: ChangedRow[] = [];
    let seen = 0;
    for (const [number, { changes }] of diff.files.entries()) {
      for (let row = 0; row < changes.length && rows.length < count; row++) {
        if (changes[row] !== CHANGE[change]) continue;
        if (seen++ >= from) rows.push(this.changedRow(checked, diff, number, row, change));
      }
    }
    if (change !== 'removed') return rows;
    // Records removed by a replacing import are not in any row of a file.
    const first = Math.max(0, from - seen);
    const more = diff.removedRecords.subarray(first, first + count - rows.length);
    return [...rows, ...[...more].map(record => this.replacedRecord(checked, diff, record))];
  }

  private async checkAgain(): Promise<CheckSummary> {
    const { entity } = this.target ?? { entity: undefined };
    if (!entity) throw new Error('no import has started');
    // Records that were missing may have been loaded since.
    if (!this.lookup || this.lookup.noReferences) {
      this.lookup = (await this.mirror?.lookup(entity, this.declaration.id)) ?? unknownLookup(entity);
    }
    const { lookup } = this;
    this.forget();
    const checked = checkImport(this.declaration, this.files, lookup);
    this.checked = checked;
    return this.summaryOf(checked, lookup);
  }

  /** Compares the rows. Those that break a rule together with the records become errors of the check. */
  private ruled(checked: Checked, records: ExistingRecords, country: Country): { checked: Checked; diff: Diff } {
    const diff = diffImport(checked, records);
    const resource = importedResource(this.declaration.id);
    const broken = resource ? brokenRows(resource, country, checked, diff) : [];
    if (broken.length === 0) return { checked, diff };
    const marked = withBrokenRules(checked, broken);
    return { checked: marked, diff: diffImport(marked, records) };
  }

  private summaryOf(checked: Checked, lookup: ImportLookup): CheckSummary {
    const byRule = [...checked.errors.byRule.entries()]
      .filter(([, errors]) => errors > 0)
      .map(([code, errors]) => ({ rule: ruleName(code), label: RULE_LABELS[ruleName(code)], errors }))
      .sort((a, b) => b.errors - a.errors);
    const wrongFiles = this.fileIds.filter((_, at) => checked.files[at]?.wrong.includes(1));
    return {
      ...checked.counts,
      errors: checked.errors.total,
      byRule,
      unchecked: lookup.noReferences ? kindsReferredTo(this.declaration) : [],
      wrongFiles,
      byFile: checked.fileCounts.map(({ rows, skipped }, at) => ({
        fileId: this.fileIds[at] as number,
        rows,
        skipped: skipped - this.cells.rowsLeftOutOf(at),
        otherNames: checked.files[at]?.otherNames ?? [],
      })),
      corrected: this.cells.count,
      leftOut: this.cells.rowsLeftOut,
    };
  }

  private correct(at: number, row: number, column: number, text: string): void {
    const file = setCell(this.files[at] as ImportFile, row, column, text);
    this.files[at] = file;
    this.cells.add(at, file, row, column);
  }

  private forget(): void {
    this.checked = null;
    this.diff = null;
    this.hasBrokenRules = false;
    this.ordered = new Map();
  }

  private inOrder(checked: Checked, rule?: RuleName): Int32Array {
    let ordered = this.ordered.get(rule ?? '');
    if (!ordered) this.ordered.set(rule ?? '', (ordered = checked.errors.inOrder(rule && RULE[rule])));
    return ordered;
  }

  private wrongRow({ files }: Checked, number: number, row: number, errors: WrongRow['errors']): WrongRow {
    const { sheet, match, fileName, places: found } = files[number] as CheckedFile;
    const cells = Object.fromEntries(
      this.declaration.columns.map(({ key }, at) => {
        const from = match.columns[at] ?? -1;
        return [key, from < 0 ? '' : cellText(sheet, from, row)];
      }),
    );
    const { columns, key, places = [] } = this.declaration;
    const filled = columns.filter(
      (_, at) => (sheet.columns[match.columns[at] ?? -1]?.kinds[row] ?? CELL.empty) !== CELL.empty,
    );
    const named = columns.filter(column => key.includes(column.key) && cells[column.key] !== '');
    return {
      fileId: this.fileIds[number] as number,
      fileName,
      row: sheet.rowNumbers[row] as number,
      cells,
      filled: filled.map(column => column.key),
      places: places.map(({ names }, group) => {
        const said = names.flatMap(name => cells[name] || []);
        const at = found[group]?.[row] ?? -1;
        return said.length > 0 || at < 0 ? said : (this.lookup?.places.path(at) ?? []);
      }),
      key: Object.fromEntries(named.map(column => [column.header, cells[column.key] ?? ''])),
      errors,
    };
  }

  private kindsAt(at: number): Uint8Array | undefined {
    return this.checked?.files[at]?.rowKinds;
  }

  private columnAt(key: string): number {
    return this.declaration.columns.findIndex(column => column.key === key);
  }

  private replacedRecord(checked: Checked, { records, columns }: Diff, record: number): ChangedRow {
    const text = (column: ImportColumn, values: ArrayLike<number> | undefined) =>
      valueText(column, values?.[record] ?? null, checked);
    const key = Object.fromEntries(
      this.declaration.key.map((name, at) => {
        const column = this.declaration.columns[this.columnAt(name)] as ImportColumn;
        return [column.header, text(column, records.keys[at]) ?? ''];
      }),
    );
    const cells = columns.map((column, at) => ({
      header: column.header,
      before: text(column, records.values[at]),
      after: null,
    }));
    return { fileName: '', row: 0, change: 'removed', places: [], key, cells };
  }

  private changedRow(checked: Checked, diff: Diff, number: number, row: number, change: ChangeName): ChangedRow {
    const file = checked.files[number];
    if (!file) throw new Error(`file ${number} is not there`);
    const key = Object.fromEntries(
      this.declaration.key.map(name => {
        const at = this.columnAt(name);
        const column = this.declaration.columns[at] as ImportColumn;
        return [column.header, valueText(column, file.values[at]?.[row] ?? null, checked) ?? ''];
      }),
    );
    const cells = rowChanges(checked, diff, number, row).map(({ column, before, after }) => ({
      header: column.header,
      before: valueText(column, before, checked),
      after: valueText(column, after, checked),
    }));
    const places = file.places.map(group => {
      const at = group[row] ?? -1;
      return at < 0 ? [] : (this.lookup?.places.path(at) ?? []);
    });
    return { fileName: file.fileName, row: file.sheet.rowNumbers[row] as number, change, places, key, cells };
  }
}

/** The kinds of records to which an import's rows refer. */
function kindsReferredTo({ columns, places = [] }: ImportDeclaration): CheckSummary['unchecked'] {
  const named = columns.flatMap(({ type }) => (type.kind === 'id' && type.of ? [type.of] : []));
  return [...new Set([...named, ...places.map(() => 'location' as const)])];
}

/** The lookup used until the country's places are on the device. */
const unknownLookup = (entity: ImportLookup['country']): ImportLookup => ({
  country: entity,
  ownerName: () => null,
  ownerIds: () => [],
  places: new PlaceLookup(NO_PLACES),
  noReferences: true,
});

/** A value formatted as in exports; null if it is missing. */
export function valueText(
  { type }: ImportColumn,
  value: number | null,
  { texts }: Pick<Checked, 'texts'>,
): string | null {
  if (value === null || !Number.isFinite(value)) return null;
  if (value === EMPTIED) return NONE_WORD;
  switch (type.kind) {
    case 'choice':
      return type.choices.find(choice => choice.value === value)?.label ?? numberText(value);
    case 'yesNo':
      return value === 1 ? 'Yes' : 'No';
    case 'decimal':
      return type.whole ? shortDecimalText(value, type.scale) : numberText(value);
    case 'date':
    case 'text':
    case 'postcode':
      return texts.text(value);
    case 'own':
      return type.holds === 'text' ? texts.text(value) : (type.write?.(value, undefined) ?? numberText(value));
    default:
      return numberText(value);
  }
}

import type { SheetData } from './columns.ts';
import { unescapeXml } from './xmlText.ts';

/** Runs of row or column numbers in ascending order, each given by its first and last number. */
export type RowRuns = readonly (readonly [from: number, to: number])[];

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s(?:[^\\s<>=:"']+:)?${name}\\s*=\\s*["']([^"']*)["']`).exec(tag)?.[1];

/** The hidden rows of a worksheet part, whether hidden by a person, a filter or a collapsed outline. */
export function hiddenInWorksheet(xml: string): RowRuns {
  const runs: [number, number][] = [];
  let number = 0;
  for (const [tag] of xml.matchAll(/<(?:[^\s<>/:]+:)?row(?=[\s/>])[^<>]*>/g)) {
    number = Number(attribute(tag, 'r') ?? number + 1);
    if (/^(?:1|true)$/.test(attribute(tag, 'hidden') ?? '')) runs.push([number, number]);
  }
  return runs;
}

/** The zero-based columns that a worksheet's `col` tag hides; null if it hides none. */
export function hiddenByTag(tag: string): [number, number] | null {
  if (!/^(?:1|true)$/.test(attribute(tag, 'hidden') ?? '')) return null;
  const from = Number(attribute(tag, 'min'));
  return from > 0 ? [from - 1, Number(attribute(tag, 'max') ?? from) - 1] : null;
}

/** The hidden columns of a worksheet part, zero-based. */
export const hiddenColumnsInWorksheet = (xml: string): RowRuns =>
  [
    ...xml
      .slice(0, Math.max(0, xml.search(/<(?:[^\s<>/:]+:)?sheetData[\s/>]/)))
      .matchAll(/<(?:[^\s<>/:]+:)?col(?=[\s/>])[^<>]*>/g),
  ].flatMap(([tag]) => {
    const run = hiddenByTag(tag);
    return run ? [run] : [];
  });

const COLUMN_TAG = /<(\/?)(?:[^\s<>/:"]*:)?(table|table-column|table-column-group)(?=[\s/>])[^<>]*>/g;

/** The hidden columns of the tables in an OpenDocument part, zero-based, by table name. */
export function hiddenColumnsInTables(xml: string): ReadonlyMap<string, RowRuns> {
  const tables = new Map<string, RowRuns>();
  let runs: [number, number][] = [];
  let number = 0;
  let folded: boolean[] = [];
  for (const [tag, closing, name] of xml.matchAll(COLUMN_TAG)) {
    if (name === 'table') {
      if (closing) continue;
      runs = [];
      number = 0;
      folded = [];
      tables.set(unescapeXml(attribute(tag, 'name') ?? ''), runs);
    } else if (name === 'table-column-group') {
      if (closing) folded.pop();
      else if (!tag.endsWith('/>')) folded.push(attribute(tag, 'display') === 'false');
    } else if (!closing) {
      const count = Number(attribute(tag, 'number-columns-repeated') ?? 1) || 1;
      const isHidden = folded.includes(true) || /^(?:collapse|filter)$/.test(attribute(tag, 'visibility') ?? '');
      if (isHidden) runs.push([number, number + count - 1]);
      number += count;
    }
  }
  return tables;
}

const TABLE_TAG = /<(\/?)(?:[^\s<>/:"]*:)?(table|table-row|table-row-group)(?=[\s/>])[^<>]*>/g;

/** The hidden rows of the tables in an OpenDocument part, by table name. */
export function hiddenInTables(xml: string): ReadonlyMap<string, RowRuns> {
  const tables = new Map<string, RowRuns>();
  let runs: [number, number][] = [];
  let number = 1;
  /** Whether each group that contains the current row is collapsed. */
  let folded: boolean[] = [];
  for (const [tag, closing, name] of xml.matchAll(TABLE_TAG)) {
    if (name === 'table') {
      if (closing) continue;
      runs = [];
      number = 1;
      folded = [];
      tables.set(unescapeXml(attribute(tag, 'name') ?? ''), runs);
    } else if (name === 'table-row-group') {
      if (closing) folded.pop();
      else if (!tag.endsWith('/>')) folded.push(attribute(tag, 'display') === 'false');
    } else if (!closing) {
      const count = Number(attribute(tag, 'number-rows-repeated') ?? 1) || 1;
      const hidden = folded.includes(true) || /^(?:collapse|filter)$/.test(attribute(tag, 'visibility') ?? '');
      if (hidden) runs.push([number, number + count - 1]);
      number += count;
    }
  }
  return tables;
}

/** Adds the number of hidden stored rows, and the hidden columns, to a sheet. */
export function withHidden(sheet: SheetData, runs: RowRuns = [], hiddenColumns: RowRuns = []): SheetData {
  let hidden = 0;
  let at = 0;
  for (let row = 0; row < sheet.rows && at < runs.length; row++) {
    const number = sheet.rowNumbers[row] as number;
    while (at < runs.length && (runs[at]?.[1] ?? 0) < number) at += 1;
    if ((runs[at]?.[0] ?? Infinity) <= number) hidden += 1;
  }
  return { ...sheet, hiddenRows: hidden, hiddenColumns };
}

import { shownAs } from './numberFormat.ts';
import { partName } from './zip.ts';
import { tags } from './xmlTags.ts';

/** A relationship between parts of a workbook. */
export interface Relation {
  /**
   * The last word of its type, which the strict variant has as well: "worksheet", "sharedStrings", "styles",
   * "officeDocument". Types of extensions are kept in full.
   */
  kind: string;
  /** The name of the target part, as in the zip's directory. */
  target: string;
}

const EXTENSIONS = 'http://schemas.microsoft.com/';

/**
 * Parses a part's relationships, by id. Targets may be absolute ("/xl/a.xml") or relative ("worksheets/a.xml",
 * "../a.xml"); targets outside the file are skipped.
 * @param folder the folder of the part that has the relationships, such as "xl"
 */
export function readRelations(xml: string, folder: string): Map<string, Relation> {
  const found = new Map<string, Relation>();
  for (const { attributes, kind, path } of tags(xml, new Set(['Relationship']))) {
    if (kind === 'close' || path !== '/Relationships' || attributes['TargetMode'] === 'External') continue;
    const { Id: id, Type: type = '', Target: target = '' } = attributes;
    if (id === undefined) continue;
    const word = type.startsWith(EXTENSIONS) ? type : type.slice(type.lastIndexOf('/') + 1);
    found.set(id, { kind: word, target: resolveTarget(target, folder) });
  }
  return found;
}

function resolveTarget(target: string, folder: string): string {
  const clean = target.replaceAll('\\', '/');
  if (clean.startsWith('/')) return partName(clean);
  const steps = folder === '' ? [] : folder.split('/');
  for (const step of clean.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '.' && step !== '') steps.push(step);
  }
  return partName(steps.join('/'));
}

export interface WorkbookSheet {
  name: string;
  hidden: boolean;
  /** The id of the relationship that refers to the sheet's part. */
  relation: string;
}

/** Parses the list of sheets, in order, and whether dates are counted from 1904. */
export function readWorkbook(xml: string): { sheets: WorkbookSheet[]; date1904: boolean } {
  const sheets: WorkbookSheet[] = [];
  let date1904 = false;
  for (const { name, kind, attributes, path } of tags(xml, new Set(['workbookPr', 'sheet']))) {
    if (kind === 'close') continue;
    if (name === 'workbookPr' && path === '/workbook') {
      date1904 = ['1', 'true', 'on'].includes((attributes['date1904'] ?? '').trim());
    } else if (name === 'sheet' && path === '/workbook/sheets') {
      const state = attributes['state'] ?? 'visible';
      sheets.push({
        name: attributes['name'] ?? '',
        hidden: state === 'hidden' || state === 'veryHidden',
        relation: attributes['r:id'] ?? '',
      });
    }
  }
  return { sheets, date1904 };
}

/** For each cell style (by position in cellXfs), how it displays a number (`SHOWS`), or 0. */
export function readNumberStyles(xml: string): Uint8Array {
  const codes = new Map<number, string>();
  const styles: number[] = [];
  for (const { name, kind, attributes, path } of tags(xml, new Set(['numFmt', 'xf']))) {
    if (kind === 'close') continue;
    // The formats of conditional styles and extensions are ignored.
    if (name === 'numFmt' && path === '/styleSheet/numFmts') {
      codes.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '');
    } else if (name === 'xf' && path === '/styleSheet/cellXfs') {
      const id = Number(attributes['numFmtId'] ?? 0);
      styles.push(shownAs(id, codes.get(id)));
    }
  }
  return Uint8Array.from(styles);
}

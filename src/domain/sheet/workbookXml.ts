import { cutText } from '../storableText.ts';
import { columnLetter } from './columns.ts';
import { LIMITS } from './limits.ts';

/** The XML of workbooks written by us: strings are inline, and the heading row is bold and frozen. */

export type Cell = string | number;

export interface Column {
  heading: string;
  /** The width of the column, in characters. */
  width: number;
  /** Whether new cells of the column are formatted as text, so that leading zeros and long ids are preserved. */
  text?: boolean;
  /** Whether the column's cells repeat a few words: each word is then stored only once, and cells refer to it. */
  words?: boolean;
}

/** The words that the cells of a workbook refer to, in index order. */
export class Words {
  private readonly numbers = new Map<string, number>();
  /** The number of cells that refer to a word. */
  private named = 0;

  numberOf(word: string): number {
    this.named += 1;
    let number = this.numbers.get(word);
    if (number === undefined) this.numbers.set(word, (number = this.numbers.size));
    return number;
  }

  /** The part that contains all words. */
  xml(): string {
    const items = [...this.numbers.keys()].map(
      word => `<si><t xml:space="preserve">${escapeXml(cellText(word))}</t></si>`,
    );
    const counts = `count="${this.named}" uniqueCount="${this.numbers.size}"`;
    return `${XML}<sst xmlns="${MAIN}" ${counts}>${items.join('')}</sst>`;
  }
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const isForbidden = (code: number): boolean =>
  (code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d) || code === 0xfffe || code === 0xffff;

const escapeCode = (code: number): string => `_x${code.toString(16).toUpperCase().padStart(4, '0')}_`;

/** Most strings contain nothing to escape. */
const PLAIN = /^[ !#-%'-;=?-^`-~]*$/;

/**
 * Escapes a string. Control characters cannot occur in XML at all; spreadsheets write them as _x0007_, and so do we.
 */
export function escapeXml(text: string): string {
  if (PLAIN.test(text)) return text;
  let safe = text.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');
  if ([...safe].some(character => isForbidden(character.charCodeAt(0)))) {
    safe = [...safe].map(c => (isForbidden(c.charCodeAt(0)) ? escapeCode(c.charCodeAt(0)) : c)).join('');
  }
  return safe.replace(/[&<>"]/g, character => ENTITIES[character] as string);
}

/** Sheet names have at most 31 characters and contain none of these. Names from other file formats may. */
const sheetName = (title: string): string =>
  title
    .replace(/[[\]:*?/\\]/g, ' ')
    .slice(0, 31)
    .trim() || 'Sheet1';

/**
 * Truncates a string to the maximum length of a cell: if a cell is longer, such as one with very many errors, Excel
 * reports the workbook as damaged.
 */
const cellText = (text: string): string => (text.length <= LIMITS.cellText ? text : cutText(text, LIMITS.cellText));

/**
 * @param styles the style of each cell, or one style for all cells
 * @param words the word to which each cell refers; null or omitted if the cell contains its text itself
 */
export function rowXml(
  cells: readonly Cell[],
  number: number,
  names: readonly string[],
  styles: string | readonly string[],
  words: readonly (Words | null)[] = [],
): string {
  let xml = `<row r="${number}">`;
  for (let index = 0; index < cells.length; index++) {
    const cell = cells[index] as Cell;
    if (cell === '') continue;
    const said = words[index];
    const place = `r="${names[index]}${number}"${typeof styles === 'string' ? styles : styles[index]}`;
    if (typeof cell === 'number') xml += `<c ${place}><v>${cell}</v></c>`;
    else if (said) xml += `<c ${place} t="s"><v>${said.numberOf(cell)}</v></c>`;
    else xml += `<c ${place} t="inlineStr"><is><t xml:space="preserve">${escapeXml(cellText(cell))}</t></is></c>`;
  }
  return `${xml}</row>`;
}

/** The beginning of a worksheet, up to and including its heading row. The rows follow, and then SHEET_END. */
export const sheetStart = (columns: readonly Column[], names: readonly string[]): string =>
  `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" ` +
  `activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>` +
  columns
    .map(
      ({ width, text }, i) =>
        `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"${text ? ' style="2"' : ''}/>`,
    )
    .join('') +
  `</cols><sheetData>${rowXml(
    columns.map(column => column.heading),
    1,
    names,
    ' s="1"',
  )}`;

const STYLES =
  `${XML}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>` +
  '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/>' +
  '</fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders>' +
  '<cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/>' +
  '<xf xfId="0" numFmtId="49" applyNumberFormat="1"/>' +
  '</cellXfs></styleSheet>';

/** The parts that list the sheets and the words. They are written last, when the contents are known. */
export function frame(titles: readonly string[], words: Words | null = null): Record<string, string> {
  const numbers = titles.map((_, index) => index + 1);
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  return {
    'xl/workbook.xml':
      `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>` +
      numbers
        .map(n => `<sheet name="${escapeXml(sheetName(titles[n - 1] ?? ''))}" sheetId="${n}" r:id="rId${n}"/>`)
        .join('') +
      '</sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      `${XML}<Relationships xmlns="${PACKAGE}/relationships">` +
      numbers
        .map(n => `<Relationship Id="rId${n}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${n}.xml"/>`)
        .join('') +
      `<Relationship Id="rId${titles.length + 1}" Type="${RELATIONS}/styles" Target="styles.xml"/>` +
      (words
        ? `<Relationship Id="rId${titles.length + 2}" Type="${RELATIONS}/sharedStrings" Target="sharedStrings.xml"/>`
        : '') +
      '</Relationships>',
    'xl/styles.xml': STYLES,
    ...(words ? { 'xl/sharedStrings.xml': words.xml() } : {}),
    '_rels/.rels':
      `${XML}<Relationships xmlns="${PACKAGE}/relationships">` +
      `<Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    '[Content_Types].xml':
      `${XML}<Types xmlns="${PACKAGE}/content-types">` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      `<Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/>` +
      `<Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/>` +
      (words ? `<Override PartName="/xl/sharedStrings.xml" ContentType="${type}.sharedStrings+xml"/>` : '') +
      numbers
        .map(n => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${type}.worksheet+xml"/>`)
        .join('') +
      '</Types>',
  };
}

export const SHEET_END = '</sheetData></worksheet>';

/** Column names as they are used in cell addresses. */
export const columnNames = (columns: readonly unknown[]): string[] => columns.map((_, at) => columnLetter(at));

/** The styles of a row's cells; those in text columns are formatted as text. */
export const cellStyles = (columns: readonly Column[]): string[] => columns.map(({ text }) => (text ? ' s="2"' : ''));

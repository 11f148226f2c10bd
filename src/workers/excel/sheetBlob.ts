import { columnLetter } from '../../domain/sheet/columns.ts';
import { zipBlob } from './zipWriter.ts';

/** A cell that is written: a number, a text, or nothing. */
export type WrittenCell = string | number | null;

export interface WrittenSheet {
  name: string;
  /** Headings, bold and frozen. */
  headings: readonly string[];
  /** Of each column, in characters. */
  widths: readonly number[];
  rows: Iterable<readonly WrittenCell[]>;
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Characters of XML that are compressed at once. */
const PIECE = 65_536;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
// oxlint-disable-next-line no-control-regex -- those that XML cannot hold, and what a spreadsheet would take for one of them
const ESCAPED = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/g;

const escapeText = (text: string): string =>
  text
    .replace(ESCAPED, c => `_x${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replace(/[&<>"]/g, c => ENTITIES[c] as string);

function rowXml(cells: readonly WrittenCell[], number: number, letters: readonly string[], style: string): string {
  let xml = `<row r="${number}">`;
  for (let at = 0; at < cells.length; at++) {
    const cell = cells[at];
    if (cell === null || cell === undefined || cell === '') continue;
    const place = `r="${letters[at]}${number}"${style}`;
    xml +=
      typeof cell === 'number'
        ? `<c ${place}><v>${cell}</v></c>`
        : `<c ${place} t="inlineStr"><is><t xml:space="preserve">${escapeText(cell)}</t></is></c>`;
  }
  return `${xml}</row>`;
}

function* sheetXml({ headings, widths, rows }: WrittenSheet): Generator<string> {
  const letters = headings.map((_, at) => columnLetter(at));
  const cols = widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`);
  let xml =
    `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" ` +
    `activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
    `${cols.length > 0 ? `<cols>${cols.join('')}</cols>` : ''}<sheetData>${rowXml(headings, 1, letters, ' s="1"')}`;
  let number = 1;
  for (const cells of rows) {
    number += 1;
    xml += rowXml(cells, number, letters, '');
    if (xml.length > PIECE) {
      yield xml;
      xml = '';
    }
  }
  yield `${xml}</sheetData></worksheet>`;
}

const relation = (id: string, kind: string, target: string): string =>
  `<Relationship Id="${id}" Type="${RELATIONS}/${kind}" Target="${target}"/>`;
const relations = (...all: string[]): string =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`;
const override = (part: string, kind: string): string =>
  `<Override PartName="/xl/${part}" ContentType="${TYPE}.${kind}+xml"/>`;

/** Names of sheets have at most 31 characters and none of these. */
const sheetName = (name: string): string =>
  escapeText(
    name
      .replace(/[[\]:*?/\\]/g, ' ')
      .slice(0, 31)
      .trim() || 'Sheet1',
  );

/** Writes a sheet as an .xlsx workbook row by row: texts inline, so that none is taken for a number or a formula. */
export function sheetBlob(sheet: WrittenSheet): Promise<Blob> {
  const parts: Readonly<Record<string, Iterable<string>>> = {
    '[Content_Types].xml': [
      `${XML}<Types xmlns="${PACKAGE}/content-types">` +
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
        override('workbook.xml', 'sheet.main') +
        override('worksheets/sheet1.xml', 'worksheet') +
        override('styles.xml', 'styles') +
        '</Types>',
    ],
    '_rels/.rels': [relations(relation('rId1', 'officeDocument', 'xl/workbook.xml'))],
    'xl/workbook.xml': [
      `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="${sheetName(sheet.name)}" sheetId="1" ` +
        'r:id="rId1"/></sheets></workbook>',
    ],
    'xl/_rels/workbook.xml.rels': [
      relations(relation('rId1', 'worksheet', 'worksheets/sheet1.xml'), relation('rId2', 'styles', 'styles.xml')),
    ],
    'xl/styles.xml': [
      `${XML}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>` +
        '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill ' +
        'patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/>' +
        '</borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf xfId="0"/><xf xfId="0" fontId="1" ' +
        'applyFont="1"/></cellXfs></styleSheet>',
    ],
    'xl/worksheets/sheet1.xml': sheetXml(sheet),
  };
  return zipBlob(
    Object.entries(parts).map(([name, text]) => ({ name, text })),
    `${TYPE}.sheet`,
  );
}

import { zipOf, type Packed, type ZipOptions } from './zipFile.ts';

/** Builds .xlsx files from XML, so that tests can create what spreadsheet programs rarely write. */

export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const STRICT = 'http://purl.oclc.org/ooxml/spreadsheetml/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const STRICT_OFFICE = 'http://purl.oclc.org/ooxml/officeDocument/relationships';

export interface SheetXml {
  name: string;
  /** The contents of sheetData, or a whole part if the text begins with "<?xml" or "<worksheet". */
  xml: string;
  state?: 'hidden' | 'veryHidden';
}

export interface WorkbookXml {
  sheets: readonly SheetXml[];
  /** The contents of the `sst` element. */
  shared?: string;
  /** The whole styles part. */
  styles?: string;
  date1904?: boolean;
  strict?: boolean;
  /** Prefix of the main namespace in the workbook and the sheets. */
  prefix?: string;
  /** Writes relationship targets as "/xl/...". */
  absolute?: boolean;
  /** Additional parts, or replacements for existing ones. */
  parts?: Readonly<Record<string, string | Uint8Array | Packed>>;
  zip?: ZipOptions;
}

/** cellXfs with the usual test styles: 0 General, 1 date, 2 date and time, 3 text, 4 custom date, 5 custom number. */
export const STYLES =
  `<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="dd\\-mmm\\-yyyy;@"/>` +
  '<numFmt numFmtId="165" formatCode="&quot;dmy &quot;#,##0.00_);[Red]\\(#,##0.00\\)"/></numFmts>' +
  '<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="1"><fill/></fills>' +
  '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="14"/></cellStyleXfs>' +
  '<cellXfs count="6"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/><xf numFmtId="49"/>' +
  '<xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

export function workbookOf(book: WorkbookXml): Uint8Array<ArrayBuffer> {
  const main = book.strict ? STRICT : MAIN;
  const office = book.strict ? STRICT_OFFICE : OFFICE;
  const p = book.prefix ? `${book.prefix}:` : '';
  const ns = book.prefix ? `xmlns:${book.prefix}` : 'xmlns';
  const target = (name: string) => (book.absolute ? `/xl/${name}` : name);
  const relation = (id: string, kind: string, name: string) =>
    `<Relationship Id="${id}" Type="${office}/${kind}" Target="${target(name)}"/>`;
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const override = (name: string, kind: string) =>
    `<Override PartName="/xl/${name}" ContentType="${type}.${kind}+xml"/>`;
  const parts: Record<string, string | Uint8Array | Packed> = {
    '[Content_Types].xml':
      `${XML}<Types xmlns="${PACKAGE}/content-types">` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      override('workbook.xml', 'sheet.main') +
      book.sheets.map((_, i) => override(`worksheets/sheet${i + 1}.xml`, 'worksheet')).join('') +
      (book.shared === undefined ? '' : override('sharedStrings.xml', 'sharedStrings')) +
      override('styles.xml', 'styles') +
      '</Types>',
    '_rels/.rels':
      `${XML}<Relationships xmlns="${PACKAGE}/relationships">` +
      `<Relationship Id="rId1" Type="${office}/officeDocument" Target="${book.absolute ? '/' : ''}xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml':
      `${XML}<${p}workbook ${ns}="${main}" xmlns:r="${office}">` +
      (book.date1904 ? `<${p}workbookPr date1904="1"/>` : '') +
      `<${p}sheets>` +
      book.sheets
        .map(
          ({ name, state }, i) =>
            `<${p}sheet name="${name}" sheetId="${i + 1}"${state ? ` state="${state}"` : ''} r:id="rId${i + 1}"/>`,
        )
        .join('') +
      `</${p}sheets></${p}workbook>`,
    'xl/_rels/workbook.xml.rels':
      `${XML}<Relationships xmlns="${PACKAGE}/relationships">` +
      book.sheets.map((_, i) => relation(`rId${i + 1}`, 'worksheet', `worksheets/sheet${i + 1}.xml`)).join('') +
      (book.shared === undefined ? '' : relation('rIdS', 'sharedStrings', 'sharedStrings.xml')) +
      relation('rIdY', 'styles', 'styles.xml') +
      '</Relationships>',
    'xl/styles.xml': XML + (book.styles ?? STYLES),
  };
  for (const [i, { xml }] of book.sheets.entries()) {
    parts[`xl/worksheets/sheet${i + 1}.xml`] = /^<(\?xml|worksheet)/.test(xml)
      ? xml
      : `${XML}<${p}worksheet ${ns}="${main}"><${p}sheetData>${xml}</${p}sheetData></${p}worksheet>`;
  }
  if (book.shared !== undefined) {
    parts['xl/sharedStrings.xml'] = `${XML}<${p}sst ${ns}="${main}">${book.shared}</${p}sst>`;
  }
  return zipOf({ ...parts, ...book.parts }, book.zip);
}

/** A workbook with a single sheet. */
export const sheetOf = (xml: string, book: Omit<WorkbookXml, 'sheets'> = {}): Uint8Array<ArrayBuffer> =>
  workbookOf({ ...book, sheets: [{ name: 'Sheet1', xml }] });

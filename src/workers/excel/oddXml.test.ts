import { describe, expect, it } from 'vitest';
import {
  cellsOf,
  ODD_ROW,
  openFile,
  readHandedOver,
  readOracle,
  readOurs,
  type Cells,
} from '../../../tests/support/readBoth.ts';
import { MAIN, sheetOf, workbookOf, type WorkbookXml } from '../../../tests/support/workbookFile.ts';
import { zipOf } from '../../../tests/support/zipFile.ts';
import { cellText } from '../../domain/sheet/columns.ts';

/** XML that programs rarely write, of which both readers return the correct values. */

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const X14 = 'http://schemas.microsoft.com/office/spreadsheetml/2009/9/main';
const SHARED = '<si><t>zero</t></si><si><t>one</t></si>';

/** Reads a sheet with both readers, and again with a prefix on all elements of the main namespace. */
async function everyWay(rows: string, book: Omit<WorkbookXml, 'sheets'> = {}): Promise<Cells[]> {
  const prefixed = (xml: string) => xml.replace(/<(\/?)(row|c|v|f|is|t|r|si|extLst|ext)(?=[\s/>])/g, '<$1x:$2');
  const shared = book.shared ?? SHARED;
  const plain = { ...book, shared };
  const other = { ...book, shared: prefixed(shared), prefix: 'x' };
  const one = async (read: Promise<Record<string, Cells>>) => (await read)['Sheet1'] as Cells;
  return [
    await one(readOurs(sheetOf(rows, plain))),
    await one(readHandedOver(sheetOf(rows + ODD_ROW, plain))),
    await one(readOurs(sheetOf(prefixed(rows), other))),
    await one(readHandedOver(sheetOf(prefixed(rows + ODD_ROW), other))),
  ];
}

const same = (cells: Cells): Cells[] => [cells, cells, cells, cells];

describe('reading unusual cells', () => {
  const CASES: readonly [what: string, rows: string, cells: Cells, book?: Omit<WorkbookXml, 'sheets'>][] = [
    [
      'a comment within a string',
      '<row r="1"><c r="A1" t="inlineStr"><is><t>x<!-- c -->y</t></is></c><c r="B1" t="str"><v>a<!-- <v>b</v> -->c</v></c><c r="C1" t="s"><v>0</v></c></row>',
      { A1: 'xy', B1: 'ac', C1: 'mn' },
      { shared: '<si><t>m<!-- </t></si> -->n</t></si>' },
    ],
    [
      'a comment within a number, a reference, a formula, and between elements',
      '<row r="1"><!-- <c r="Z1"><v>1</v></c> --><c r="A1"><!-- c --><v>1<!-- 2 -->3</v><!-- c --></c><c r="B1" t="s"><v><!-- 0 -->1</v></c><c r="C1"><f>A1<!-- </f> --></f><v>4</v></c></row>',
      { A1: 13, B1: 'one', C1: 4 },
    ],
    [
      'CDATA',
      '<row r="1"><c r="A1" t="str"><v><![CDATA[<b> & </b>]]> &amp;</v></c><c r="B1" t="inlineStr"><is><t>a<![CDATA[]<>]]>b</t></is></c><c r="C1"><v><![CDATA[7]]></v></c></row>',
      { A1: '<b> & </b> &', B1: 'a]<>b', C1: 7 },
    ],
    ['lowercase references', '<row r="1"><c r="a1"><v>1</v></c><c r="aB1"><v>2</v></c></row>', { A1: 1, AB1: 2 }],
    [
      'elements of an extension',
      `<row r="1" xmlns:y="${X14}"><y:c r="C1"><y:v>9</y:v></y:c><c r="A1"><y:v>8</y:v><v>1</v><y:f>9</y:f></c><c r="B1" t="inlineStr"><is><y:t>no</y:t><t>yes</t><y:r><y:t>no</y:t></y:r></is></c><y:row/></row>` +
        `<y:row r="2" xmlns:y="${X14}"><y:c r="A2"><y:v>5</y:v></y:c></y:row><row r="3"><c r="A3" t="s"><v>1</v></c></row>`,
      { A1: 1, B1: 'yes', A3: 'own' },
      { shared: `<y:si xmlns:y="${X14}"><y:t>other</y:t></y:si><si><t>zero</t></si><si><t>own</t></si>` },
    ],
    [
      'an escaped zero, which stays as written',
      '<row r="1"><c r="A1" t="str"><v>a_x0000_b_x0041_</v></c></row>',
      { A1: 'a_x0000_bA' },
    ],
    [
      'extension lists',
      `<row r="1"><c r="A1"><v>1</v><extLst><ext xmlns:y="${X14}"><y:c/><v>2</v></ext></extLst></c><extLst><ext><c r="B1"><v>3</v></c></ext></extLst></row>`,
      { A1: 1 },
    ],
    [
      'an error of a later version, and invalid numbers',
      '<row r="1"><c r="A1" t="e"><v>#SPILL!</v></c><c r="B1"><v>NaN</v></c><c r="C1"><v>1e999</v></c><c r="D1" t="e"><v>#N/A</v></c></row>',
      { A1: '#SPILL!', B1: '#NUM!', C1: '#NUM!', D1: '#N/A' },
    ],
    [
      'dates before the first valid one, which stay as written',
      '<row r="1"><c r="A1" t="d"><v>0001-01-01</v></c><c r="B1" t="d"><v>1899-12-31T10:00:00</v></c><c r="C1" t="d"><v>1900-01-01</v></c></row>',
      { A1: '0001-01-01', B1: '1899-12-31T10:00:00', C1: 1 },
    ],
  ];
  it.each(CASES)('cells with %s are read correctly', async (_, rows, cells, book) => {
    expect(await everyWay(rows, book)).toEqual(same(cells));
  });

  it('a cell in another default namespace is ignored', async () => {
    const rows = `<row r="1"><c xmlns="${X14}" r="B1"><v>2</v></c><c r="A1" xmlns="${MAIN}" xmlns:z="${X14}"><v>1</v></c></row><row r="2" xmlns="${X14}"><c r="A2"><v>2</v></c></row>`;
    expect(await readOurs(sheetOf(rows))).toEqual({ Sheet1: { A1: 1 } });
    expect(await readHandedOver(sheetOf(rows + ODD_ROW))).toEqual({ Sheet1: { A1: 1 } });
  });

  it('two prefixes of the main namespace are equivalent', async () => {
    const xml = (odd: string) =>
      `<worksheet xmlns="${MAIN}" xmlns:m="${MAIN}"><m:sheetData><m:row r="1"><m:c r="A1"><m:v>1</m:v></m:c></m:row><row r="2"><c r="A2"><v>2</v></c><m:c r="B2" t="inlineStr"><m:is><t>x</t></m:is></m:c></row>${odd}</m:sheetData></worksheet>`;
    for (const odd of ['', ODD_ROW])
      expect(await readHandedOver(sheetOf(xml(odd)))).toEqual({ Sheet1: { A1: 1, A2: 2, B2: 'x' } });
  });

  it('rows are the same wherever the bytes are split', async () => {
    const { SheetScanner } = await import('../../domain/sheet/sheetScanner.ts');
    const { ColumnStore } = await import('../../domain/sheet/columns.ts');
    const { TextPool } = await import('../../domain/sheet/textPool.ts');
    const bytes = new TextEncoder().encode(
      `<worksheet xmlns="${MAIN}"><sheetData><row r="1"><c r="A1"><v>1<!-- - -->2</v></c><y:c xmlns:y="y"><y:v/></y:c><c r="b1" t="str"><v><![CDATA[é]]>é</v></c><extLst><a/></extLst></row></sheetData></worksheet>`,
    );
    for (let cut = 1; cut < bytes.length; cut++) {
      const store = new ColumnStore();
      const texts = new TextPool();
      const shared = new Int32Array(0);
      const context = { texts, shared, numberStyles: new Uint8Array(0), date1904: false, mostRows: 9 };
      const scanner = new SheetScanner(store, context);
      scanner.push(bytes.subarray(0, cut));
      scanner.push(bytes.subarray(cut));
      scanner.finish();
      const data = store.data('S', texts, false);
      expect([cellText(data, 0, 0), cellText(data, 1, 0)]).toEqual(['12', 'éé']);
    }
  });
});

describe('reading an unusual workbook', () => {
  const workbook = (inner: string, prefix = '') =>
    `<${prefix}workbook xmlns${prefix === '' ? '' : `:${prefix.slice(0, -1)}`}="${MAIN}" xmlns:r="${OFFICE}" xmlns:x15="${X14}">${inner}<${prefix}sheets><x15:sheet name="Other" r:id="rId9"/><${prefix}sheet name="Sheet1" x15:name="No" sheetId="1" r:id="rId1" x15:id="rId7"/></${prefix}sheets><${prefix}extLst><${prefix}ext><x15:workbookPr chartTrackingRefBase="1"/><x15:sheet name="Third" r:id="rId9"/></${prefix}ext></${prefix}extLst></${prefix}workbook>`;
  const row = '<row r="1"><c r="A1" s="1"><v>43538</v></c></row>';
  const dateOf = async (bytes: Uint8Array<ArrayBuffer>) => {
    const book = await openFile(bytes);
    const data = await book.readSheet(0);
    return [book.sheets.map(({ name }) => name).join(), cellText(data, 0, 0)];
  };

  it.each(['', ODD_ROW])("dates are counted from 1904 whatever the workbook's extensions%s", async odd => {
    for (const [inner, day] of [
      ['<workbookPr date1904="1"/>', '2023-03-15'],
      ['<workbookPr date1904="true" x15:date1904="0"/>', '2023-03-15'],
      ['<x15:workbookPr date1904="1"/><workbookPr/>', '2019-03-14'],
      ['<workbookPr x15:date1904="1"/>', '2019-03-14'],
    ]) {
      const parts = { 'xl/workbook.xml': workbook(inner as string) };
      expect(await dateOf(sheetOf(row + odd, { parts }))).toEqual(['Sheet1', day]);
    }
    const prefixed = { 'xl/workbook.xml': workbook('<m:workbookPr date1904="1"/>', 'm:') };
    expect(await dateOf(sheetOf(row + odd, { parts: prefixed }))).toEqual(['Sheet1', '2023-03-15']);
  });

  it.each(['', ODD_ROW])("only the workbook's own styles determine which cells are dates%s", async odd => {
    const styles =
      `<styleSheet xmlns="${MAIN}" xmlns:y="${X14}"><numFmts><y:numFmt numFmtId="165" formatCode="0"/><numFmt numFmtId="165" formatCode="yyyy"/></numFmts>` +
      '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><y:cellXfs><xf/></y:cellXfs><cellXfs><y:xf/><xf/><!-- <xf/> --><xf numFmtId="165"/></cellXfs>' +
      '<dxfs><dxf><numFmt numFmtId="165" formatCode="0"/></dxf></dxfs><extLst><ext><cellXfs><xf/></cellXfs></ext></extLst></styleSheet>';
    const data = await (await openFile(sheetOf(row + odd, { styles }))).readSheet(0);
    expect(cellText(data, 0, 0)).toBe('2019-03-14');
  });

  it("an extension's relationships are not used in place of the workbook's", async () => {
    const office = OFFICE;
    const rels =
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships" xmlns:y="${X14}">` +
      `<Relationship Id="rIdX" Type="http://schemas.microsoft.com/office/2022/relationships/sharedStrings" Target="other.xml"/>` +
      `<y:Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet2.xml"/>` +
      `<Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/>` +
      `<Relationship Id="rIdS" Type="${office}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`;
    const book = workbookOf({
      sheets: [{ name: 'Sheet1', xml: '<row r="1"><c r="A1" t="s"><v>0</v></c></row>' }],
      shared: SHARED,
      parts: { 'xl/_rels/workbook.xml.rels': rels, 'xl/other.xml': '<sst/>' },
    });
    expect(await readOurs(book)).toEqual({ Sheet1: { A1: 'zero' } });
  });
});

it('plain files with a prefix are read as the oracle reads them', async () => {
  const bytes = sheetOf('<x:row r="1"><x:c r="A1"><x:v>1</x:v></x:c></x:row>', { prefix: 'x', strict: true });
  expect(await readOurs(bytes)).toEqual(readOracle(bytes));
});

describe('XML 2003 files', () => {
  const SS = 'urn:schemas-microsoft-com:office:spreadsheet';
  const cellsIn = async (rows: string): Promise<Record<string, string>> => {
    const xml = `<?xml version="1.0"?><Workbook xmlns="${SS}" xmlns:ss="${SS}" xmlns:x="urn:other"><Worksheet ss:Name="S"><Table>${rows}</Table></Worksheet></Workbook>`;
    const sheet = await (await openFile(new TextEncoder().encode(xml), 'a.xml')).readSheet(0);
    const found: Record<string, string> = {};
    sheet.columns.forEach((column, at) => {
      for (let row = 0; row < sheet.rows; row++)
        if (column?.kinds[row]) found[`${'ABCDE'[at]}${sheet.rowNumbers[row]}`] = cellText(sheet, at, row);
    });
    return found;
  };
  const cell = (text: string, type = 'String') => `<Cell><Data ss:Type="${type}">${text}</Data></Cell>`;

  it('rows and cells of another namespace are ignored', async () => {
    const foreign = '<x:Cell><x:Data ss:Type="String">no</x:Data></x:Cell><x:Row/>';
    const rich = `<ss:Cell><ss:Data ss:Type="String" xmlns="http://www.w3.org/TR/REC-html40"><B>b</B>c</ss:Data></ss:Cell>`;
    const rows = `<Row>${cell('a')}${foreign}${rich}</Row><x:Row>${cell('no')}</x:Row><Row xmlns="urn:other">${cell('no')}</Row><Row>${cell('d')}</Row>`;
    expect(await cellsIn(rows)).toEqual({ A1: 'a', B1: 'bc', A2: 'd' });
  });

  it('an error value unknown to the format is not read as blank', async () => {
    const errors = ['#SPILL!', '#N/A', ' #N/A ', ''].map(text => cell(text, 'Error')).join('');
    expect(await cellsIn(`<Row>${errors}</Row>`)).toEqual({ A1: '#VALUE!', B1: '#N/A', C1: '#VALUE!', D1: '#VALUE!' });
  });
});

describe('OpenDocument files', () => {
  const cell = (text: string, prefix = 'table') =>
    `<${prefix}:table-cell office:value-type="string"><text:p>${text}</text:p></${prefix}:table-cell>`;
  const firstTable = async (body: string): Promise<[sheets: number, cells: Cells]> => {
    const book = await openFile(
      zipOf({
        mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
        'content.xml': `<office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x" xmlns:z="urn:other"><office:body><office:spreadsheet>${body}</office:spreadsheet></office:body></office:document-content>`,
        'META-INF/manifest.xml': '<manifest:manifest xmlns:manifest="m"/>',
      }),
      'a.ods',
    );
    return [book.sheets.length, cellsOf(await book.readSheet(0))];
  };
  const table = (rows: string) => `<table:table table:name="S">${rows}</table:table>`;
  const row = (cells: string) => `<table:table-row>${cells}</table:table-row>`;

  it.each([
    ['with another prefix', `<z:table-row>${cell('no', 'z')}</z:table-row>`, cell('no', 'z')],
    [
      'in another namespace with the same prefix',
      `<table:table-row xmlns:table="urn:other">${cell('no')}</table:table-row>`,
      '<table:table-cell xmlns:table="urn:other"/>',
    ],
  ])('rows and cells %s are ignored', async (_, foreignRow, foreignCell) => {
    const rows = row(`${cell('a')}${foreignCell}${cell('b')}`) + foreignRow + row(cell('c'));
    expect(await firstTable(table(rows))).toEqual([1, { A1: 'a', B1: 'b', A2: 'c' }]);
  });

  it('tables of links and of tracked changes are not read as sheets', async () => {
    const linked = `<table:dde-links><table:dde-link><table:table>${row(cell('no'))}</table:table></table:dde-link></table:dde-links>`;
    const changes = `<table:tracked-changes><table:deletion><table:cell-content-deletion>${cell('no')}</table:cell-content-deletion></table:deletion></table:tracked-changes>`;
    expect(await firstTable(changes + table(row(cell('a'))) + linked)).toEqual([1, { A1: 'a' }]);
  });
});

import { describe, expect, it } from 'vitest';
import { ODD_ROW, openFile, readHandedOver, readOracle, readOurs } from '../../../tests/support/readBoth.ts';
import { MAIN, sheetOf, workbookOf, type WorkbookXml } from '../../../tests/support/workbookFile.ts';
import { CELL } from '../../domain/sheet/columns.ts';

/** SheetJS is the oracle: both readers return its values for every file of this corpus. */

const row = (number: number, cells: string): string => `<row r="${number}">${cells}</row>`;
const SHARED =
  '<si><t>plain</t></si><si><t xml:space="preserve">  spaced  </t></si><si><r><t>rich</t></r><r><rPr><b/></rPr><t xml:space="preserve"> text</t></r></si>' +
  '<si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/></si><si><t/></si><si><t></t></si>' +
  '<si><t>a &amp; b &lt;c&gt; &quot;d&quot; &apos;e&apos; &#233;&#x2713;</t></si><si><t>line_x000D_\nbreak_x005F_x0041_</t></si><si><t>plain</t></si>' +
  '<si><t>snake_case_x</t></si><si><r><t>a</t></r><rPh sb="0" eb="1"><t>x</t></rPh></si><si><t>😀 emoji</t></si>';

const CORPUS: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = {
  'numbers of all kinds': sheetOf(
    row(
      1,
      '<c r="A1"><v>0</v></c><c r="B1"><v>-12.5</v></c><c r="C1"><v>1.2345678901234567E+18</v></c><c r="D1"><v>0.1</v></c>' +
        '<c r="E1"><v>0.30000000000000004</v></c><c r="F1"><v>123456789012345</v></c><c r="G1"><v>1234567890123456789</v></c>' +
        '<c r="H1"><v>1e-7</v></c><c r="I1"><v>9007199254740993</v></c><c r="J1"><v>12.</v></c><c r="K1"><v>.5</v></c>' +
        '<c r="L1"><v>-0</v></c><c r="M1"><v>1E5</v></c><c r="N1" t="n"><v>7</v></c><c r="O1"><v>99999.999999999</v></c>',
    ),
  ),
  'shared strings': sheetOf(
    row(
      1,
      Array.from({ length: 12 }, (_, i) => `<c r="${String.fromCharCode(65 + i)}1" t="s"><v>${i}</v></c>`).join(''),
    ),
    { shared: SHARED },
  ),
  'inline strings': sheetOf(
    row(
      1,
      '<c r="A1" t="inlineStr"><is><t>inline</t></is></c><c r="B1" t="inlineStr"><is><t xml:space="preserve"> kept </t></is></c>' +
        '<c r="C1" t="inlineStr"><is><r><t>two </t></r><r><rPr><i/></rPr><t>runs</t></r></is></c><c r="D1" t="inlineStr"><is><t/></is></c>' +
        '<c r="E1" t="inlineStr"><is><t>a&amp;b_x0041_</t></is></c><c r="F1" t="inlineStr"><is><t></t></is></c><c r="G1"><v>5</v></c>',
    ),
  ),
  'booleans and errors': sheetOf(
    row(
      1,
      '<c r="A1" t="b"><v>1</v></c><c r="B1" t="b"><v>0</v></c><c r="C1" t="e"><v>#N/A</v></c><c r="D1" t="e"><v>#DIV/0!</v></c>' +
        '<c r="E1" t="e"><v>#REF!</v></c><c r="F1" t="e"><v>#VALUE!</v></c>',
    ),
  ),
  formulas: sheetOf(
    row(
      1,
      '<c r="A1"><f>1+1</f><v>2</v></c><c r="B1" t="str"><f>"a"&amp;"b"</f><v>ab</v></c><c r="C1"><f t="shared" ref="C1:C3" si="0">A1*2</f><v>4</v></c>' +
        '<c r="D1" t="b"><f>TRUE()</f><v>1</v></c><c r="E1" t="e"><f>1/0</f><v>#DIV/0!</v></c><c r="F1" t="str"><f>""</f><v></v></c>',
    ) +
      row(2, '<c r="C2"><f t="shared" si="0"/><v>0</v></c><c r="D2"><f aca="1">IF(A1&lt;2,"&lt;",3)</f><v>3</v></c>') +
      row(3, '<c r="A3"><f t="array" ref="A3">SUM(A1:A2)</f><v>2</v></c>'),
  ),
  'formulas without results': sheetOf(
    row(
      1,
      '<c r="A1"><v>1</v></c><c r="B1"><f>A1+1</f></c><c r="C1"><f>A1+1</f><v></v></c><c r="D1"><f>A1</f><v/></c>',
    ),
  ),
  'dates by built-in and custom formats': sheetOf(
    row(
      1,
      '<c r="A1" s="1"><v>45000</v></c><c r="B1" s="2"><v>45000.75</v></c><c r="C1" s="4"><v>1</v></c><c r="D1" s="5"><v>12.5</v></c><c r="E1" s="3"><v>7</v></c><c r="F1" s="99"><v>8</v></c>',
    ),
  ),
  'cells and rows without addresses': sheetOf(
    '<row><c><v>1</v></c><c><v>2</v></c></row><row><c t="str"><v>x</v></c></row><row r="7"><c r="C7"><v>3</v></c><c><v>4</v></c></row><row><c><v>5</v></c></row>',
  ),
  'empty rows, formatted cells, spans, heights': sheetOf(
    '<row r="1" spans="1:3" ht="15.5" customHeight="1" x14ac:dyDescent="0.25"/><row r="2" s="1" customFormat="1"><c r="A2" s="1"/><c r="B2" s="1"></c></row>' +
      '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>',
  ),
  'space between everything': sheetOf(
    '\n  <row r="1" >\n    <c r="A1"  s="0"\n t="n" >\n <v>1</v>\n </c>\n\t<c r="B1" t="inlineStr" ><is><t>a\r\nb</t></is> </c>\n  </row>\n',
  ),
  'single quotes': sheetOf(`<row r='1'><c r='A1' t='str'><v>it</v></c><c r='B1' s='1'><v>45000</v></c></row>`),
  'attributes in any order': sheetOf(
    row(
      1,
      '<c t="s" s="1" r="A1"><v>0</v></c><c s="1" r="B1"><v>45000</v></c><c cm="1" vm="2" r="C1" ph="1"><v>3</v></c>',
    ),
    {
      shared: SHARED,
    },
  ),
  'comments and instructions': sheetOf(`<!-- a > b --><row r="1"><!----><c r="A1"><v>1</v></c><?x y?></row>`),
  'a prefix on every element': sheetOf(
    '<x:row r="1"><x:c r="A1" t="s"><x:v>0</x:v></x:c><x:c r="B1" t="inlineStr"><x:is><x:t>in</x:t></x:is></x:c><x:c r="C1"><x:f>1+1</x:f><x:v>2</x:v></x:c><x:c r="D1" t="s"><x:v>1</x:v></x:c></x:row>',
    { prefix: 'x', shared: '<x:si><x:t>pre</x:t></x:si><x:si><x:r><x:t>r1</x:t></x:r><x:r><x:t>r2</x:t></x:r></x:si>' },
  ),
  'strict form': sheetOf(row(1, '<c r="A1"><v>5</v></c><c r="B1" t="s"><v>0</v></c>'), {
    strict: true,
    shared: '<si><t>strict</t></si>',
  }),
  'absolute targets': sheetOf(row(1, '<c r="A1" t="s"><v>0</v></c>'), {
    absolute: true,
    shared: '<si><t>abs</t></si>',
  }),
  '1904 dates': sheetOf(row(1, '<c r="A1" s="1"><v>43538</v></c>'), { date1904: true }),
  'stored, not packed': sheetOf(row(1, '<c r="A1"><v>5</v></c>'), { zip: { stored: true } }),
  'data descriptors': sheetOf(row(1, '<c r="A1"><v>5</v></c>'), { zip: { dataDescriptors: true } }),
  'a dimension that says everything': sheetOf(
    `<worksheet xmlns="${MAIN}"><dimension ref="A1:XFD1048576"/><sheetViews><sheetView workbookViewId="0"/></sheetViews><cols><col min="1" max="16384" width="9"/></cols><sheetData>${row(1, '<c r="A1"><v>1</v></c>')}${row(9, '<c r="C9"><v>2</v></c>')}</sheetData><mergeCells count="1"><mergeCell ref="A1:B2"/></mergeCells></worksheet>`,
  ),
  'several sheets, one hidden': workbookOf({
    sheets: [
      { name: 'First', xml: row(1, '<c r="A1"><v>1</v></c>') },
      { name: 'A &amp; B', xml: row(1, '<c r="A1"><v>2</v></c>'), state: 'hidden' },
      { name: 'Empty', xml: '' },
    ],
  }),
  'a hundred and thirty columns': sheetOf(
    row(1, Array.from({ length: 130 }, (_, i) => `<c><v>${i}</v></c>`).join('')) + row(3, '<c r="DZ3"><v>1</v></c>'),
  ),
};

describe('both readers return the same values', () => {
  it.each(Object.entries(CORPUS))('both readers return the same values for %s', async (_, bytes) => {
    expect(await readOurs(bytes)).toEqual(readOracle(bytes));
  });

  it('a number formatted as a percentage is read as it is displayed', async () => {
    const styles = `<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="0.0#%"/><numFmt numFmtId="165" formatCode="0&quot;%&quot;"/></numFmts>
      <cellXfs count="5"><xf numFmtId="0"/><xf numFmtId="9"/><xf numFmtId="10"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>`;
    const cells = row(
      1,
      '<c s="1"><v>0.02</v></c><c s="2"><v>1.2500000000000001E-2</v></c><c s="3"><v>-0.07</v></c><c s="4"><v>2</v></c><c s="1"><v>11</v></c><c s="1"><v>0.070000000000000007</v></c>',
    );
    const read = { A1: '2%', B1: '1.25%', C1: '-7%', D1: 2, E1: '1100%', F1: '7%' };
    expect(await readOurs(sheetOf(cells, { styles }))).toEqual({ Sheet1: read });
    expect(await readHandedOver(sheetOf(`${cells}${ODD_ROW}`, { styles }))).toEqual({ Sheet1: read });
  });

  it('a number formatted with leading zeros is read as it is displayed', async () => {
    const styles = `<styleSheet xmlns="${MAIN}"><numFmts count="4"><numFmt numFmtId="164" formatCode="0000000"/><numFmt numFmtId="165" formatCode="[$-409]00000;-00000"/><numFmt numFmtId="166" formatCode="00.00"/><numFmt numFmtId="167" formatCode="0"/></numFmts>
      <cellXfs count="5"><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="167"/></cellXfs></styleSheet>`;
    const cells = row(
      1,
      '<c s="1"><v>12345</v></c><c s="2"><v>1000</v></c><c s="1"><v>12345678</v></c><c s="1"><v>1.5</v></c><c s="1"><v>-5</v></c><c s="3"><v>5</v></c><c s="4"><v>5</v></c><c s="1"><v>1.2E3</v></c>',
    );
    const read = { A1: '0012345', B1: '01000', C1: 12_345_678, D1: 1.5, E1: -5, F1: 5, G1: 5, H1: '0001200' };
    expect(await readOurs(sheetOf(cells, { styles }))).toEqual({ Sheet1: read });
    expect(await readHandedOver(sheetOf(`${cells}${ODD_ROW}`, { styles }))).toEqual({ Sheet1: read });
  });

  it('empty rows and shared strings, which the oracle miscounts, are counted as in Excel', async () => {
    const bytes = sheetOf('<row><c><v>1</v></c></row><row/><row><c t="s"><v>1</v></c></row>', {
      shared: '<si/><si><t>second</t></si>',
    });
    expect(await readOurs(bytes)).toEqual({ Sheet1: { A1: 1, A3: 'second' } });
  });

  it('a formula that results in an empty string is blank, while one without a result is not', async () => {
    const cells = [
      '<c t="str"><f>IF(1,"","")</f><v></v></c>',
      '<c t="str"><f>""</f><v/></c>',
      '<c t="str"><f>""</f></c>',
      '<c><f>A1+1</f><v></v></c>',
      '<c t="str"><f>"a"</f><v>a</v></c>',
    ];
    const book = await openFile(sheetOf(row(1, cells.join(''))));
    const sheet = await book.readSheet(0);
    const kinds = cells.map((_, at) => sheet.columns[at]?.kinds[0] ?? CELL.empty);
    expect(kinds).toEqual([CELL.empty, CELL.empty, CELL.formula, CELL.formula, CELL.text]);
  });

  it('a formula without a result is reported even if the general reader takes over', async () => {
    const cells = '<c r="A1"><v>1</v></c><c r="B1"><f>A1+1</f></c><c r="C1"><f>A1+1</f><v/></c>';
    const far = '<row r="9"><c r = "A9"><v>5</v></c><c r="B9" s="1"/></row>';
    const sheet = await (await openFile(sheetOf(row(1, cells) + far))).readSheet(0);
    expect([0, 1, 2].map(column => sheet.columns[column]?.kinds[0])).toEqual([CELL.number, CELL.formula, CELL.formula]);
    expect([...sheet.rowNumbers.subarray(0, sheet.rows)]).toEqual([1, 9]);
    expect(sheet.columns[1]?.kinds[1]).toBe(CELL.empty);
  });

  it('zip64 files can be read, although the oracle cannot read them', async () => {
    const book: WorkbookXml = { sheets: [{ name: 'Sheet1', xml: row(1, '<c r="A1"><v>5</v></c>') }] };
    expect(await readOurs(workbookOf({ ...book, zip: { zip64: true } }))).toEqual({ Sheet1: { A1: 5 } });
    expect(
      await readOurs(workbookOf({ ...book, zip: { before: new TextEncoder().encode('MZ self-extracting') } })),
    ).toEqual({
      Sheet1: { A1: 5 },
    });
  });
});

import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipArchive } from 'archiver';
import { largeRow } from './largeRows.ts';

/** A workbook of the maximum upload size: serviceable locations of an Indonesian channel, as uploaded by operators. */

export interface LargeOptions {
  rows: number;
  /** How strings are stored. shared: as saved by Excel. inline: as in our exports. */
  texts: 'shared' | 'inline';
}

const LARGE_HEADINGS = [
  'Channel ID',
  'Channel Name',
  'Applicable Type',
  'Location ID',
  'State',
  'City',
  'District',
  'Street',
  'Support Deliver',
  'Support COD Deliver',
  'Support Pickup',
  'Support COD Pickup',
] as const;

const escape = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Writes the workbook to a file as a stream. */
export async function writeLargeWorkbook(path: string, { rows, texts }: LargeOptions): Promise<void> {
  const shared = new Map<string, number>();
  const cell = (value: string | number, column: number, row: number): string => {
    const at = `r="${String.fromCharCode(65 + column)}${row}"`;
    if (typeof value === 'number') return `<c ${at}><v>${value}</v></c>`;
    if (texts === 'inline') {
      return `<c ${at} t="inlineStr"><is><t xml:space="preserve">${escape(value)}</t></is></c>`;
    }
    let index = shared.get(value);
    if (index === undefined) shared.set(value, (index = shared.size));
    return `<c ${at} s="1" t="s"><v>${index}</v></c>`;
  };
  const rowXml = (values: readonly (string | number)[], row: number): string =>
    `<row r="${row}" spans="1:12">${values.map((value, column) => cell(value, column, row)).join('')}</row>`;
  function* sheet(): Generator<string> {
    yield `${XML}<worksheet xmlns="${MAIN}"><dimension ref="A1:L${rows + 1}"/><sheetData>${rowXml(LARGE_HEADINGS, 1)}`;
    for (let from = 0; from < rows; from += 500) {
      let xml = '';
      for (let at = from; at < Math.min(rows, from + 500); at++) xml += rowXml(largeRow(at), at + 2);
      yield xml;
    }
    yield '</sheetData></worksheet>';
  }
  const zip = new ZipArchive({ zlib: { level: 6 } });
  const out = pipeline(zip, createWriteStream(path));
  const append = async (name: string, parts: Iterable<string>): Promise<void> => {
    const entry = Readable.from(parts, { objectMode: false });
    const ended = new Promise<void>((resolve, reject) => {
      entry.once('end', resolve);
      entry.once('error', reject);
    });
    zip.append(entry, { name });
    await ended;
  };
  await append('xl/worksheets/sheet1.xml', sheet());
  await append('xl/sharedStrings.xml', [
    `${XML}<sst xmlns="${MAIN}" uniqueCount="${shared.size}">`,
    [...shared.keys()].map(text => `<si><t>${escape(text)}</t></si>`).join(''),
    '</sst>',
  ]);
  for (const [name, xml] of Object.entries({
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Location" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rId3" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="49"/></cellXfs></styleSheet>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
  })) {
    zip.append(XML + xml, { name });
  }
  await zip.finalize();
  await out;
}

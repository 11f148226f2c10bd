import { SheetFileError } from './problem.ts';
import type { ByteSource } from './zip.ts';

/**
 * A file's format, detected by its first bytes. It determines whether our own reader, the CSV reader or the general
 * reader is used.
 */
export type SheetFormat = 'zip' | 'cfb' | 'text' | 'xml2003';

/** The number of bytes to examine. */
const HEAD = 4096;

const SIGNATURES: readonly (readonly [readonly number[], string])[] = [
  [[0x25, 0x50, 0x44, 0x46], 'a PDF document'],
  [[0x89, 0x50, 0x4e, 0x47], 'a PNG picture'],
  [[0xff, 0xd8, 0xff], 'a JPEG picture'],
  [[0x47, 0x49, 0x46, 0x38], 'a GIF picture'],
  [[0x7b, 0x5c, 0x72, 0x74, 0x66], 'a text document (RTF)'],
  [[0x52, 0x61, 0x72, 0x21], 'a RAR archive'],
  [[0x37, 0x7a, 0xbc, 0xaf], 'a 7-Zip archive'],
  [[0x1f, 0x8b], 'a gzip archive'],
  [[0x50, 0x4b, 0x05, 0x06], 'an empty zip archive'],
  [[0x7f, 0x45, 0x4c, 0x46], 'a program'],
];

const startsWith = (bytes: Uint8Array, signature: readonly number[]): boolean =>
  signature.every((byte, at) => bytes[at] === byte);

const TEXT_NAME = /\.(csv|tsv|txt)$/i;

/**
 * Detects a file's format by its content; the name only determines whether text may be CSV.
 *
 * @throws SheetFileError 'empty', 'notSpreadsheet' (with the actual format), 'wrongName' (text named .xlsx)
 */
export async function sniff(source: ByteSource, fileName: string): Promise<SheetFormat> {
  if (source.size === 0) throw new SheetFileError('empty');
  const bytes = await source.read(0, Math.min(HEAD, source.size));
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])) return 'zip';
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) return 'cfb';
  const known = SIGNATURES.find(([signature]) => startsWith(bytes, signature));
  if (known) throw new SheetFileError('notSpreadsheet', known[1]);
  // The earliest Excel formats, which begin with a BOF record and are not compound files.
  if (bytes[0] === 0x09 && [0x00, 0x02, 0x04, 0x08].includes(bytes[1] as number) && bytes[3] === 0x00) return 'cfb';
  const text = startOfText(bytes);
  if (text === null && TEXT_NAME.test(fileName) && looksLikeUtf16(bytes)) throw new SheetFileError('encoding');
  if (text === null) throw new SheetFileError('notSpreadsheet', 'a file of another kind');
  if (/^<(?:\?xml|!doctype|html|table|head|body|meta|style|div|script|!--)/i.test(text)) {
    if (/urn:schemas-microsoft-com:office:spreadsheet|progid="Excel\.Sheet"/i.test(text)) return 'xml2003';
    throw new SheetFileError(
      'notSpreadsheet',
      /<(?:!doctype html|html|table|head|body|div)[\s>]/i.test(text) ? 'a web page (HTML)' : 'an XML file',
    );
  }
  if (!TEXT_NAME.test(fileName)) throw new SheetFileError('wrongName', 'a text file (CSV)');
  return 'text';
}

/** The beginning of a file as a string, without byte order mark and leading white space; null if it is not text. */
function startOfText(bytes: Uint8Array): string | null {
  if (startsWith(bytes, [0xff, 0xfe])) return new TextDecoder('utf-16le').decode(bytes).trimStart();
  if (startsWith(bytes, [0xfe, 0xff])) return new TextDecoder('utf-16be').decode(bytes).trimStart();
  if (bytes.includes(0)) return null;
  return new TextDecoder().decode(bytes).trimStart();
}

/** Whether zero bytes are frequent and are only at every other position, as in UTF-16 text in most languages. */
const looksLikeUtf16 = (bytes: Uint8Array): boolean =>
  [0, 1].some(parity => bytes.every((byte, at) => byte !== 0 || at % 2 === parity)) &&
  bytes.filter(byte => byte === 0).length > bytes.length / 4;

const utf16 = (text: string): number[] => [...text].flatMap(letter => [letter.charCodeAt(0), 0]);

/** Whether the bytes contain a given sequence. */
function contains(bytes: Uint8Array, wanted: readonly number[]): boolean {
  const first = wanted[0] as number;
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (wanted.every((byte, offset) => bytes[at + offset] === byte)) return true;
  }
  return false;
}

/**
 * Checks what a compound file contains, based on the names in its directory.
 * @throws SheetFileError 'password' for an encrypted workbook, 'notSpreadsheet' for a Word document and the like
 */
export function checkCompound(bytes: Uint8Array): void {
  if (bytes[0] !== 0xd0) return;
  if (contains(bytes, utf16('EncryptedPackage'))) throw new SheetFileError('password');
  if (contains(bytes, utf16('Workbook')) || contains(bytes, utf16('Book'))) return;
  if (contains(bytes, utf16('WordDocument'))) throw new SheetFileError('notSpreadsheet', 'a Word document');
  if (contains(bytes, utf16('PowerPoint Document')))
    throw new SheetFileError('notSpreadsheet', 'a PowerPoint presentation');
  throw new SheetFileError('notSpreadsheet', 'a file of another program');
}

import type { Country } from '../country.ts';
import type { TextEncoding } from './textForm.ts';
import { SheetFileError } from './problem.ts';
import { utf8Balance, utf8FromWindows1252 } from './windows1252.ts';
import type { ByteSource } from './zip.ts';

/** Suppliers in mainland China send GB18030 to the countries in which people read Chinese. */
const OF_COUNTRY: Readonly<Partial<Record<Country, readonly TextEncoding[]>>> = {
  MY: ['gb18030'],
  SG: ['gb18030'],
  TW: ['big5', 'gb18030'],
  TH: ['windows-874'],
  VN: ['windows-1258'],
};

/** The encodings that are common for a country's files, with the country-specific ones first. */
export function encodingsOf(country: Country | null): readonly TextEncoding[] {
  return [...((country !== null && OF_COUNTRY[country]) || []), 'windows-1252'];
}

/** A file's text as decoded in one of the encodings. */
export interface EncodingSample {
  encoding: TextEncoding;
  /** The first lines whose characters depend on the encoding. */
  lines: readonly string[];
}

/** The number of bytes read at a time. */
const STEP = 1_048_576;
/** The maximum number of lines in a sample, and the maximum length of a line. */
const LINES = 4;
const LINE_MOST = 120;

/** The encoding indicated by a file's byte order mark; null if there is none. */
export function markOf(head: Uint8Array): { label: string; bytes: number } | null {
  if (head[0] === 0xff && head[1] === 0xfe) return { label: 'utf-16le', bytes: 2 };
  if (head[0] === 0xfe && head[1] === 0xff) return { label: 'utf-16be', bytes: 2 };
  return head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? { label: 'utf-8', bytes: 3 } : null;
}

async function* pieces(source: ByteSource): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < source.size; at += STEP) yield await source.read(at, Math.min(at + STEP, source.size));
}

/** Decodes a whole source in chunks. Returns whether all its bytes are valid in the encoding. */
async function decodes(source: ByteSource, label: string, onText: (text: string) => void): Promise<boolean> {
  const decoder = new TextDecoder(label, { fatal: true });
  try {
    for await (const piece of pieces(source)) onText(decoder.decode(piece, { stream: true }));
    onText(decoder.decode());
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/**
 * Whether all bytes are valid Windows-1252, according to our own decoder: browsers and Node differ in which bytes they
 * accept.
 */
async function decodesWindows1252(source: ByteSource, onText: (text: string) => void): Promise<boolean> {
  const decoder = new TextDecoder();
  let all = true;
  for await (const piece of pieces(source)) {
    try {
      const text = utf8FromWindows1252(piece);
      if (all) onText(decoder.decode(text));
    } catch (error) {
      if (!(error instanceof SheetFileError) || error.kind !== 'encoding') throw error;
      all = false;
    }
  }
  return all;
}

/** Collects the first lines that contain a non-ASCII character. */
class Lines {
  readonly found: string[] = [];
  private rest = '';

  readonly take = (text: string): void => {
    if (this.found.length === LINES) return;
    const lines = (this.rest + text).split(/\r\n|\r|\n/);
    this.rest = text === '' ? '' : (lines.pop() ?? '').slice(0, STEP);
    for (const line of lines) {
      // oxlint-disable-next-line no-control-regex -- Beyond ASCII is what is looked for.
      if (this.found.length < LINES && /[^\u0000-\u007f]/.test(line)) this.found.push(line.slice(0, LINE_MOST));
    }
  };
}

/**
 * Decodes a text file that does not declare its encoding in each of several encodings: the bytes do not reveal the
 * encoding, so a person must choose. Null if it is UTF-8 or declares its encoding.
 *
 * @param encodings the encodings to try; those in which a byte of the file is invalid are omitted
 * @throws SheetFileError 'encoding' for damaged UTF-8 and for a file that is invalid in all of them, 'notSpreadsheet'
 * for bytes that never occur in text
 */
export async function unsaidEncoding(
  source: ByteSource,
  encodings: readonly TextEncoding[],
): Promise<readonly EncodingSample[] | null> {
  if (markOf(await source.read(0, Math.min(3, source.size)))) return null;
  if (await decodes(source, 'utf-8', () => undefined)) return null;
  let balance = 0;
  for await (const piece of pieces(source)) balance += utf8Balance(piece);
  if (balance > 0) throw new SheetFileError('encoding');
  // This is done for every file, because it also detects binary content.
  const western = new Lines();
  const isWestern = await decodesWindows1252(source, western.take);
  western.take('');
  const samples: EncodingSample[] = [];
  for (const encoding of encodings) {
    const lines = encoding === 'windows-1252' ? western : new Lines();
    const fits = encoding === 'windows-1252' ? isWestern : await decodes(source, encoding, lines.take);
    lines.take('');
    if (fits) samples.push({ encoding, lines: lines.found });
  }
  if (samples.length === 0) throw new SheetFileError('encoding');
  return samples;
}

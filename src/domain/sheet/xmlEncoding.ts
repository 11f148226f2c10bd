import { otherEncoding, SheetFileError } from './problem.ts';
import { utf8FromWindows1252 } from './windows1252.ts';

/** The number of bytes at the start of a part that are used to detect its encoding. */
const HEAD = 256;

/**
 * The encoding of an XML part, detected by its first bytes (XML 1.0, appendix F): a byte order mark, zeros next to the
 * first "<", or the declaration. UTF-8 if none is declared, or if UTF-16 is declared but the text consists of single
 * bytes, as some programs write it.
 */
function encodingOf(head: Uint8Array): string {
  const [a, b, c, d] = head;
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (a === 0x3c && b === 0 && c !== 0) return 'utf-16le';
  if (a === 0 && b === 0x3c && c === 0 && d !== 0) return 'utf-16be';
  const start = String.fromCharCode(...head.subarray(0, HEAD));
  const declared = /^(?:\u00ef\u00bb\u00bf)?\s*<\?xml[^>]*?\sencoding\s*=\s*["']([^"'>]*)["']/i
    .exec(start)?.[1]
    ?.trim();
  return declared === undefined || /^(?:utf-?8|us-ascii|utf-?16(?:le|be)?|ucs-?2|iso-10646-ucs-2)$/i.test(declared)
    ? 'utf-8'
    : declared;
}

function newDecoder(label: string) {
  try {
    return new TextDecoder(label, { fatal: true });
  } catch {
    throw new SheetFileError('damaged', `its encoding "${label.slice(0, 40)}" is not known`);
  }
}

/** Returns a function that converts chunks from an encoding to UTF-8. Calling it without a chunk ends the text. */
function decoderOf(label: string): (piece?: Uint8Array) => Uint8Array {
  const decoder = newDecoder(label);
  const encoder = new TextEncoder();
  // See windows1252.ts for why the platform's own decoder is not used.
  const windows = decoder.encoding === 'windows-1252';
  return piece => {
    try {
      if (windows) return piece ? utf8FromWindows1252(piece) : new Uint8Array(0);
      return encoder.encode(decoder.decode(piece, { stream: piece !== undefined }));
    } catch {
      throw otherEncoding();
    }
  };
}

/**
 * Converts an XML part in any encoding to UTF-8. UTF-8 parts are passed through unchanged and are validated by the code
 * that decodes them.
 *
 * @param onOther called if the part is not in UTF-8, or has a byte order mark, which is removed
 * @throws SheetFileError 'damaged' if the bytes are invalid in the declared encoding
 */
export async function* utf8Of(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  onOther?: () => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  let head = new Uint8Array(0);
  let decode: ((piece?: Uint8Array) => Uint8Array) | null = null;
  let started = false;
  const begin = (): Uint8Array => {
    started = true;
    const label = encodingOf(head);
    if (label !== 'utf-8') decode = decoderOf(label);
    if (decode || (head[0] === 0xef && head[1] === 0xbb)) onOther?.();
    return decode ? decode(head) : head;
  };
  for await (const piece of pieces) {
    if (started) {
      yield decode ? (decode as (piece: Uint8Array) => Uint8Array)(piece) : piece;
      continue;
    }
    const joined = new Uint8Array(head.length + piece.length);
    joined.set(head);
    joined.set(piece, head.length);
    head = joined;
    if (head.length >= HEAD) yield begin();
  }
  if (!started) yield begin();
  if (decode) yield (decode as () => Uint8Array)();
}

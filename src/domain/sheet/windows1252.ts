import { SheetFileError } from './problem.ts';

/**
 * Windows-1252, in which spreadsheets in Western languages save CSV files. It is not decoded by TextDecoder, because
 * some versions of Node treat the label as ISO 8859-1, and the console and the server must read the same text.
 */

/**
 * The characters for bytes 0x80 to 0x9f; from 0xa0 onward, a byte equals its character's code point. A space stands for
 * an undefined byte.
 */
const FROM_80 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/** Control characters that occur in text: tab, line breaks, page break, and the end-of-file mark of older programs. */
const IN_TEXTS: readonly number[] = [0x09, 0x0a, 0x0c, 0x0d, 0x1a];

const NOT_A_TEXT = -1;
const NO_CHARACTER = -2;

const CHARACTERS = Int32Array.from({ length: 256 }, (_, byte): number => {
  // A zero indicates a gap in the file; the code that reads the text reports its position.
  if (byte === 0) return 0;
  if (byte < 0x20 || byte === 0x7f) return IN_TEXTS.includes(byte) ? byte : NOT_A_TEXT;
  if (byte < 0x80 || byte >= 0xa0) return byte;
  const character = FROM_80[byte - 0x80] as string;
  return character === ' ' ? NO_CHARACTER : character.charCodeAt(0);
});

/** The number of bytes that follow this byte in a UTF-8 character; -1 if no character begins with this byte. */
function following(byte: number): number {
  if (byte >= 0xc2 && byte <= 0xdf) return 1;
  if (byte >= 0xe0 && byte <= 0xef) return 2;
  return byte >= 0xf0 && byte <= 0xf4 ? 3 : -1;
}

const continues = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x80 && byte <= 0xbf;

/**
 * The number of valid non-ASCII UTF-8 characters in a chunk minus the number of bytes that are not valid UTF-8. If
 * positive, the text is damaged UTF-8, for example truncated within a character, and would be gibberish in
 * Windows-1252.
 */
export function utf8Balance(bytes: Uint8Array): number {
  let balance = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (byte < 0x80) continue;
    const count = following(byte);
    let found = 0;
    while (found < count && continues(bytes[at + 1 + found])) found += 1;
    balance += found === count ? 1 : -1;
    if (found === count) at += count;
  }
  return balance;
}

/**
 * Converts Windows-1252 to UTF-8. Nearly every byte is a valid character, so files in other encodings are accepted as
 * well. For this reason, the person who imports a file is told that its encoding was guessed.
 *
 * @throws SheetFileError 'notSpreadsheet' for bytes that never occur in text, 'encoding' for those that Windows-1252
 * does not define
 */
export function utf8FromWindows1252(bytes: Uint8Array): Uint8Array {
  // A character takes at most three bytes in UTF-8.
  const made = new Uint8Array(bytes.length * 3);
  let used = 0;
  for (const byte of bytes) {
    const character = CHARACTERS[byte] as number;
    if (character < 0) {
      if (character === NO_CHARACTER) throw new SheetFileError('encoding');
      throw new SheetFileError('notSpreadsheet', 'a file of another kind');
    }
    if (character < 0x80) made[used++] = character;
    else if (character < 0x800) {
      made[used++] = 0xc0 | (character >> 6);
      made[used++] = 0x80 | (character & 0x3f);
    } else {
      made[used++] = 0xe0 | (character >> 12);
      made[used++] = 0x80 | ((character >> 6) & 0x3f);
      made[used++] = 0x80 | (character & 0x3f);
    }
  }
  return made.subarray(0, used);
}

/** Decodes Windows-1252. The few bytes that it does not define become control characters with the same code point. */
export const textOfWindows1252 = (bytes: Uint8Array): string => {
  let text = '';
  for (const byte of bytes) {
    const character = CHARACTERS[byte] as number;
    text += String.fromCharCode(character < 0 ? byte : character);
  }
  return text;
};

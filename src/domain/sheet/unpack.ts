import { inflateGuard, LIMITS } from './limits.ts';
import { NotKnown, otherEncoding, SheetFileError } from './problem.ts';
import { utf8Of } from './xmlEncoding.ts';
import { dataStart, type ByteSource, type ZipEntry } from './zip.ts';

/** What the readers need from the platform. */
export interface SheetPlatform {
  source: ByteSource;
  /**
   * Decompresses `head`, the source's bytes from `start` to `end`, and `tail` as one gzip stream. Throws the platform's
   * error if they are not a complete gzip stream with the correct checksum.
   */
  gunzip(head: Uint8Array, start: number, end: number, tail: Uint8Array): AsyncIterable<Uint8Array>;
  /** Whether an error means that the file can no longer be read from its device. */
  isDeviceError(error: unknown): boolean;
}

const GZIP_HEAD = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff);

/**
 * A part's bytes as they are unpacked. A zip entry is wrapped as a gzip stream, so that the platform verifies checksum
 * and length: a flipped bit or a truncated part causes an error and never silently corrupts a value.
 *
 * @param most maximum number of bytes to unpack
 * @throws SheetFileError 'damaged', 'bomb', 'truncated', 'unreadable'; NotKnown for any other compression method
 */
export async function* unpack(
  { source, gunzip, isDeviceError }: SheetPlatform,
  entry: ZipEntry,
  most: number = LIMITS.part,
): AsyncGenerator<Uint8Array, void, undefined> {
  const guard = inflateGuard(entry.packed, entry.size, most);
  try {
    const start = await dataStart(source, entry);
    if (entry.method === 0) {
      yield* stored(source, entry, start, guard);
      return;
    }
    const tail = new Uint8Array(8);
    const view = new DataView(tail.buffer);
    view.setUint32(0, entry.crc, true);
    view.setUint32(4, entry.size >>> 0, true);
    for await (const chunk of gunzip(GZIP_HEAD, start, start + entry.packed, tail)) {
      guard(chunk.length);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof SheetFileError || error instanceof NotKnown) throw error;
    throw new SheetFileError(isDeviceError(error) ? 'unreadable' : 'damaged', isDeviceError(error) ? '' : entry.name);
  }
}

const STEP = 1_048_576;

async function* stored(
  source: ByteSource,
  entry: ZipEntry,
  start: number,
  guard: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let crc = 0xffffffff;
  for (let at = start; at < start + entry.packed; at += STEP) {
    const chunk = await source.read(at, Math.min(at + STEP, start + entry.packed));
    guard(chunk.length);
    crc = crcOf(chunk, crc);
    yield chunk;
  }
  if ((crc ^ 0xffffffff) >>> 0 !== entry.crc) throw new SheetFileError('damaged', entry.name);
}

const CRC_TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});
/** The effect of a byte on the checksum after one, two and three more bytes. */
const [CRC_1, CRC_2, CRC_3] = [1, 2, 3].map(bytes =>
  CRC_TABLE.map(value => {
    let sum = value;
    for (let at = 0; at < bytes; at++) sum = (CRC_TABLE[sum & 0xff] as number) ^ (sum >>> 8);
    return sum;
  }),
) as [Int32Array, Int32Array, Int32Array];

/**
 * Updates a CRC-32 with more bytes, four at a time. The initial value is 0xffffffff, and the final value must be
 * inverted.
 */
export function crcOf(bytes: Uint8Array, before: number): number {
  const { length } = bytes;
  let crc = before;
  let at = 0;
  for (; at + 4 <= length; at += 4) {
    crc ^=
      (bytes[at] as number) |
      ((bytes[at + 1] as number) << 8) |
      ((bytes[at + 2] as number) << 16) |
      ((bytes[at + 3] as number) << 24);
    crc =
      (CRC_3[crc & 0xff] as number) ^
      (CRC_2[(crc >>> 8) & 0xff] as number) ^
      (CRC_1[(crc >>> 16) & 0xff] as number) ^
      (CRC_TABLE[crc >>> 24] as number);
  }
  for (; at < length; at++) crc = (CRC_TABLE[(crc ^ (bytes[at] as number)) & 0xff] as number) ^ (crc >>> 8);
  return crc;
}

/** All bytes of a part in one array. */
export async function unpackWhole(platform: SheetPlatform, entry: ZipEntry, most: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of unpack(platform, entry, most)) size += pieces[pieces.push(piece) - 1]?.length ?? 0;
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/**
 * An XML part as a string.
 * @param onOther called if the part's bytes differ from the string's UTF-8 encoding
 * @throws SheetFileError 'damaged' if it is not in the encoding that it declares
 */
export async function unpackText(
  platform: SheetPlatform,
  entry: ZipEntry,
  most: number = LIMITS.smallPart,
  onOther?: () => void,
): Promise<string> {
  return textOfXml(unpack(platform, entry, most), onOther);
}

/**
 * Decodes the bytes of an XML part.
 * @throws SheetFileError 'damaged' if it is not in the encoding that it declares
 */
export async function textOfXml(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  onOther?: () => void,
): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  try {
    for await (const chunk of utf8Of(pieces, onOther)) text += decoder.decode(chunk, { stream: true });
    return text + decoder.decode();
  } catch (error) {
    if (error instanceof TypeError) throw otherEncoding();
    throw error;
  }
}

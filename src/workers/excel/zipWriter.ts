/** Writes a zip of a few parts with the platform's deflate. Parts come as text piece by piece, so that a sheet is never one string. */

const TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function crcOf(crc: number, bytes: Uint8Array): number {
  let next = crc;
  for (let at = 0; at < bytes.length; at++)
    next = (TABLE[(next ^ (bytes[at] as number)) & 0xff] as number) ^ (next >>> 8);
  return next;
}

export interface ZipPart {
  name: string;
  text: Iterable<string>;
}

/** Names are in UTF-8; deflated. */
const FLAGS = 0x0800;
const DEFLATED = 8;
/** 1 January 1980, the earliest there is: the same content gives the same bytes. */
const DATE = 0x21;

function header(
  signature: number,
  fields: readonly (readonly [value: number, bytes: 2 | 4])[],
): Uint8Array<ArrayBuffer> {
  const bytes = new DataView(new ArrayBuffer(4 + fields.reduce((sum, [, size]) => sum + size, 0)));
  bytes.setUint32(0, signature, true);
  let at = 4;
  for (const [value, size] of fields) {
    if (size === 2) bytes.setUint16(at, value, true);
    else bytes.setUint32(at, value >>> 0, true);
    at += size;
  }
  return new Uint8Array(bytes.buffer);
}

async function deflate(text: Iterable<string>): Promise<{ packed: Blob; crc: number; size: number }> {
  const encoder = new TextEncoder();
  const pieces = text[Symbol.iterator]();
  let crc = -1;
  let size = 0;
  const source = new ReadableStream<BufferSource>({
    pull(controller) {
      const { done, value } = pieces.next();
      if (done) {
        controller.close();
        return;
      }
      const bytes = encoder.encode(value);
      crc = crcOf(crc, bytes);
      size += bytes.length;
      controller.enqueue(bytes);
    },
  });
  const packed = await new Response(source.pipeThrough(new CompressionStream('deflate-raw'))).blob();
  return { packed, crc: ~crc >>> 0, size };
}

/** The zip as one blob; the browser keeps large ones outside of this thread's memory. */
export async function zipBlob(parts: readonly ZipPart[], type: string): Promise<Blob> {
  const pieces: BlobPart[] = [];
  const central: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const { name, text } of parts) {
    const path = new TextEncoder().encode(name);
    const { packed, crc, size } = await deflate(text);
    const sizes = [
      [FLAGS, 2],
      [DEFLATED, 2],
      [0, 2],
      [DATE, 2],
      [crc, 4],
      [packed.size, 4],
      [size, 4],
      [path.length, 2],
      [0, 2],
    ] as const;
    const local = header(0x04034b50, [[20, 2], ...sizes]);
    pieces.push(local, path, packed);
    central.push(header(0x02014b50, [[20, 2], [20, 2], ...sizes, [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]]), path);
    offset += local.length + path.length + packed.size;
  }
  const length = central.reduce((sum, bytes) => sum + bytes.length, 0);
  const end = header(0x06054b50, [
    [0, 2],
    [0, 2],
    [parts.length, 2],
    [parts.length, 2],
    [length, 4],
    [offset, 4],
    [0, 2],
  ]);
  return new Blob([...pieces, ...central, end], { type });
}

import { crcOf } from './unpack.ts';

const u16 = (value: number): number[] => [value & 0xff, (value >>> 8) & 0xff];
const u32 = (value: number): number[] => [...u16(value & 0xffff), ...u16(value >>> 16)];

/**
 * Creates a zip of uncompressed parts, to be read within the same program. Names are UTF-8; the total size of all parts
 * must be below 4 GB.
 */
export function storedZip(parts: ReadonlyMap<string, Uint8Array>): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const heads: { head: Uint8Array; data: Uint8Array }[] = [];
  const central: number[] = [];
  let at = 0;
  for (const [name, data] of parts) {
    const letters = [...encoder.encode(name)];
    const crc = ~crcOf(data, 0xffffffff) >>> 0;
    // Version, flags, no compression, 1980-01-01, checksum, sizes, length of the name, and no extra field.
    const fields = [...u16(20), ...u16(0x800), ...u16(0), ...u16(0), ...u16(0x21), ...u32(crc), ...u32(data.length)];
    const common = [...fields, ...u32(data.length), ...u16(letters.length), ...u16(0)];
    const head = Uint8Array.from([...u32(0x04034b50), ...common, ...letters]);
    central.push(...u32(0x02014b50), ...u16(20), ...common, ...u16(0), ...u16(0), ...u16(0), ...u32(0), ...u32(at));
    central.push(...letters);
    heads.push({ head, data });
    at += head.length + data.length;
  }
  const count = [...u16(parts.size), ...u16(parts.size)];
  const end = [...u32(0x06054b50), ...u32(0), ...count, ...u32(central.length), ...u32(at), ...u16(0)];
  const zip = new Uint8Array(at + central.length + end.length);
  let to = 0;
  for (const { head, data } of heads) {
    zip.set(head, to);
    zip.set(data, to + head.length);
    to += head.length + data.length;
  }
  zip.set(central, to);
  zip.set(end, to + central.length);
  return zip;
}

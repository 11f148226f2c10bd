const continues = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x80 && byte <= 0xbf;

/** Whether bytes are valid UTF-8, without misplaced bytes, overlong encodings and surrogates. */
export function isUtf8(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    if (byte < 0x80) continue;
    const count =
      byte >= 0xc2 && byte <= 0xdf ? 1 : byte >= 0xe0 && byte <= 0xef ? 2 : byte >= 0xf0 && byte <= 0xf4 ? 3 : 0;
    if (count === 0 || at + count >= end) return false;
    const second = bytes[at + 1] as number;
    if (byte === 0xe0 && second < 0xa0) return false;
    if (byte === 0xed && second > 0x9f) return false;
    if (byte === 0xf0 && second < 0x90) return false;
    if (byte === 0xf4 && second > 0x8f) return false;
    for (let step = 1; step <= count; step++) if (!continues(bytes[at + step])) return false;
    at += count;
  }
  return true;
}

/**
 * A record's number, derived from its content: every device computes the same number, even offline. This way, adding an
 * existing record again is detected instead of creating a duplicate.
 *
 * @param parts integers in a fixed order
 * @returns 1 to 2^53 - 1; with a million records in a channel, the probability that two of them have the same number is
 * below one in ten thousand
 */
export function recordNumber(parts: readonly number[]): number {
  const text = parts.join('/');
  let high = 0x9e3779b1;
  let low = 0x85ebca6b;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    high = Math.imul(high ^ code, 0x27d4eb2f);
    low = Math.imul(low ^ code, 0x165667b1);
    high ^= low >>> 15;
    low ^= high >>> 13;
  }
  high = Math.imul(high ^ (high >>> 16), 0x2c1b3c6d) ^ Math.imul(low ^ (low >>> 13), 0x297a2d39);
  low = Math.imul(low ^ (low >>> 16), 0x2c1b3c6d) ^ Math.imul(high ^ (high >>> 13), 0x297a2d39);
  return 0x1_0000_0000 * (high & 0x1f_ffff) + (low >>> 0) || 1;
}

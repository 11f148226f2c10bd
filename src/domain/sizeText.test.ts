import { expect, it } from 'vitest';
import { sizeText } from './sizeText.ts';

it.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1.0 kB'],
  [3_565_158, '3.4 MB'],
  [25 * 2 ** 20, '25 MB'],
  [3 * 2 ** 30, '3.0 GB'],
])('%i bytes are formatted as %s', (bytes, text) => expect(sizeText(bytes)).toBe(text));

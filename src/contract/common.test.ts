import { describe, expect, it } from 'vitest';
import { cep } from './common.ts';

describe('a CEP in a call', () => {
  it.each(['01310100', '01310-100', ' 01310-100 ', '01310‑100', '０１３１０１００'])(
    '"%s" is read as 01310100',
    text => {
      expect(cep.parse(text)).toBe('01310100');
    },
  );

  it.each(['', '1310100', '01310-10', '0131-0100', '01310100-01319999', 'abcdefgh'])('"%s" is refused', text => {
    expect(cep.safeParse(text).success).toBe(false);
  });
});

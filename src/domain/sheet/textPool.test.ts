import { describe, expect, it } from 'vitest';
import { TextPool, hashBytes } from './textPool.ts';

const encoder = new TextEncoder();

describe('the pool of texts', () => {
  it.each(['', ' ', 'a', 'ID1000000', 'Đống Đa', '0'.repeat(300)])('the text "%s" is stored once', text => {
    const pool = new TextPool();
    const before = pool.internText('before');
    const bytes = encoder.encode(text);
    const index = pool.internText(text);
    expect(index).toBe(before + 1);
    expect(pool.internText(text)).toBe(index);
    expect(pool.intern(bytes, 0, bytes.length, hashBytes(bytes, 0, bytes.length))).toBe(index);
    expect([pool.count, pool.text(index)]).toEqual([2, text]);
  });

  it('a column that is empty in most of its rows takes no more time than any other', () => {
    const pool = new TextPool();
    for (let row = 0; row < 60_000; row++) {
      pool.internText(`ID${row}`);
      pool.internText('');
    }
    expect(pool.count).toBe(60_001);
  });
});

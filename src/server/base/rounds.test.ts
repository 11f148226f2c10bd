import { describe, expect, it } from 'vitest';
import { rounds } from './rounds.ts';

describe('limiting the iterations of a loop', () => {
  it('a loop that makes no progress ends with an error that names it', () => {
    let seen = 0;
    expect(() => {
      for (const round = rounds('Reading the log', 5); ; round()) seen += 1;
    }).toThrow('Reading the log did not finish within 5 rounds');
    expect(seen).toBe(5);
  });

  it('a loop may end in its last permitted iteration', () => {
    let seen = 0;
    for (const round = rounds('Reading the log', 5); ; round()) if (++seen === 5) break;
    expect(seen).toBe(5);
  });
});

import { describe, expect, it } from 'vitest';
import { RESOURCES } from '../../contract/resources/all.ts';
import { formatCursor, hiddenBits, parseCursor } from './cursor.ts';

const at = { epoch: 'a1', xid: 12n, seq: 3 };

describe('the hidden collections of a cursor', () => {
  it('stored cursors use fixed bits for channels, locations, 3PLs, rate tables and resources', () => {
    const own = ['channels', 'locations', 'threePls', 'rateVersions', 'thirdPartyVersions'];
    expect(hiddenBits([...own, ...RESOURCES.map(({ collection }) => collection)])).toBe(0n);
    const hidden = hiddenBits(['channels', 'locations']);
    expect(hidden & 0b111100n).toBe(0b111100n);
    expect(hiddenBits(['locations', 'channelLocations', 'channelPostcodes', 'channelRoutes']) & 0b111111n).toBe(
      0b100001n,
    );
    expect(parseCursor('a1.12.3.60')).toEqual({ ...at, hidden: 60n });
    expect(parseCursor('a1.12.3')).toEqual({ ...at, hidden: 0n });
  });

  it('a cursor survives a round trip with any numbers, and stays valid when a collection is added', () => {
    const known = Array.from({ length: 70 }, (_, bit): [string, number] => [`c${bit}`, bit]);
    const shown = known.flatMap(([name], bit) => (bit % 3 === 0 ? [] : [name]));
    const hidden = hiddenBits(shown, known);
    expect(parseCursor(formatCursor({ ...at, hidden }))).toEqual({ ...at, hidden });
    for (const [, bit] of known) expect((hidden >> BigInt(bit)) & 1n).toBe(bit % 3 === 0 ? 1n : 0n);
    const more: [string, number][] = [...known.slice(0, 5), ['new', 120], ...known.slice(5)];
    expect(hiddenBits([...shown, 'new'], more)).toBe(hidden);
  });

  it('no two collections share a feed number', () => {
    const numbers = [0, 1, 20, 61, 62, ...RESOURCES.map(({ feed }) => feed)];
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it.each(['', 'a1.12', 'a1.12.3.', 'a1.12.3.-1', 'a1.12.3.4.5', 'x y'])('"%s" is not parsed as a cursor', text => {
    expect(parseCursor(text)).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import { roomText, sizeText, stateText } from './offlineTexts.ts';

describe('offline data in words', () => {
  it('sizes', () => {
    expect([0, 1023, 1024, 3_565_158, 25 * 2 ** 20, 3 * 2 ** 30].map(sizeText)).toEqual([
      '0 B',
      '1023 B',
      '1.0 kB',
      '3.4 MB',
      '25 MB',
      '3.0 GB',
    ]);
  });
  it('states', () => {
    expect(stateText({ state: 'loading', progress: 0.456 })).toBe('Loading, 46 %');
    expect(stateText({ state: 'loading', progress: 0, problem: 'Server error.' })).toBe(
      'Not loaded yet: Server error.',
    );
    expect(stateText({ state: 'ready', progress: 1 })).toBe('Ready offline');
    expect(stateText({ state: 'stale', progress: 0 })).toBe('To be loaded again');
  });
  it('room', () => {
    expect(roomText({ usage: 2 ** 20, quota: 2 ** 30, persistent: false })).toBe('1.0 MB of 1.0 GB used (0 %).');
    expect(roomText(null)).toMatch(/does not say/);
  });
});

import { describe, expect, it } from 'vitest';
import { roomText, stateText } from './offlineTexts.ts';

describe('descriptions of offline data', () => {
  it('each state of offline data has a description', () => {
    expect(stateText({ state: 'loading', progress: 0.456 })).toBe('Loading, 46 %');
    expect(stateText({ state: 'loading', progress: 0, problem: 'Server error.' })).toBe(
      'Not loaded yet: Server error.',
    );
    expect(stateText({ state: 'ready', progress: 1 })).toBe('Ready offline');
    expect(stateText({ state: 'stale', progress: 0 })).toBe('Will be reloaded');
  });
  it('used and available storage is formatted for reading', () => {
    expect(roomText({ usage: 2 ** 20, quota: 2 ** 30, persistent: false })).toBe('1.0 MB of 1.0 GB used (0 %).');
    expect(roomText(null)).toMatch(/does not report/);
  });
});

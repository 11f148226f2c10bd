import { describe, expect, it } from 'vitest';
import { freshness, freshnessSentence } from './freshness.ts';

const asOf = Date.UTC(2026, 5, 1, 3, 32);
const state = { asOf, refreshing: false, problem: null, online: true };
const say = (change: Partial<typeof state> | { problem: string }, now = asOf + 60_000) =>
  freshness({ ...state, ...change }, now, 'Asia/Jakarta');

describe('how fresh the rows are', () => {
  it('the time of the reply is shown in the zone of the entity', () => {
    expect(say({})).toEqual({ text: 'as of 10:32', state: '', tone: 'quiet' });
  });

  it('the text says if the device is offline, and if a refresh failed', () => {
    expect(say({ online: false })).toEqual({ text: 'as of 10:32', state: ', offline', tone: 'warn' });
    expect(say({ problem: 'The server is busy.' })).toEqual({
      text: 'as of 10:32',
      state: ', not refreshed',
      tone: 'warn',
    });
  });

  it('the day is shown once it is no longer today', () => {
    expect(say({ online: false }, asOf + 86_400_000).text).toBe('as of 2026-06-01 10:32');
  });

  it('the text is empty while no rows are shown', () => {
    expect(freshness({ ...state, asOf: null }, asOf, 'UTC').text).toBe('');
  });

  it('the age after another sentence begins with a capital letter and ends with a full stop', () => {
    const stale = { ...state, online: false };
    expect(freshnessSentence(stale, asOf, 'UTC')).toMatch(/^As of \d\d:\d\d, offline\.$/);
    expect(freshnessSentence({ ...state, asOf: null }, asOf, 'UTC')).toBe('');
  });
});

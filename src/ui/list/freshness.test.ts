import { describe, expect, it } from 'vitest';
import { freshness, freshnessSentence } from './freshness.ts';

const asOf = Date.UTC(2026, 5, 1, 3, 32);
const state = { asOf, refreshing: false, problem: null, online: true };
const say = (change: Partial<typeof state> | { problem: string }, now = asOf + 60_000) =>
  freshness({ ...state, ...change }, now, 'Asia/Jakarta');

describe('age of the rows', () => {
  it('the time of the response is shown in the entity’s time zone', () => {
    expect(say({})).toEqual({ text: 'as of 10:32', state: '', tone: 'quiet' });
  });

  it('the age of the rows is followed by a note if the device is offline or the last refresh failed', () => {
    expect(say({ online: false })).toEqual({ text: 'as of 10:32', state: ', offline', tone: 'warn' });
    expect(say({ problem: 'The server is busy.' })).toEqual({
      text: 'as of 10:32',
      state: ', not refreshed',
      tone: 'warn',
    });
  });

  it('the age of the rows includes the date if they are not from today', () => {
    expect(say({ online: false }, asOf + 86_400_000).text).toBe('as of 2026-06-01 10:32');
  });

  it('the age of the rows is empty while no rows are displayed', () => {
    expect(freshness({ ...state, asOf: null }, asOf, 'UTC').text).toBe('');
  });

  it('the age as a separate sentence is capitalized and ends with a period', () => {
    const stale = { ...state, online: false };
    expect(freshnessSentence(stale, asOf, 'UTC')).toMatch(/^As of \d\d:\d\d, offline\.$/);
    expect(freshnessSentence({ ...state, asOf: null }, asOf, 'UTC')).toBe('');
  });
});

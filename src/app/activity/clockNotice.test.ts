import { describe, expect, it } from 'vitest';
import { clockAhead } from '../../sync/network/transportClock.ts';
import { clockText, createClockNotice } from './clockNotice.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describe('the warning about a wrong clock', () => {
  it.each([0, -4 * MINUTE, 4 * MINUTE])('a clock that is %d ms ahead is right', ahead => {
    expect(clockText(ahead)).toBeNull();
  });

  it.each<[number, string]>([
    [6 * MINUTE, 'is 6 minutes ahead of the server’s'],
    [-60 * MINUTE, 'is 1 hour behind the server’s'],
    [DAY, 'is 1 day ahead of the server’s'],
    [-365 * DAY, 'is 365 days behind the server’s'],
  ])('a clock that is %d ms ahead is wrong', (ahead, said) => {
    expect(clockText(ahead)).toContain(said);
  });

  it('the clocks are compared once an hour, and the warning is repeated only after the clock was right', async () => {
    const answers: (number | null)[] = [null, DAY, DAY, 0, -DAY];
    const said: string[] = [];
    let now = 0;
    const look = createClockNotice({
      ahead: () => Promise.resolve(answers.shift() ?? null),
      warn: text => said.push(text.slice(0, 45)),
      agree: text => said.push(text),
      ticks: () => now,
    });
    // The server did not answer the first time.
    await look();
    await look();
    await look();
    expect([said, answers.length]).toEqual([['The clock of this device is 1 day ahead of th'], 3]);
    for (let hour = 1; hour <= 3; hour += 1) {
      now = hour * 60 * MINUTE;
      await look();
    }
    expect(said).toEqual([
      'The clock of this device is 1 day ahead of th',
      'The clock of this device is 1 day behind the ',
    ]);
  });

  it('a person who has set the clock can compare the clocks again', async () => {
    const answers = [DAY, DAY, 0];
    const said: string[] = [];
    let again: () => void = () => undefined;
    const look = createClockNotice({
      ahead: () => Promise.resolve(answers.shift() ?? null),
      warn: (text, compare) => {
        said.push(text.slice(0, 37));
        again = compare;
      },
      agree: text => said.push(text.slice(0, 37)),
      ticks: () => 0,
    });
    await look();
    again();
    await new Promise(resolve => setTimeout(resolve));
    again();
    await new Promise(resolve => setTimeout(resolve));
    expect(said).toEqual([
      'The clock of this device is 1 day ahe',
      'The clock of this device is 1 day ahe',
      'The clock of this device is right now',
    ]);
  });

  it('the server’s time is that of its response; an intermediary’s does not count', async () => {
    const at = (date: string | null, init: { ok?: boolean; redirected?: boolean } = {}) =>
      clockAhead(() =>
        Promise.resolve({
          ok: true,
          redirected: false,
          headers: new Headers(date === null ? {} : { date }),
          ...init,
        } as Response),
      );
    const yesterday = new Date(Date.now() - DAY).toUTCString();
    const ahead = (await at(yesterday)) ?? 0;
    expect(Math.abs(ahead - DAY)).toBeLessThan(5000);
    expect(await at(null)).toBeNull();
    expect(await at('sometime')).toBeNull();
    expect(await at(yesterday, { ok: false })).toBeNull();
    expect(await at(yesterday, { redirected: true })).toBeNull();
    expect(await clockAhead(() => Promise.reject(new TypeError('Failed to fetch')))).toBeNull();
  });
});

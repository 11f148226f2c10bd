import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conditionsProblem, matches, type Condition } from './conditions.ts';
import { readEvery, ruleProblem } from './rule.ts';
import { EVENTS } from './events.ts';
import { afterQuiet, placeOf, retryAt, TRIES_MOST, type Former } from './schedule.ts';

const at = (text: string): number => Date.parse(text) / 1000;
const JAKARTA = { from: 22, to: 7, timeZone: 'Asia/Jakarta' };

describe('postponing messages during quiet hours', () => {
  it.each([
    // Jakarta is UTC+7.
    ['2026-03-01T23:10:00+07:00', '2026-03-02T07:00:00+07:00'],
    ['2026-03-02T00:30:00+07:00', '2026-03-02T07:00:00+07:00'],
    ['2026-03-02T06:59:59+07:00', '2026-03-02T07:00:00+07:00'],
    ['2026-03-02T07:00:00+07:00', '2026-03-02T07:00:00+07:00'],
    ['2026-03-02T21:59:59+07:00', '2026-03-02T21:59:59+07:00'],
    ['2026-12-31T22:00:00+07:00', '2027-01-01T07:00:00+07:00'],
  ])('with quiet hours from 22 to 7 in Jakarta, a message at %s is sent at %s', (event, sent) => {
    expect(afterQuiet(at(event), JAKARTA)).toBe(at(sent));
  });

  it.each([
    ['2026-03-28T23:10:00+01:00', '2026-03-29T07:00:00+02:00'],
    ['2026-10-24T23:10:00+02:00', '2026-10-25T07:00:00+01:00'],
    ['2026-10-25T06:30:00+01:00', '2026-10-25T07:00:00+01:00'],
  ])('quiet hours follow the local clock across a clock change: a message at %s is sent at %s', (event, sent) => {
    expect(afterQuiet(at(event), { ...JAKARTA, timeZone: 'Europe/Berlin' })).toBe(at(sent));
  });

  it('quiet hours may start and end on the same day, and equal hours mean no quiet hours', () => {
    const noon = { from: 12, to: 14, timeZone: 'Asia/Bangkok' };
    expect(afterQuiet(at('2026-03-01T13:30:00+07:00'), noon)).toBe(at('2026-03-01T14:00:00+07:00'));
    expect(afterQuiet(5, { ...noon, to: 12 })).toBe(5);
    expect(afterQuiet(5, null)).toBe(5);
  });

  it('critical messages ignore quiet hours', () => {
    const event = at('2026-03-01T23:10:00+07:00');
    const none: Former = { dueAt: null, waits: false, before: null };
    expect(placeOf(event, none, { every: 0, critical: true, quiet: JAKARTA })).toEqual({ joins: false, dueAt: event });
    expect(placeOf(event, none, { every: 0, critical: false, quiet: JAKARTA })).toEqual({
      joins: false,
      dueAt: at('2026-03-02T07:00:00+07:00'),
    });
  });

  it('a waiting message is sent even during quiet hours if a critical event is added to it', () => {
    const event = at('2026-03-01T23:10:00+07:00');
    const morning = at('2026-03-02T07:00:00+07:00');
    const waits: Former = { dueAt: morning, waits: true, before: event - 60 };
    const rule = { every: 600, quiet: JAKARTA };
    expect(placeOf(event, waits, { ...rule, critical: false })).toEqual({ joins: true, dueAt: morning });
    // Critical events are also limited to one message every ten minutes.
    expect(placeOf(event, waits, { ...rule, critical: true })).toEqual({ joins: true, dueAt: event + 540 });
    expect(placeOf(event, { ...waits, before: null }, { ...rule, critical: true }).dueAt).toBe(event);
  });
});

/** Simulates how the server sends messages: due messages are sent before the next event arrives. */
function sendings(events: readonly number[], every: number): { at: number; events: number }[] {
  const sent: { at: number; events: number }[] = [];
  let waiting: { at: number; events: number } | null = null;
  for (const event of events) {
    if (waiting && waiting.at <= event) {
      sent.push(waiting);
      waiting = null;
    }
    const former = {
      dueAt: waiting?.at ?? sent.at(-1)?.at ?? null,
      waits: waiting !== null,
      before: waiting ? (sent.at(-1)?.at ?? null) : null,
    };
    const place = placeOf(event, former, { every, critical: false, quiet: null });
    if (place.joins && waiting) waiting.events += 1;
    if (!place.joins) waiting = { at: place.dueAt, events: 1 };
    if (waiting && waiting.at <= event) {
      sent.push(waiting);
      waiting = null;
    }
  }
  return waiting ? [...sent, waiting] : sent;
}

describe('sending at most one message per interval', () => {
  it('a 10-minute interval sends the first event immediately, and the next two together after 10 minutes', () => {
    expect(sendings([0, 1, 599], 600)).toEqual([
      { at: 0, events: 1 },
      { at: 600, events: 2 },
    ]);
  });

  it('no two messages are sent within the same interval, and no event is dropped', () => {
    const times = fc
      .array(fc.integer({ min: 0, max: 100_000 }), { maxLength: 60 })
      .map(all => all.toSorted((a, b) => a - b));
    fc.assert(
      fc.property(times, fc.integer({ min: 0, max: 5_000 }), (events, every) => {
        const sent = sendings(events, every);
        expect(sent.reduce((sum, one) => sum + one.events, 0)).toBe(events.length);
        const pauses = sent.slice(1).map((one, no) => one.at - (sent[no]?.at ?? 0));
        expect(pauses.filter(pause => pause < every)).toEqual([]);
      }),
    );
  });
});

it('a delivery is attempted eight times, and the last attempt is made a day after the first', () => {
  let now = 0;
  let tries = 1;
  for (let next = retryAt(now, tries); next !== null; next = retryAt(now, tries)) [now, tries] = [next, tries + 1];
  expect(tries).toBe(TRIES_MOST);
  expect(now).toBe(24 * 3600);
});

describe('conditions of trigger rules', () => {
  const on = (field: string, operator: Condition['operator'], value: string): Condition => ({ field, operator, value });
  it.each([
    [[], true],
    [[on('channelId', 'is', '10021')], true],
    [[on('channelId', 'above', '10021')], false],
    [[on('channelId', 'below', '10022'), on('channel', 'contains', 'POS')], true],
    [[on('country', 'isNot', 'ID')], false],
    [[on('missing', 'is', '1')], false],
  ])('an event meets the conditions %j: %s', (conditions, expected) => {
    expect(matches(conditions, { channelId: 10021, channel: 'Pos Indonesia', country: 'ID' })).toBe(expected);
  });

  it('an invalid condition is refused, and the reason is given', () => {
    const problem = (condition: Condition) => conditionsProblem('channel.maintenance', [condition]);
    expect(problem(on('channelId', 'is', '7'))).toBeNull();
    expect(problem(on('channelNo', 'is', '7'))).toBe('"Channel put into maintenance" has no field "channelNo".');
    expect(problem(on('channel', 'above', '7'))).toContain('is not a number');
    expect(problem(on('channelId', 'is', 'x'))).toContain('"x" is not a number');
    expect(problem(on('channel', 'is', ' '))).toContain('has no value');
    expect(conditionsProblem('nothing', [])).toBe('There is no event "nothing".');
  });

  it('a webhook address with a user name or a password is refused, since it would be shown and logged', () => {
    const rule = {
      name: 'x',
      event: 'import.failed',
      countries: ['ID'] as const,
      conditions: [],
      people: [],
      roleIds: [],
      causer: false,
    };
    const problem = (webhookUrl: string) => ruleProblem({ ...rule, ways: ['webhook'], webhookUrl })?.field ?? null;
    expect(problem('https://example.com/hook')).toBeNull();
    for (const url of ['https://user@example.com', 'https://:pw@example.com', 'https://a:b@example.com', 'ftp://x'])
      expect(problem(url)).toBe('webhookUrl');
  });

  it('event kinds are unique, and so are the field names of each event', () => {
    expect(new Set(EVENTS.map(({ kind }) => kind)).size).toBe(EVENTS.length);
    for (const { fields } of EVENTS) expect(new Set(fields.map(({ name }) => name)).size).toBe(fields.length);
  });
});

it.each([
  ['0', 0],
  [' 10 ', 10],
  ['1440', 1440],
  ['1441', null],
  ['-5', null],
  ['5.7', null],
  ['1e2', null],
  ['', null],
])('the typed limit %j is %j minutes, and nothing is guessed', (text, minutes) => {
  expect(readEvery(text)).toBe(minutes);
});

import { describe, expect, it } from 'vitest';
import { RESOURCE_CALLS } from '../../contract/resources/calls.ts';
import { login as signIn } from '../../contract/session.ts';
import { answered, classify, isForbidden, retryAfterMillis, type Answer } from './outcome.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');
const JSON_TYPE = 'application/json; charset=utf-8';
const envelope = (retcode: number, message = '', detail = '', data: unknown = null) => ({
  retcode,
  message,
  detail,
  data,
});
const answer = (status: number, body: unknown, part: Partial<Answer> = {}): Answer => ({
  status,
  contentType: body === undefined ? 'text/html' : JSON_TYPE,
  body,
  retryAfter: null,
  foreign: false,
  ...part,
});

describe('classifying responses by status and content type (OB7, ERR-1 to ERR-8)', () => {
  it.each([
    ['zero retcode yields data (REQ-10)', answer(200, envelope(0, '', '', { a: 1 })), { kind: 'ok', data: { a: 1 } }],
    [
      'non-zero retcode with a detail',
      answer(200, envelope(7, 'msg', 'det')),
      { kind: 'refused', status: 200, message: 'det' },
    ],
    [
      'non-zero retcode with a message',
      answer(200, envelope(7, 'msg')),
      { kind: 'refused', retcode: 7, message: 'msg' },
    ],
    ['non-zero retcode without a text', answer(200, envelope(7)), { kind: 'refused', message: 'return code 7' }],
    ["a captive portal's page", answer(200, undefined), { kind: 'noNetwork', reason: 'notOurs' }],
    ['foreign JSON', answer(200, { login: true }), { kind: 'noNetwork', reason: 'notOurs' }],
    ['a JSON list', answer(200, []), { kind: 'noNetwork', reason: 'notOurs' }],
    [
      'our envelope with a foreign content type',
      answer(200, envelope(0), { contentType: 'text/html' }),
      { kind: 'noNetwork', reason: 'notOurs' },
    ],
    [
      'a redirect to another origin',
      answer(200, envelope(0), { foreign: true }),
      { kind: 'noNetwork', reason: 'notOurs' },
    ],
    ['511, which requires signing in to the network', answer(511, undefined), { kind: 'noNetwork', reason: 'notOurs' }],
    ['401', answer(401, envelope(401, 'expired')), { kind: 'signedOut', message: 'You are not logged in.' }],
    [
      '400 with a message',
      answer(400, envelope(400, 'type: is required')),
      { kind: 'refused', message: 'Type is required' },
    ],
    ['422 with a message', answer(422, envelope(422, 'no')), { kind: 'refused', status: 422, message: 'no' }],
    ['500 keeps its fixed text', answer(500, envelope(500, 'stack')), { kind: 'retryLater', message: 'Server error.' }],
    ['503 with a message', answer(503, envelope(503, 'busy')), { kind: 'retryLater', status: 503, message: 'busy' }],
    [
      '503 of a server without its database',
      answer(503, { ...envelope(503, 'away'), data: { ready: false } }),
      { kind: 'retryLater', status: 503, message: 'away', unready: true },
    ],
    [
      'our 431, caused by too many cookies',
      answer(431, envelope(431, 'too long')),
      { kind: 'retryLater', status: 431, message: 'too long' },
    ],
    [
      '502 without a message',
      answer(502, undefined),
      { kind: 'retryLater', message: 'HTTP error 502', afterMillis: null },
    ],
    [
      '429 with Retry-After',
      answer(429, undefined, { retryAfter: '7' }),
      { kind: 'retryLater', status: 429, afterMillis: 7000 },
    ],
    [
      '409 with the current row',
      answer(409, envelope(409, 'Changed', '', { current: { version: 3 }, currentVersion: 3 })),
      { kind: 'conflict', current: { version: 3 }, currentVersion: 3, message: 'Changed' },
    ],
    [
      '409 for a deleted record',
      answer(409, envelope(409, 'Gone', '', { current: null, currentVersion: null })),
      { kind: 'conflict', current: null, currentVersion: null },
    ],
    ['409 not about a row', answer(409, envelope(409, 'Busy')), { kind: 'refused', status: 409, message: 'Busy' }],
  ])('%s', (_, given, wanted) => {
    expect(classify(given, NOW)).toMatchObject(wanted);
  });

  it.each([400, 401, 403, 404, 405, 409, 413, 418, 422, 431])(
    'PB11: a %i without our envelope is attributed to an intermediary, whatever its body says, and retried',
    status => {
      const outcome = {
        kind: 'retryLater',
        status,
        between: true,
        message: `Something between you and the server responded instead (HTTP error ${status}).`,
      };
      expect(classify(answer(status, undefined), NOW)).toMatchObject(outcome);
      expect(classify(answer(status, { error: 'blocked by policy' }), NOW)).toMatchObject(outcome);
      const words = answer(status, undefined, { contentType: 'text/plain', retryAfter: '7' });
      expect(classify(words, NOW)).toMatchObject({ ...outcome, afterMillis: 7000 });
      expect(answered(classify(answer(status, undefined), NOW))).toBe(false);
      expect(classify(answer(status, envelope(status, '')), NOW)).not.toHaveProperty('between');
    },
  );

  it.each([
    [400, 'Bad request.'],
    [403, 'You are lack of permission.'],
    [404, 'API not found.'],
    [413, 'Request body is too large.'],
    [418, 'HTTP error 418'],
  ])('our %i without a message gets the documented default message (ERR-3 to ERR-6)', (status, message) => {
    expect(classify(answer(status, envelope(status)), NOW)).toMatchObject({ kind: 'refused', status, message });
  });

  it.each([
    [200, envelope(0, '', '', { version: 1 })],
    [409, envelope(409, 'exists', '', { current: { version: 1 }, currentVersion: 1 })],
    [422, envelope(4221, 'used', '', { reply: { version: 1 } })],
  ])('a response of kind %s to a repeated key says whether the record has since been deleted', (status, body) => {
    expect(classify(answer(status, { ...body, outdated: true }), NOW)).toMatchObject({ outdated: true });
    expect(classify(answer(status, body), NOW)).not.toHaveProperty('outdated');
  });

  it('OB6: the writes of a person removed from the whitelist stay queued instead of being refused', () => {
    const outcome = classify(
      answer(403, envelope(4031, 'a@x is not on the whitelist', '', { whitelisted: false })),
      NOW,
    );
    expect(outcome).toEqual({
      kind: 'retryLater',
      status: 403,
      message: 'a@x is not on the whitelist',
      afterMillis: null,
    });
    expect(isForbidden(outcome)).toBe(true);
    expect(isForbidden(classify(answer(403, undefined), NOW))).toBe(false);
  });

  it("a failed sign-in keeps the server's message", () => {
    const wrong = answer(401, envelope(401, 'Wrong e-mail or password'));
    expect(classify(wrong, NOW, signIn)).toEqual({ kind: 'signedOut', message: 'Wrong e-mail or password' });
  });

  it.each([
    [answer(400, envelope(400, 'firstMileMax: must be at most 365')), 'FL Max Days must be at most 365'],
    [answer(200, envelope(7, '', 'channelId: there is no channel 999')), 'Channel ID: there is no channel 999'],
  ])('a refusal refers to the field by its label', (given, message) => {
    expect(classify(given, NOW, RESOURCE_CALLS.channelCdts.add as never)).toMatchObject({ kind: 'refused', message });
  });

  it.each([
    ['3', 3000],
    ['Fri, 20 Nov 2026 10:00:05 GMT', 5000],
    ['Fri, 20 Nov 2026 09:00:00 GMT', 0],
    ['soon', null],
    ['', null],
    [null, null],
  ])('Retry-After %s is parsed', (value, wanted) => {
    expect(retryAfterMillis(value, NOW)).toBe(wanted);
  });
});

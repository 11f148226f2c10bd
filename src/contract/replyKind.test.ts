import { expect, it } from 'vitest';
import { replyKind, type ReplyKind } from './replyKind.ts';

it.each<[string, number, number, unknown, ReplyKind]>([
  ['a write that took effect', 200, 0, null, 'ok'],
  ['a non-zero retcode', 200, 7, { current: null }, 'refused'],
  ['an invalid input', 400, 400, null, 'refused'],
  ['a session that ended', 401, 401, null, 'signedOut'],
  ['a lost permission', 403, 403, null, 'refused'],
  ['a person off the whitelist', 403, 4031, { whitelisted: false }, 'later'],
  ['a retcode without the data that it stands for', 403, 4031, null, 'refused'],
  ['a missing record', 404, 404, null, 'refused'],
  ['a request that took too long', 408, 408, null, 'later'],
  ['a conflict with a row', 409, 409, { current: { version: 2 } }, 'conflict'],
  ['a conflict with a deletion', 409, 409, { current: null }, 'conflict'],
  ['a conflict of state', 409, 409, null, 'refused'],
  ['a conflict with a list', 409, 409, ['current'], 'refused'],
  ['a key that was used', 422, 4221, { reply: null }, 'keyUsed'],
  ['an input that breaks a rule', 422, 422, null, 'refused'],
  ['a request that arrived too early', 425, 425, null, 'later'],
  ['too many requests', 429, 429, null, 'later'],
  ['cookies that are too large', 431, 431, null, 'later'],
  ['a failing server', 500, 500, { current: null }, 'later'],
  ['a server that is starting', 503, 503, { ready: false }, 'later'],
])('%s is answered with %i/%i and %j, which means %s', (_, status, retcode, data, kind) =>
  expect(replyKind({ status, retcode, data })).toBe(kind),
);

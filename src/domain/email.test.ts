import { expect, it } from 'vitest';
import { canonicalEmail, newEmailProblem } from './email.ts';

it.each([
  ['\uff57alk.one@ops.example', 'walk.one@ops.example'],
  [' WALK.One\u200b\uff20ops\uff0eexample ', 'walk.one@ops.example'],
  ['\u{1d430}alk@ops.example', 'walk@ops.example'],
  ['\ufb01@ops.example', 'fi@ops.example'],
  ['JOSE\u0301@ops.example', 'jos\u00e9@ops.example'],
])('%j becomes its plain form, which stays the same', (text, email) => {
  expect(canonicalEmail(text)).toBe(email);
  expect(canonicalEmail(email)).toBe(email);
  expect(newEmailProblem(text)).toBeNull();
});

it.each([
  ['w\u0430lk@ops.example', 'contains "\u0430"'],
  ['\u03bfps@ops.example', 'contains "\u03bf"'],
  ['walk\u2010one@ops.example', 'contains "\u2010"'],
  ['walk one@ops.example', 'not an e-mail address'],
  ['', 'not an e-mail address'],
])('the new address %j is refused with a reason', (text, why) => {
  expect(newEmailProblem(text)).toContain(why);
});

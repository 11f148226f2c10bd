import { expect, it } from 'vitest';
import { passwordProblem } from './passwordRules.ts';

it.each([
  ['short', 'at least 12'],
  ['            x', 'at least 12'],
  ['Password1234', 'most common'],
  ['1Q2w-3e4r-5t6y', 'most common'],
  ['aaaaaaaaaaaaaaaa', 'most common'],
])('refuses %j and says why', (password, why) => {
  expect(passwordProblem(password)).toContain(why);
});

it.each(['correct horse battery', 'ผมชอบกินข้าวมันไก่', '6g!kP2#nQ9zz'])('takes %j', password => {
  expect(passwordProblem(password)).toBeNull();
});

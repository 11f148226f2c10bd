import { expect, it } from 'vitest';
import { passwordProblem } from './passwordRules.ts';

it.each([
  ['short', 'at least 12'],
  ['            x', 'at least 12'],
  ['Password1234', 'most common'],
  ['1Q2w-3e4r-5t6y', 'most common'],
  ['aaaaaaaaaaaaaaaa', 'most common'],
  ['P@ssw0rd2026!', 'most common'],
  ['dragon!!123456', 'most common'],
  ['qwertyqwerty', 'most common'],
  ['Football-Football', 'most common'],
  ['123456789012', 'most common'],
  ['zyxwvutsrqpo', 'most common'],
  ['987654321098', 'most common'],
  ['OpsPortal2026', 'most common'],
  ['Administrator1', 'most common'],
  ['zxcvbnm123456789', 'most common'],
])('the password %j is refused with a reason', (password, why) => {
  expect(passwordProblem(password, null)).toContain(why);
});

it.each([
  'correct horse battery',
  'ผมชอบกินข้าวมันไก่',
  '6g!kP2#nQ9zz',
  'correct horse',
  'dragon eats rice',
  'monkeys like mangoes',
])('the password %j is accepted', password => {
  expect(passwordProblem(password, null)).toBeNull();
});

const MARIA = { email: 'maria.santos@ops-ph.example', name: 'María Santos' };
it.each([
  'maria.santos@ops-ph.example',
  'Maria.Santos1990!',
  'santos maria 2026',
  'maría santos',
  'M4r1a-S4nt05!!!!',
  'mariamariamaria',
  'ops-ph.example santos',
])('%j is refused, because it is hardly more than the own e-mail or name', password => {
  expect(passwordProblem(password, MARIA)).toContain('own e-mail or name');
});

const WALK = { email: 'walk.two@ops.example', name: 'Two Walk' };
it.each([
  'walk.two@ops.example',
  'two.walk@ops.example',
  'example.ops@two.walk',
  'ops.example-walktwo!',
  'opstwo walk example 99',
  'TWO+OPS+TWO+OPS',
])('%j is refused, because it has the parts of the own address in another order', password => {
  expect(passwordProblem(password, WALK)).toContain('own e-mail or name');
});

it.each(['two walks and otters', 'ops need two lemons', '482917364520'])(
  '%j is more than parts of the own address',
  text => {
    expect(passwordProblem(text, WALK)).toBeNull();
  },
);

it.each(['santos mango breeze', 'correct horse battery', '6g!kP2#nQ9zz'])(
  '%j says enough besides the name',
  password => {
    expect(passwordProblem(password, MARIA)).toBeNull();
  },
);

it('parts of a name that also occur by chance are not searched for', () => {
  expect(passwordProblem('k2$an7Tim!9qw', { email: 'tim@x.example', name: 'Tim An' })).toBeNull();
});

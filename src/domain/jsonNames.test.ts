import { assert, dictionary, integer, jsonValue, property, string } from 'fast-check';
import { expect, it } from 'vitest';
import { repeatedName, repeatedNameProblem } from './jsonNames.ts';

it.each([
  ['{"a":1,"a":2}', 'a'],
  ['{"a":1, "\\u0061" : 2}', 'a'],
  ['{"\u00e9":1,"e\u0301":2}', '\u00e9'],
  ['[{"x":{"b":[],"c":"b","b":{}}}]', 'b'],
  ['{"a":{"a":1},"b":[{"a":1},{"a":1}]}', null],
  ['{"a":"a\\":1,\\"a"}', null],
  ['{"a\\\\":1,"b":{"a":"\\\\\\"","a":2}}', 'a'],
  ['{"{":"}","[":"]",":":1}', null],
  ['{"__proto__":1,"__proto__":2}', '__proto__'],
  ['1', null],
])('the name that %s contains twice is %s', (text, name) => {
  expect(repeatedName(text)).toBe(name);
});

it('a JSON text that JSON.stringify wrote contains no name twice', () => {
  assert(
    property(jsonValue(), value => {
      const text = JSON.stringify(value);
      expect(repeatedName(text)).toBe(null);
    }),
  );
});

it('a name that is inserted a second time, at any place of an object, is found', () => {
  assert(
    property(dictionary(string(), jsonValue(), { minKeys: 1 }), integer({ min: 0 }), (values, place) => {
      const names = Object.keys(values);
      const twice = JSON.stringify(names[place % names.length]);
      const body = JSON.stringify(values).slice(1);
      expect(repeatedName(`[{${twice}:0,${body}]`)).toBe((JSON.parse(twice) as string).normalize('NFC'));
    }),
  );
});

it('the problem names the label and the name, and text that is not JSON has no such problem', () => {
  expect(repeatedNameProblem('ESF Formula', '{"weight_range":[],"weight_range":[]}')).toBe(
    'ESF Formula has "weight_range" twice, and one of the two values would be lost: remove one',
  );
  expect(repeatedNameProblem('ESF Formula', '{"a":1,"a":2')).toBeNull();
});

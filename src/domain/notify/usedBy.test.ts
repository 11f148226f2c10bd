import { expect, it } from 'vitest';
import { usedByText } from './usedBy.ts';

it.each([
  [[], 0, ''],
  [['A', 'B'], 0, 'A, B'],
  [['A'], 1, 'A and 1 rule of another country'],
  [[], 2, '2 rules of other countries'],
])('a template is used by the rules %j of the country and %i of others', (usedBy, usedElsewhere, text) => {
  expect(usedByText({ usedBy, usedElsewhere })).toBe(text);
});

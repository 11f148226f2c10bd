import { expect, it } from 'vitest';
import { usedByText } from './usedBy.ts';

it.each([
  [[], 0, ''],
  [['A', 'B'], 0, 'A, B'],
  [['A'], 1, 'A and 1 rule of another country'],
  [[], 2, '2 rules of other countries'],
])(
  'the uses of a template by the country’s rules %j and by %i rules in other countries are described',
  (usedBy, usedElsewhere, text) => {
    expect(usedByText({ usedBy, usedElsewhere })).toBe(text);
  },
);
